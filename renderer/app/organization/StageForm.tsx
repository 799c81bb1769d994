import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useText } from '../../text/text.ts'
import type { Route } from '../address.ts'
import { Problem } from '../problems/Problem.tsx'
import { stageProblem } from '../problems/stageProblem.ts'
import { stagesQuery } from '../state/queries.ts'
import { useBusy } from '../state/useBusy.ts'
import { takeStage } from '../takeStage.ts'

type StageFormProps = {
  readonly profileId: ProfileId
  readonly onDone: (next: Route) => void
  /** More fields. */
  readonly children?: ReactNode
  /** The buttons before the one that adds. */
  readonly ways: ReactNode
}

/** Adds a stage that the service knows, and starts its download. */
export const StageForm = ({ profileId, onDone, children, ways }: StageFormProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const fieldProblem = stageProblem(problem, t)

  const add = async (): Promise<void> => {
    setProblem(null)
    const added = await call('stage:add', {
      profileId,
      text: text.trim(),
      isChecked: true,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    })
    if (!added.ok) return setProblem(added.error)
    await takeStage(client, added.value.guid)
    void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
    onDone({ screen: 'stage', stage: added.value.guid })
  }

  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        begin(add)
      }}
    >
      <TextField
        label={t('connect.stage.text')}
        hint={t('connect.stage.lead')}
        problem={fieldProblem}
        value={text}
        onChange={setText}
        isMono
        isRequired
        isFocused
      />
      <TextField label={t('stage.name')} hint={t('connect.stage.name.hint')} value={name} onChange={setName} />
      {children}
      {problem === null || fieldProblem !== null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        {ways}
        <Button kind="primary" isSubmit isDisabled={isBusy || text.trim() === ''}>
          {t('stages.add.do')}
        </Button>
      </div>
    </form>
  )
}
