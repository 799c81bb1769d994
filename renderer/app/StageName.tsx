import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Stage } from '../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/Field.tsx'
import { useText } from '../text/text.ts'
import { Problem } from './problems/Problem.tsx'
import { treeQuery } from './state/queries.ts'
import { useBusy } from './state/useBusy.ts'

type StageNameFormProps = {
  readonly stage: Stage
  /** Closes the dialog; absent outside one. */
  readonly onClose?: () => void
}

/** The name of a stage, proposed from its distances while it has none. */
export const StageNameForm = ({ stage, onClose }: StageNameFormProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const proposed = stage.isNamed || stage.distances > 0 ? stage.name : ''
  const name = (typed ?? proposed).trim()
  const rename = async (): Promise<void> => {
    const answer = await call('stage:rename', { stage: stage.guid, name })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    void client.invalidateQueries({ queryKey: ['stages'] })
    void client.invalidateQueries({ queryKey: ['tree', stage.guid] })
    onClose?.()
  }
  const save = (
    <Button {...(onClose === undefined ? {} : { kind: 'primary' })} isSubmit isDisabled={isBusy || name === ''}>
      {t(stage.isNamed ? 'do.rename' : 'stage.name.save')}
    </Button>
  )
  return (
    <form
      className={onClose === undefined ? 'ask-name row' : 'form'}
      onSubmit={(event) => {
        event.preventDefault()
        begin(rename)
      }}
    >
      <TextField
        label={t('stage.name')}
        {...(stage.isNamed ? {} : { hint: t('stage.name.why') })}
        value={typed ?? proposed}
        onChange={setTyped}
        isRequired
        isFocused={onClose !== undefined}
      />
      {problem === null ? null : <Problem problem={problem} />}
      {onClose === undefined ? (
        save
      ) : (
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('do.cancel')}</Button>
          {save}
        </div>
      )}
    </form>
  )
}

/** Asks for the name of a stage that has none, once its distances propose one. */
export const AskStageName = ({ stage }: { readonly stage: StageGuid }) => {
  const known = useQuery(treeQuery(stage)).data?.stage
  if (known === undefined || known.isNamed || known.distances === 0) return null
  return <StageNameForm stage={known} />
}
