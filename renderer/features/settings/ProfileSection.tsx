import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile, ProfileDraft } from '../../../preload/contract/organizations.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { isRefused, isRefusedAt } from '../../app/problems/issues.ts'
import { isAddressMissing, isNoAddress, missingText, NO_ADDRESS } from '../../app/problems/missing.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { dropChanges, keepChanges, toDraft, unsavedChanges, type ProfileChanges } from '../../app/profileDraft.ts'
import { keysQuery, profilesQuery, stagesQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { ExtraHeaders } from './ExtraHeaders.tsx'
import { KeysSection } from './KeysSection.tsx'

type FormProps = {
  readonly draft: ProfileDraft
  readonly onSaved: (profile: Profile) => void
}

const changed = (a: ProfileDraft, b: ProfileDraft): boolean => JSON.stringify(a) !== JSON.stringify(b)

const ProfileForm = ({ draft: saved, onSaved }: FormProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const id = saved.id ?? null
  const [changes, setChanges] = useState(() => unsavedChanges(id))
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isAddressLeft, setAddressLeft] = useState(false)
  const draft: ProfileDraft = { ...saved, ...changes }
  const isNew = saved.id === undefined
  const isChanged = isNew || changed(draft, saved)
  const missing = missingText(
    [
      { label: t('profile.name'), isMissing: draft.name.trim() === '' },
      { label: t('profile.baseUrl'), isMissing: isAddressMissing(draft.baseUrl) },
    ],
    t,
  )
  const isBaseUrlWrong = isRefused(problem, 'baseUrl') || (isAddressLeft && isNoAddress(draft.baseUrl))
  const isNameRefused = isRefusedAt(problem, 'profile.name')
  const isHeaderRefused = (name: 'accessHeader' | 'resultsHeader'): boolean => isRefused(problem, name)
  const isExtraRefused = (at: number, part: 'name' | 'value'): boolean =>
    isRefusedAt(problem, `profile.extraHeaders.${at}.${part}`)
  const isAtField =
    isNameRefused ||
    ['baseUrl', 'resultsUrl', 'accessHeader', 'resultsHeader'].some((name) => isRefused(problem, name)) ||
    (draft.extraHeaders ?? []).some((_, at) => isExtraRefused(at, 'name') || isExtraRefused(at, 'value'))
  const change = (part: ProfileChanges): void => {
    const next = { ...changes, ...part }
    setChanges(next)
    keepChanges(id, next)
    setSaved(false)
    setProblem(null)
  }
  const discard = (): void => {
    setChanges({})
    dropChanges(id)
    setProblem(null)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('profile:save', {
      profile: { ...draft, name: draft.name.trim(), baseUrl: draft.baseUrl.trim() },
    })
    setBusy(false)
    setProblem(answer.ok ? null : answer.error)
    if (!answer.ok) return
    await client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    setSaved(true)
    discard()
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
    onSaved(answer.value)
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={t('profile.name')}
        problem={isNameRefused ? t('profile.name.refused') : null}
        value={draft.name}
        onChange={(name) => change({ name })}
        isRequired
        isFocused={isNew}
      />
      <TextField
        label={t('profile.baseUrl')}
        hint={t(isNew ? 'connect.baseUrl.hint' : 'profile.baseUrl.hint')}
        problem={isBaseUrlWrong ? t('connect.url.invalid') : null}
        value={draft.baseUrl}
        onChange={(baseUrl) => change({ baseUrl })}
        onLeave={() => setAddressLeft(true)}
        inputMode="url"
        isMono
        isRequired
      />
      <TextField
        label={t('profile.resultsUrl')}
        hint={t('profile.resultsUrl.hint')}
        problem={isRefused(problem, 'resultsUrl') ? t('connect.url.invalid') : null}
        value={draft.resultsUrl ?? ''}
        onChange={(text) => change({ resultsUrl: text.trim() === '' ? null : text.trim() })}
        inputMode="url"
        isMono
      />
      <div className="settings-pair">
        <TextField
          label={t('profile.accessHeader')}
          problem={isHeaderRefused('accessHeader') ? t('profile.header.refused') : null}
          value={draft.accessHeader ?? 'X-Access-Key'}
          onChange={(accessHeader) => change({ accessHeader })}
          isMono
        />
        <TextField
          label={t('profile.resultsHeader')}
          problem={isHeaderRefused('resultsHeader') ? t('profile.header.refused') : null}
          value={draft.resultsHeader ?? 'SERVICE-API-KEY'}
          onChange={(resultsHeader) => change({ resultsHeader })}
          isMono
        />
      </div>
      <ExtraHeaders
        headers={draft.extraHeaders ?? []}
        stored={saved.extraHeaders ?? []}
        isRefused={isExtraRefused}
        onChange={(extraHeaders) => change({ extraHeaders })}
      />
      {problem === null || isAtField ? null : <Problem problem={problem} />}
      {isChanged && missing !== null ? <p className="field-hint">{missing}</p> : null}
      <div className="settings-buttons row">
        <Button kind="primary" isSubmit isDisabled={isBusy || !isChanged || missing !== null}>
          {t(isNew ? 'settings.organization.add' : 'profile.save')}
        </Button>
        {isChanged && !isNew ? (
          <Button kind="quiet" onClick={discard}>
            {t('profile.discard')}
          </Button>
        ) : null}
        {isSaved && !isChanged ? (
          <span role="status">
            <Mark kind="ok">{t('profile.saved')}</Mark>
          </span>
        ) : null}
      </div>
    </form>
  )
}

export const NewProfile = () => {
  const { t } = useText()
  return (
    <>
      <h1>{t('profile.new')}</h1>
      <ProfileForm
        draft={{ name: '', baseUrl: NO_ADDRESS, resultsUrl: null }}
        onSaved={(profile) => goTo({ screen: 'settings', profile: profile.id })}
      />
    </>
  )
}

const RemoveProfile = ({ profile }: { readonly profile: Profile }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const remove = async (): Promise<void> => {
    setAsking(false)
    const answer = await call('profile:remove', { id: profile.id })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    dropChanges(profile.id)
    goTo({ screen: 'settings', section: 'general' })
    for (const { queryKey } of [profilesQuery, keysQuery, stagesQuery]) void client.invalidateQueries({ queryKey })
  }
  return (
    <section className="settings-danger stack">
      {problem === null ? null : <Problem problem={problem} />}
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('profile.remove')}
      </Button>
      <Confirm
        title={t('profile.remove.title', { name: profile.name })}
        effect={t('profile.remove.what')}
        confirmLabel={t('profile.remove')}
        cancelLabel={t('do.cancel')}
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </section>
  )
}

export const ProfileSection = ({ id }: { readonly id: ProfileId }) => {
  const { t } = useText()
  const profiles = useQuery(profilesQuery)
  const profile = profiles.data?.find((known) => known.id === id)
  if (profile === undefined)
    return profiles.error === null ? (
      <Blank title={t('settings.organizations')} />
    ) : (
      <Problem problem={profiles.error} />
    )
  return (
    <>
      <h1>{profile.name}</h1>
      {profile.kind === 'demo' ? (
        <p className="muted">{t('profile.demo.what')}</p>
      ) : (
        <ProfileForm draft={toDraft(profile)} onSaved={() => undefined} />
      )}
      <KeysSection profile={profile} />
      <ConnectionCheck profile={profile} />
      <RemoveProfile profile={profile} />
    </>
  )
}
