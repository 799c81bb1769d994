import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, ProfileDraft } from '../../../preload/contract/organizations.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import { looksLikeKey } from '../../../preload/shared/keyLike.ts'
import type { Value } from '../../../preload/contract.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'
import { KeychainNotice } from '../KeychainNotice.tsx'
import { refusalOf } from '../problems/issues.ts'
import { hostOf, isAddressMissing, isNoAddress, missingText, NO_ADDRESS } from '../problems/missing.ts'
import { Problem } from '../problems/Problem.tsx'
import { keysQuery, profilesQuery } from '../state/queries.ts'
import { Advanced } from './Advanced.tsx'
import { isStored } from './ExtraHeaders.tsx'
import { headerFaults } from './headerFaults.ts'
import { ServiceChecks } from './ServiceChecks.tsx'
import { dropChanges, keepChanges, toDraft, unsavedChanges, type ProfileChanges } from './profileDraft.ts'
import './organization.css'
import './organizationText.ts'

type OrganizationFormProps = {
  /** As it is stored; null before a new one is. */
  readonly profile: Profile | null
  /** Asks for the keys as well, and tests before it stores. The form of a known organization has both beside it. */
  readonly isNew: boolean
  readonly onSaved?: (profile: Profile) => void
  readonly onBack?: () => void
}

const blank: ProfileDraft = { name: '', baseUrl: NO_ADDRESS, resultsUrl: null }

