import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { KeyForm } from '../problems/KeyForm.tsx'
import { Problem } from '../problems/Problem.tsx'
import { toDraft } from '../organization/profileDraft.ts'
import { keysQuery, profilesQuery, useProfile } from '../state/queries.ts'
import { useBusy } from '../state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'

type SetupProps = {
  readonly tree: StageTree
  /** Origin that the links named, to be adopted; null when only the key is missing. */
  readonly origin: string | null
  /** The service refused the key that is saved; absent: none was tried. */
  readonly refused?: AnyProblem
  readonly onReady: () => void
}

const AdoptOrigin = ({
  profile,
  origin,
  stage,
  onAdopted,
}: {
  readonly profile: Profile
  readonly origin: string
  readonly stage: StageTree['stage']
  readonly onAdopted: () => void
}) => {
  const { t } = useText()
  const client = useQueryClient()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const [isBusy, begin] = useBusy()
  const adopt = async (): Promise<void> => {
    const answer = await call('profile:save', {
      profile: { ...toDraft(profile), resultsUrl: origin },
    })
    if (!answer.ok) {
      setProblem(answer.error)
      return
    }
    onAdopted()
    void client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    void client.invalidateQueries({ queryKey: ['tree', stage.guid] })
  }
  return (
    <>
      <h2>{t('origin.title')}</h2>
      <p>{t('origin.what')}</p>
      <p className="mono setup-origin">{origin}</p>
      <p className="muted">{t('origin.effect', { profile: profile.name })}</p>
      {problem === null ? null : <Problem problem={problem} />}
      <div>
        <Button kind="primary" isDisabled={isBusy} onClick={() => begin(adopt)}>
          {t('origin.adopt', { origin })}
        </Button>
      </div>
    </>
  )
}

type ResultsKeyProps = {
  readonly profile: Profile
  readonly refused: AnyProblem | undefined
  readonly onReady: () => void
}

const ResultsKey = ({ profile, refused, onReady }: ResultsKeyProps) => {
  const { t } = useText()
  return (
    <div className="setup-form stack">
      <h2>{t('origin.key.title')}</h2>
      {profile.resultsUrl === null ? null : <p className="mono setup-origin">{profile.resultsUrl}</p>}
      {refused === undefined ? null : <Problem problem={refused} />}
      <p className="muted">{t('origin.key.what')}</p>
      <KeyForm profileId={profile.id} which="results" saveLabel={t('origin.key.save')} onSaved={onReady} isFocused />
    </div>
  )
}

/** Between the first links reply and the first rows: which results service, and its key. */
export const ResultsServiceSetup = ({ tree, origin, refused, onReady }: SetupProps) => {
  const profile = useProfile(tree.stage.profileId).data ?? null
  const keys = useQuery(keysQuery).data
  const [isAdopted, setAdopted] = useState(false)
  if (profile === null) return null
  const hasKey = keys?.profiles.find(({ profileId }) => profileId === profile.id)?.results.isSet === true
  const adopted = (): void => {
    setAdopted(true)
    if (hasKey) onReady()
  }
  return (
    <div className="setup stack">
      {origin === null || isAdopted ? (
        <ResultsKey profile={profile} refused={refused} onReady={onReady} />
      ) : (
        <AdoptOrigin profile={profile} origin={origin} stage={tree.stage} onAdopted={adopted} />
      )}
    </div>
  )
}
