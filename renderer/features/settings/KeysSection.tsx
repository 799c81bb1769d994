import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyState, Profile } from '../../../preload/contract/organizations.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { KeychainNotice } from '../../app/KeychainNotice.tsx'
import { KeyForm } from '../../app/problems/KeyForm.tsx'
import { Problem } from '../../app/problems/Problem.tsx'
import { infoQuery, keysQuery } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'

const KeyRow = ({
  profile,
  which,
  state,
}: {
  readonly profile: Profile
  readonly which: KeyName
  readonly state: KeyState | undefined
}) => {
  const { t } = useText()
  const client = useQueryClient()
  const [isTyping, setTyping] = useState(false)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const isSet = state?.isSet === true
  const hosts = useQuery(infoQuery).data?.hosts ?? []
  const address = which === 'access' ? profile.baseUrl : profile.resultsUrl
  const refused = hosts.find(({ host }) => address !== null && new URL(address).origin === host)?.refused ?? []
  const isRefusedNow = isSet && refused.some((key) => key.profileId === profile.id && key.which === which)
  const isOurs = profile.kind !== 'demo'
  // Each key is bound to its origin.
  const hasNoAddress = which === 'results' && profile.resultsUrl === null
  const forget = async (): Promise<void> => {
    const answer = await call('keys:forget', { profileId: profile.id, which })
    setProblem(answer.ok ? null : answer.error)
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
  }
  if (isTyping) {
    const close = (): void => setTyping(false)
    const form = { profileId: profile.id, which, saveLabel: t('keys.save'), onSaved: close, onCancel: close }
    return <KeyForm {...form} isFocused />
  }
  const facts = [
    state?.last4 == null ? null : t('keys.ending', { last4: state.last4 }),
    state?.heldIn == null ? null : t(`keys.heldIn.${state.heldIn}`),
    isOurs && hasNoAddress ? t('keys.noAddress') : null,
  ].filter((fact) => fact !== null)
  return (
    <div className="key-row">
      <span className="key-name">{t(`keys.${which}`)}</span>
      <span className="key-state">
        {isRefusedNow ? (
          <Mark kind="problem">{t('keys.refused')}</Mark>
        ) : (
          <Mark kind={isSet ? 'key' : 'none'}>{t(isSet ? 'keys.set' : 'keys.notSet')}</Mark>
        )}
        <span className="muted">{facts.join(', ')}</span>
      </span>
      {isOurs ? (
        <span className="key-buttons">
          <Button
            size="small"
            isDisabled={hasNoAddress}
            onClick={() => setTyping(true)}
            title={t(hasNoAddress ? 'keys.noAddress' : `keys.${which}`)}
          >
            {t(isSet ? 'keys.replace' : 'keys.type')}
          </Button>
          {isSet && state.heldIn !== 'environment' ? (
            <Button size="small" kind="quiet" onClick={() => void forget()} title={t(`keys.${which}`)}>
              {t('keys.forget')}
            </Button>
          ) : null}
        </span>
      ) : null}
      {problem === null ? null : <Problem problem={problem} />}
    </div>
  )
}

export const KeysSection = ({ profile }: { readonly profile: Profile }) => {
  const { t } = useText()
  const status = useQuery(keysQuery)
  const keys = status.data?.profiles.find(({ profileId }) => profileId === profile.id)
  return (
    <section className="settings-part stack" aria-label={t('keys.title')}>
      <h2>{t('keys.title')}</h2>
      {profile.kind === 'demo' ? null : <KeychainNotice />}
      {status.error === null ? null : <Problem problem={status.error} />}
      <KeyRow profile={profile} which="access" state={keys?.access} />
      <KeyRow profile={profile} which="results" state={keys?.results} />
    </section>
  )
}
