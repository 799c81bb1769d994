import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile, ProfileDraft, ServiceCheck } from '../../../preload/contract/organizations.ts'
import { looksLikeKey } from '../../../preload/shared/keyLike.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'
import { KeychainNotice } from '../KeychainNotice.tsx'
import { checkText } from '../problems/checkText.ts'
import { refusalOf } from '../problems/issues.ts'
import { isAddressMissing, isNoAddress, missingText, NO_ADDRESS } from '../problems/missing.ts'
import { Problem } from '../problems/Problem.tsx'
import { keysQuery, profilesQuery } from '../state/queries.ts'
import { Advanced } from './Advanced.tsx'
import { isStored } from './ExtraHeaders.tsx'
import { headerFaults } from './headerFaults.ts'
import { dropChanges, keepChanges, toDraft, unsavedChanges, type ProfileChanges } from './profileDraft.ts'
import './organization.css'
import './organizationText.ts'

type OrganizationFormProps = {
  /** As it is stored; null before a new one is. */
  readonly profile: Profile | null
  /** Asks for the access key as well, and offers the test. The form of a known organization has both beside it. */
  readonly isNew: boolean
  readonly submitLabel: string
  readonly onSaved?: (profile: Profile) => void
  readonly onBack?: () => void
}

const blank: ProfileDraft = { name: '', baseUrl: NO_ADDRESS, resultsUrl: null }

/** The form of an organization, on the first start and in the settings. */
export const OrganizationForm = ({ profile, isNew, submitLabel, onSaved, onBack }: OrganizationFormProps) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const id = profile?.id ?? null
  const [changes, setChanges] = useState(() => unsavedChanges(id))
  const [accessKey, setAccessKey] = useState('')
  const [busy, setBusy] = useState<'saving' | 'testing' | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isAddressLeft, setAddressLeft] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [check, setCheck] = useState<ServiceCheck | null>(null)
  const keys = useQuery(keysQuery).data
  const isKeySet = keys?.profiles.find(({ profileId }) => profileId === id)?.access.isSet === true

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

  const typed = () => ({
    profile: { ...draft, name: draft.name.trim(), baseUrl: draft.baseUrl.trim() },
    ...(accessKey === '' ? {} : { accessKey }),
  })

  const save = async (): Promise<void> => {
    setBusy('saving')
    forgetOutcome()
    const stored = await call('profile:save', typed())
    if (stored.ok) discard()
    await client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
    setBusy(null)
    if (!stored.ok) return setProblem(stored.error)
    setSaved(true)
    onSaved?.(stored.value)
  }

  const test = async (): Promise<void> => {
    setBusy('testing')
    forgetOutcome()
    const answer = await call('profile:check', typed())
    setBusy(null)
    if (answer.ok) setCheck(answer.value.main)
    else setProblem(answer.error)
  }

  const refusals = {
    name: looksLikeKey(draft.name) ? 'form.key' : refusalOf(problem, 'profile.name', 'profile.name.refused'),
    baseUrl:
      isAddressLeft && isNoAddress(draft.baseUrl)
        ? 'connect.url.invalid'
        : refusalOf(problem, 'profile.baseUrl', 'connect.url.invalid'),
    key: refusalOf(problem, 'accessKey', 'keys.value.invalid'),
  } as const
  const headers = headerFaults(draft, problem)
  const say = (refusal: (typeof refusals)[keyof typeof refusals]): string | null => refusal && t(refusal)
  const storedHeaders = saved.extraHeaders ?? []
  const extraHeaders = draft.extraHeaders ?? []
  const missing = missingText(
    [
      { label: t('profile.name'), isMissing: draft.name.trim() === '' },
      { label: t('profile.baseUrl'), isMissing: isAddressMissing(draft.baseUrl) },
      { label: t('keys.access'), isMissing: isNew && accessKey === '' && !isKeySet },
      { label: t('profile.extraHeaders.name'), isMissing: extraHeaders.some(({ name }) => name === '') },
      {
        label: t('profile.extraHeaders.value'),
        isMissing: extraHeaders.some((header) => header.value === undefined && !isStored(header, storedHeaders)),
      },
    ],
    t,
  )
  const resultsUrl = (
    <TextField
      label={t('profile.resultsUrl')}
      hint={t('profile.resultsUrl.hint')}
      problem={headers.resultsUrl && t(headers.resultsUrl)}
      value={draft.resultsUrl ?? ''}
      onChange={(text) => change({ resultsUrl: text.trim() === '' ? null : text.trim() })}
      inputMode="url"
      isMono
    />
  )
  const isRefused = refusals.name === 'form.key' || headers.isRefused
  const isAtField = Object.values(refusals).some((refusal) => refusal !== null) || headers.isAtField
  const isBlocked = busy !== null || !isChanged || missing !== null || isRefused
  return (
    <form
      className="organization-form stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={t('profile.name')}
        {...(isNew ? { hint: t('connect.name.hint') } : {})}
        problem={say(refusals.name)}
        value={draft.name}
        onChange={(name) => change({ name })}
        isRequired
        isFocused={isNew}
      />
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
      />
      {isNew ? (
        <>
          <SecretField
            label={t('keys.access')}
            hint={t(
              keys?.keychain.state === 'unavailable' ? 'connect.accessKey.hintSession' : 'connect.accessKey.hint',
            )}
            problem={say(refusals.key)}
            value={accessKey}
            onChange={(value) => {
              setAccessKey(value)
              forgetOutcome()
            }}
            revealLabel={t('do.reveal')}
            hideLabel={t('do.hide')}
            isRequired={!isKeySet}
            {...(isKeySet ? { placeholder: t('profile.extraHeaders.kept') } : {})}
          />
          <KeychainNotice />
        </>
      ) : null}
      {isNew ? null : resultsUrl}
      <Advanced draft={draft} stored={storedHeaders} faults={headers} onChange={change}>
        {isNew ? resultsUrl : null}
      </Advanced>
      <div className="organization-check" role="status">
        {busy === 'testing' ? <Mark kind="running">{t('connect.testing')}</Mark> : null}
        {check === null ? null : (
          <Mark
            kind={check.ok ? 'ok' : 'problem'}
          >{`${t('profile.service.main')}: ${checkText(check, t, language)}`}</Mark>
        )}
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
        {isNew ? (
          <Button isDisabled={isBlocked} onClick={() => void test()}>
            {t('connect.test')}
          </Button>
        ) : null}
        <Button kind="primary" isSubmit isDisabled={isBlocked}>
          {submitLabel}
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
