import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { OrganizationForm } from '../../app/organization/OrganizationForm.tsx'
import { Problem } from '../../app/problems/Problem.tsx'
import { stageProblem } from '../../app/problems/stageProblem.ts'
import { stagesQuery } from '../../app/state/queries.ts'
import type { Route } from '../../app/address.ts'
import { takeStage } from '../../app/takeStage.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useText } from '../../text/text.ts'

const StageStep = ({
  profile,
  onBack,
  onDone,
}: {
  readonly profile: Profile
  readonly onBack: () => void
  readonly onDone: (next: Route) => void
}) => {
  const { t } = useText()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)

  const fieldProblem = stageProblem(problem, t)

  const add = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const added = await call('stage:add', {
      profileId: profile.id,
      text: text.trim(),
      isChecked: true,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    })
    if (!added.ok) {
      setProblem(added.error)
      setBusy(false)
      return
    }
    await takeStage(client, added.value.guid)
    void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
    onDone({ screen: 'stage', stage: added.value.guid })
  }

  return (
    <form
      className="first-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <p className="muted">{t('connect.stage.lead')}</p>
      <TextField
        label={t('connect.stage.text')}
        problem={fieldProblem}
        value={text}
        onChange={setText}
        isMono
        isRequired
        isFocused
      />
      <TextField label={t('stage.name')} hint={t('connect.stage.name.hint')} value={name} onChange={setName} />
      {problem === null || fieldProblem !== null ? null : <Problem problem={problem} />}
      <div className="first-buttons row">
        <Button kind="quiet" onClick={onBack}>
          {t('do.back')}
        </Button>
        <span className="gap" />
        <Button onClick={() => onDone({ screen: 'stages' })}>{t('connect.later')}</Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || text.trim() === ''}>
          {t('connect.take')}
        </Button>
      </div>
    </form>
  )
}

export const ConnectForm = ({
  onBack,
  onDone,
}: {
  readonly onBack: () => void
  readonly onDone: (next: Route) => void
}) => {
  const { t } = useText()
  const [profile, setProfile] = useState<Profile | null>(null)
  const [step, setStep] = useState<1 | 2>(1)
  return (
    <>
      <p className="muted">{t('connect.step', { step, steps: 2 })}</p>
      <h1>{t(step === 1 ? 'connect.title' : 'connect.stage.title')}</h1>
      {step === 1 || profile === null ? (
        <OrganizationForm
          profile={profile}
          isNew
          submitLabel={t('connect.next')}
          onSaved={(saved) => {
            setProfile(saved)
            setStep(2)
          }}
          onBack={onBack}
        />
      ) : (
        <StageStep profile={profile} onBack={() => setStep(1)} onDone={onDone} />
      )}
    </>
  )
}
