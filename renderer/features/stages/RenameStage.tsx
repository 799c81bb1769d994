import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Stage } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'

const RenameForm = ({ stage, onClose }: { readonly stage: Stage; readonly onClose: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [name, setName] = useState(stage.name)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const rename = async (): Promise<void> => {
    const answer = await call('stage:rename', { stage: stage.guid, name: name.trim() })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    void client.invalidateQueries({ queryKey: ['stages'] })
    void client.invalidateQueries({ queryKey: ['tree', stage.guid] })
    onClose()
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(rename)
      }}
    >
      <TextField label={t('stages.rename.name')} value={name} onChange={setName} isRequired isFocused />
      {problem === null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || name.trim() === ''}>
          {t('do.rename')}
        </Button>
      </div>
    </form>
  )
}

export const RenameStage = ({ stage, onClose }: { readonly stage: Stage | null; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal title={t('stages.rename.title')} isOpen={stage !== null} onClose={onClose}>
      {stage === null ? null : <RenameForm stage={stage} onClose={onClose} />}
    </Modal>
  )
}
