import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallRequest } from '../../../preload/contract/calls.ts'
import type { SavedCallId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { callDraft, changeDraft } from './callDraft.ts'

/** A call to save, new or over a saved one. */
export type ToSave = {
  readonly request: CallRequest
  readonly saved: { readonly id: SavedCallId; readonly name: string } | null
  /** Only the name changes. */
  readonly isRename: boolean
}

const Form = ({ what, onClose }: { readonly what: ToSave; readonly onClose: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [name, setName] = useState(what.saved?.name ?? '')
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const save = async (id: SavedCallId | null): Promise<void> => {
    const answer = await call('call:save', {
      call: { ...what.request, name: name.trim(), ...(id === null ? {} : { id }) },
    })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    const [saved] = answer.value
    const isOfDraft = !what.isRename || callDraft.get().saved?.id === saved?.id
    if (saved !== undefined && isOfDraft) changeDraft({ saved: { id: saved.id, name: saved.name } })
    void client.invalidateQueries({ queryKey: ['calls'] })
    onClose()
  }
  const id = what.saved?.id ?? null
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(() => save(id))
      }}
    >
      <TextField
        label={t('calls.save.name')}
        value={name}
        onChange={setName}
        {...(what.isRename ? {} : { hint: t('calls.save.hint') })}
        isRequired
        isFocused
      />
      {problem === null ? null : isRefused(problem, 'path') ? (
        <p className="field-problem" role="alert">
          {t('calls.path.refused')}
        </p>
      ) : (
        <Problem problem={problem} />
      )}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        {id === null || what.isRename ? null : (
          <Button isDisabled={isBusy || name.trim() === ''} onClick={() => begin(() => save(null))}>
            {t('calls.save.asNew')}
          </Button>
        )}
        <Button kind="primary" isSubmit isDisabled={isBusy || name.trim() === ''}>
          {t(what.isRename ? 'do.rename' : 'do.save')}
        </Button>
      </div>
    </form>
  )
}

export const SaveCall = ({ what, onClose }: { readonly what: ToSave | null; readonly onClose: () => void }) => {
  const { t } = useText()
  return (
    <Modal
      title={t(what?.isRename === true ? 'calls.rename' : 'calls.save.title')}
      isOpen={what !== null}
      onClose={onClose}
    >
      {what === null ? null : <Form what={what} onClose={onClose} />}
    </Modal>
  )
}
