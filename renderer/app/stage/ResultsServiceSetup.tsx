import { useQueryClient } from '@tanstack/react-query'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { KeyForm } from '../problems/KeyForm.tsx'
import { Problem } from '../problems/Problem.tsx'
import { toDraft } from '../organization/profileDraft.ts'
import { profilesQuery, useProfile } from '../state/queries.ts'
import { useText } from '../../text/text.ts'

type SetupProps = {
  readonly tree: StageTree
  /** Origin that the links named, to be adopted with its key; null when only the key is missing. */
  readonly origin: string | null
  /** The service refused the key that is saved; absent: none was tried. */
  readonly refused?: AnyProblem
  readonly onReady: () => void
}

/** Between the first links reply and the first rows: which results service, and its key. */
export const ResultsServiceSetup = ({ tree, origin, refused, onReady }: SetupProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const profile = useProfile(tree.stage.profileId).data ?? null
  if (profile === null) return null
  const adopt = async (resultsKey: string): Promise<AnyProblem | null> => {
    const answer = await call('profile:save', { profile: { ...toDraft(profile), resultsUrl: origin }, resultsKey })
    if (!answer.ok) return answer.error
    void client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    void client.invalidateQueries({ queryKey: ['tree', tree.stage.guid] })
    return null
  }
  const address = origin ?? profile.resultsUrl
  return (
    <div className="setup stack">
      <h2>{t('origin.title')}</h2>
      {origin === null ? null : <p>{t('origin.what')}</p>}
      {address === null ? null : <p className="mono setup-origin">{address}</p>}
      {origin === null ? null : <p className="muted">{t('origin.effect', { profile: profile.name })}</p>}
      {refused === undefined ? null : <Problem problem={refused} />}
      <p className="muted">{t('origin.key.what')}</p>
      <KeyForm
        profileId={profile.id}
        which="results"
        saveLabel={t(origin === null ? 'origin.key.save' : 'origin.adopt')}
        onSaved={onReady}
        {...(origin === null ? {} : { store: adopt })}
        isFocused
      />
    </div>
  )
}
