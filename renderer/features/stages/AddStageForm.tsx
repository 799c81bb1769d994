import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { NoOrganization } from '../../app/NoOrganization.tsx'
import { stageProblem } from '../../app/problems/stageProblem.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { profilesQuery, stagesQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { takeStage } from '../../app/takeStage.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { TextField } from '../../components/Field.tsx'
import { useText } from '../../text/text.ts'

export const AddStageForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const profiles = useQuery(profilesQuery).data ?? []
  const [chosen, setChosen] = useState<ProfileId | null>(null)
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [isBusy, begin] = useBusy()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const profileId = chosen ?? profiles.find(({ kind }) => kind === 'saved')?.id ?? profiles[0]?.id

  const add = async (): Promise<void> => {
    if (profileId === undefined) return
    setProblem(null)
    const answer = await call('stage:add', {
      profileId,
      text: text.trim(),
      isChecked: true,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    await takeStage(client, answer.value.guid)
    void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
    onClose()
    goTo({ screen: 'stage', stage: answer.value.guid })
  }

  const fieldProblem = stageProblem(problem, t)

  if (profiles.length === 0) return <NoOrganization text={t('stages.add.noProfiles')} onClose={onClose} />
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
      <Choice
        label={t('stages.add.profile')}
        value={profileId ?? ''}
        options={profiles.map((profile) => ({ value: profile.id, label: profile.name }))}
        onChange={(id) => setChosen(profiles.find((profile) => profile.id === id)?.id ?? null)}
      />
      {problem === null || fieldProblem !== null ? null : <Problem problem={problem} />}
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('do.cancel')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || text.trim() === ''}>
          {t('stages.add.do')}
        </Button>
      </div>
    </form>
  )
}