/** The form of an organization, on the first start and in the settings. */
export const OrganizationForm = ({ profile, isNew, onSaved, onBack }: OrganizationFormProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const id = profile?.id ?? null
  const [changes, setChanges] = useState(() => unsavedChanges(id))
  const [typedKeys, setTypedKeys] = useState({ access: '', results: '' })
  const [busy, setBusy] = useState<'saving' | 'testing' | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isAddressLeft, setAddressLeft] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [check, setCheck] = useState<Value<'profile:check'> | null>(null)
  const keys = useQuery(keysQuery).data
  const stored = keys?.profiles.find(({ profileId }) => profileId === id)

  const saved = profile === null ? blank : toDraft(profile)
  const draft: ProfileDraft = { ...saved, ...changes }
  const isChanged = isNew || JSON.stringify(draft) !== JSON.stringify(saved)
  const change = (part: ProfileChanges): void => {
    const next = { ...changes, ...part }
    setChanges(next)
    keepChanges(id, next)
    forgetOutcome()
  }
  const forgetOutcome = (): void => {
    setSaved(false)
    setCheck(null)
    setProblem(null)
  }
  const discard = (): void => {
    setChanges({})
    dropChanges(id)
    setProblem(null)
  }

  const proposedName = hostOf(draft.baseUrl)
  const typed = {
    profile: { ...draft, name: draft.name.trim() || proposedName, baseUrl: draft.baseUrl.trim() },
    ...(typedKeys.access === '' ? {} : { accessKey: typedKeys.access }),
    ...(typedKeys.results === '' ? {} : { resultsKey: typedKeys.results }),
  }

  const save = async (): Promise<void> => {
    setBusy('saving')
    forgetOutcome()
    const kept = await call('profile:save', typed)
    if (kept.ok) discard()
    await client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
    setBusy(null)
    if (!kept.ok) return setProblem(kept.error)
    setSaved(true)
    onSaved?.(kept.value)
  }

  const testAndSave = async (): Promise<void> => {
    setBusy('testing')
    forgetOutcome()
    const answer = await call('profile:check', typed)
    setBusy(null)
    if (!answer.ok) return setProblem(answer.error)
    const { main, results } = answer.value
    if (main.ok && (results.ok || draft.resultsUrl === null)) return await save()
    setCheck(answer.value)
  }

  const refusals = {
    name: looksLikeKey(draft.name) ? 'form.key' : refusalOf(problem, 'profile.name', 'profile.name.refused'),
    baseUrl:
      isAddressLeft && isNoAddress(draft.baseUrl)
        ? 'connect.url.invalid'
        : refusalOf(problem, 'profile.baseUrl', 'connect.url.invalid'),
    access: refusalOf(problem, 'accessKey', 'keys.value.invalid'),
    results: refusalOf(problem, 'resultsKey', 'keys.value.invalid'),
  } as const
  const headers = headerFaults(draft, problem)
  const say = (refusal: (typeof refusals)[keyof typeof refusals]): string | null => refusal && t(refusal)
  const storedHeaders = saved.extraHeaders ?? []
  const extraHeaders = draft.extraHeaders ?? []
  const missing = missingText(
    [
      { label: t('profile.name'), isMissing: !isNew && draft.name.trim() === '' },
      { label: t('profile.baseUrl'), isMissing: isAddressMissing(draft.baseUrl) },
      { label: t('keys.access'), isMissing: isNew && typedKeys.access === '' && stored?.access.isSet !== true },
      { label: t('profile.resultsUrl'), isMissing: draft.resultsUrl === null && typedKeys.results !== '' },
      { label: t('profile.extraHeaders.name'), isMissing: extraHeaders.some(({ name }) => name === '') },
      {
        label: t('profile.extraHeaders.value'),
        isMissing: extraHeaders.some((header) => header.value === undefined && !isStored(header, storedHeaders)),
      },
    ],
    t,
  )
  const nameField = (
    <TextField
      label={t('profile.name')}
      {...(isNew ? { hint: t('connect.name.hint'), placeholder: proposedName } : {})}
      problem={say(refusals.name)}
      value={draft.name}
      onChange={(name) => change({ name })}
      isRequired={!isNew}
    />
  )
  const keyField = (which: KeyName, hint: string) => {
    const isKept = stored?.[which].isSet === true
    return (
      <SecretField
        label={t(`keys.${which}`)}
        hint={hint}
        problem={say(refusals[which])}
        value={typedKeys[which]}
        onChange={(value) => {
          setTypedKeys({ ...typedKeys, [which]: value })
          forgetOutcome()
        }}
        revealLabel={t('do.reveal')}
        hideLabel={t('do.hide')}
        isRequired={which === 'access' && !isKept}
        {...(isKept ? { placeholder: t('profile.extraHeaders.kept') } : {})}
      />
    )
  }
  const isRefused = refusals.name === 'form.key' || headers.isRefused
  const isAtField = Object.values(refusals).some((refusal) => refusal !== null) || headers.isAtField
  const isBlocked = busy !== null || !isChanged || missing !== null || isRefused
  return (
    <form
      className="organization-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        void (isNew ? testAndSave() : save())
      }}
    >
      {isNew ? null : nameField}
      <TextField
        label={t('profile.baseUrl')}
        hint={t(isNew ? 'connect.baseUrl.hint' : 'profile.baseUrl.hint')}
        problem={say(refusals.baseUrl)}
        value={draft.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        onLeave={() => setAddressLeft(true)}
        inputMode="url"
        isMono
        isRequired
        isFocused={isNew}
      />
      {isNew
        ? keyField(
            'access',
            t(keys?.keychain.state === 'unavailable' ? 'connect.accessKey.hintSession' : 'connect.accessKey.hint'),
          )
        : null}
      <div className={isNew ? 'organization-pair' : 'form'}>
        <TextField
          label={t('profile.resultsUrl')}
          hint={t('profile.resultsUrl.hint')}
          problem={headers.resultsUrl && t(headers.resultsUrl)}
          value={draft.resultsUrl ?? ''}
          onChange={(text) => change({ resultsUrl: text.trim() === '' ? null : text.trim() })}
          inputMode="url"
          isMono
        />
        {isNew ? keyField('results', t('connect.resultsKey.hint')) : null}
      </div>
      {isNew ? nameField : null}
      {isNew ? <KeychainNotice /> : null}
      <Advanced draft={draft} stored={storedHeaders} faults={headers} onChange={change} />
      <div className="organization-check" role="status">
        {busy === 'testing' ? <Mark kind="running">{t('connect.testing')}</Mark> : null}
        {check === null ? null : <ServiceChecks checks={check} hasResults={draft.resultsUrl !== null} />}
        {isSaved && !isChanged ? <Mark kind="ok">{t('profile.saved')}</Mark> : null}
      </div>
      {problem === null || isAtField ? null : <Problem problem={problem} />}
      {isChanged && missing !== null ? <p className="field-hint">{missing}</p> : null}
      <div className="row">
        {onBack === undefined ? null : (
          <>
            <Button kind="quiet" onClick={onBack}>
              {t('do.back')}
            </Button>
            <span className="gap" />
          </>
        )}
        {check === null ? null : (
          <Button isDisabled={isBlocked} onClick={() => void save()}>
            {t('connect.anyway')}
          </Button>
        )}
        <Button kind="primary" isSubmit isDisabled={isBlocked}>
          {t(isNew ? 'settings.organization.add' : 'profile.save')}
        </Button>
        {isChanged && !isNew ? (
          <Button kind="quiet" onClick={discard}>
            {t('profile.discard')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
