import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile, ServiceCheck } from '../../../preload/contract/organizations.ts'
import { call, type Answer, type Problem as AnyProblem } from '../../api.ts'
import { checkText } from '../../app/problems/checkText.ts'
import { isRefused, isRefusedAt } from '../../app/problems/issues.ts'
import { KeychainNotice } from '../../app/KeychainNotice.tsx'
import { isAddressMissing, isNoAddress, missingText, NO_ADDRESS } from '../../app/problems/missing.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { stageProblem } from '../../app/problems/stageProblem.ts'
import { keysQuery, stagesQuery } from '../../app/state/queries.ts'
import type { Route } from '../../app/address.ts'
import { takeStage } from '../../app/takeStage.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'

type Draft = { readonly name: string; readonly baseUrl: string; readonly accessKey: string }

/** The profile is saved under its id once it has one. */
const saveOrganization = ({ name, baseUrl }: Draft, id: ProfileId | null): Promise<Answer<Profile>> =>
  call('profile:save', {
    profile: { ...(id === null ? {} : { id }), name: name.trim(), baseUrl: baseUrl.trim(), resultsUrl: null },
  })

/** A key that was not typed again is left as it is. */
const saveKey = async ({ accessKey }: Draft, profileId: ProfileId): Promise<AnyProblem | null> => {
  const set = accessKey === '' ? null : await call('keys:set', { profileId, which: 'access', value: accessKey })
  return set === null || set.ok ? null : set.error
}

type OrganizationStepProps = {
  readonly known: Profile | null
  readonly onKnown: (profile: Profile) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

const OrganizationStep = ({ known, onKnown, onBack, onNext }: OrganizationStepProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({
    name: known?.name ?? '',
    baseUrl: known?.baseUrl ?? NO_ADDRESS,
    accessKey: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [check, setCheck] = useState<ServiceCheck | null>(null)
  const keys = useQuery(keysQuery).data
  const isKept = keys?.keychain.state !== 'unavailable'
  const isKeySet = keys?.profiles.find(({ profileId }) => profileId === known?.id)?.access.isSet === true
  const [isAddressLeft, setAddressLeft] = useState(false)
  const isUrlRefused = isRefused(problem, 'baseUrl')
  const isNameRefused = isRefusedAt(problem, 'profile.name')
  const isKeyRefused = isRefused(problem, 'value')
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part })
    setCheck(null)
    setProblem(null)
  }

  const save = async (): Promise<Profile | null> => {
    setBusy(true)
    setProblem(null)
    setCheck(null)
    const saved = await saveOrganization(draft, known?.id ?? null)
    const refused = saved.ok ? await saveKey(draft, saved.value.id) : saved.error
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
    setBusy(false)
    setProblem(refused)
    if (!saved.ok) return null
    onKnown(saved.value)
    setDraft((now) => ({ ...now, baseUrl: saved.value.baseUrl }))
    return refused === null ? saved.value : null
  }

  const test = async (): Promise<void> => {
    const profile = await save()
    if (profile === null) return
    setBusy(true)
    const answer = await call('profile:check', { id: profile.id })
    setBusy(false)
    if (answer.ok) setCheck(answer.value.main)
    else setProblem(answer.error)
  }

  const missing = missingText(
    [
      { label: t('connect.name'), isMissing: draft.name.trim() === '' },
      { label: t('connect.baseUrl'), isMissing: isAddressMissing(draft.baseUrl) },
      { label: t('connect.accessKey'), isMissing: draft.accessKey === '' && !isKeySet },
    ],
    t,
  )
  return (
    <form
      className="first-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((profile) => (profile === null ? undefined : onNext()))
      }}
    >
      <TextField
        label={t('connect.name')}
        hint={t('connect.name.hint')}
        problem={isNameRefused ? t('profile.name.refused') : null}
        value={draft.name}
        onChange={(name) => change({ name })}
        isRequired
        isFocused
      />
      <TextField
        label={t('connect.baseUrl')}
        hint={t('connect.baseUrl.hint')}
        problem={isUrlRefused || (isAddressLeft && isNoAddress(draft.baseUrl)) ? t('connect.url.invalid') : null}
        value={draft.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        onLeave={() => setAddressLeft(true)}
        inputMode="url"
        isMono
        isRequired
      />
      <SecretField
        label={t('connect.accessKey')}
        hint={t(isKept ? 'connect.accessKey.hint' : 'connect.accessKey.hintSession')}
        problem={isKeyRefused ? t('keys.value.invalid') : null}
        value={draft.accessKey}
        onChange={(accessKey) => change({ accessKey })}
        revealLabel={t('do.reveal')}
        hideLabel={t('do.hide')}
        isRequired={!isKeySet}
      />
      <KeychainNotice />
      <div className="first-check" role="status">
        {isBusy ? <Mark kind="running">{t('connect.testing')}</Mark> : null}
        {check === null ? null : (
          <Mark
            kind={check.ok ? 'ok' : 'problem'}
          >{`${t('profile.service.main')}: ${checkText(check, t, language)}`}</Mark>
        )}
      </div>
      {problem === null || isUrlRefused || isNameRefused || isKeyRefused ? null : <Problem problem={problem} />}
      {missing === null ? null : <p className="field-hint first-missing">{missing}</p>}
      <div className="first-buttons row">
        <Button kind="quiet" onClick={onBack}>
          {t('do.back')}
        </Button>
        <span className="gap" />
        <Button isDisabled={isBusy || missing !== null} onClick={() => void test()}>
          {t('connect.test')}
        </Button>
        <Button kind="primary" isSubmit isDisabled={isBusy || missing !== null}>
          {t('connect.next')}
        </Button>
      </div>
    </form>
  )
}

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
      <TextField label={t('connect.stage.name')} hint={t('connect.stage.name.hint')} value={name} onChange={setName} />
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
        <OrganizationStep known={profile} onKnown={setProfile} onBack={onBack} onNext={() => setStep(2)} />
      ) : (
        <StageStep profile={profile} onBack={() => setStep(1)} onDone={onDone} />
      )}
    </>
  )
}
