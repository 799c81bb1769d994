import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { OrganizationForm } from '../../app/organization/OrganizationForm.tsx'
import { dropChanges } from '../../app/organization/profileDraft.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { keysQuery, profilesQuery, stagesQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useText } from '../../text/text.ts'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { KeysSection } from './KeysSection.tsx'

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
        <OrganizationForm profile={profile} isNew={false} />
      )}
      <KeysSection profile={profile} />
      <ConnectionCheck profile={profile} />
      <RemoveProfile profile={profile} />
    </>
  )
}
