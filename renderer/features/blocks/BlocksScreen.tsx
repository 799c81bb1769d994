import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { call } from '../../api.ts'
import { useDemo } from '../../app/demo.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { goTo } from '../../app/route.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useOrganization } from '../../app/state/organization.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'
import { BlocksPane, type BlocksRoute } from './BlocksPane.tsx'
import { ChangesView } from './ChangesView.tsx'
import { TypesView } from './TypesView.tsx'
import { TypeView } from './TypeView.tsx'
import { listQuery } from './useBlocks.ts'
import { YearsView } from './YearsView.tsx'
import './blocks.css'

type DeskProps = {
  readonly place: BlocksRoute
  readonly profile: Profile
  readonly profiles: readonly Profile[]
  readonly onProfile: (id: ProfileId) => void
}

const BlocksDesk = ({ place, profile, profiles, onProfile }: DeskProps) => {
  const { t } = useText()
  const list = useQuery(listQuery(profile.id))
  const [group, setGroup] = useState<string | null>(null)
  const [isListShown, setListShown] = useState(false)
  useShortcuts({
    escape: () => {
      if (isListShown) return setListShown(false)
      if (place.type === undefined) return false
      return goTo({ screen: 'blocks', view: 'types' })
    },
  })
  const showList = (): void => setListShown(!isListShown)
  // A removed group must not leave an empty table.
  const types = list.data?.types ?? []
  const shownGroup = types.some((type) => type.group === group) ? group : null
  return (
    <Workspace
      listLabel={t('blocks.groups')}
      list={
        <BlocksPane
          place={place}
          types={types}
          group={shownGroup}
          onGroup={(next) => {
            setGroup(next)
            setListShown(false)
            goTo({ screen: 'blocks', view: 'types' })
          }}
          onLeave={() => setListShown(false)}
          profile={profile}
          profiles={profiles}
          onProfile={onProfile}
        />
      }
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
    >
      {place.view === 'years' ? (
        <YearsView profileId={profile.id} onShowList={showList} />
      ) : place.view === 'changes' ? (
        <ChangesView profileId={profile.id} onShowList={showList} />
      ) : place.type !== undefined ? (
        <TypeView key={place.type} profileId={profile.id} id={place.type} types={types} onShowList={showList} />
      ) : (
        <TypesView profileId={profile.id} list={list} group={shownGroup} onShowList={showList} />
      )}
    </Workspace>
  )
}

export const BlocksScreen = ({ place }: { readonly place: BlocksRoute }) => {
  const { t } = useText()
  const { profiles, profile, choose } = useOrganization()
  const demo = useDemo(async ({ profileId }) => {
    const answer = await call('block:list', { profileId, isRefresh: true })
    return answer.ok ? null : answer.error
  })
  if (profile === null) {
    return (
      <main className="work-area fill" tabIndex={-1}>
        <Blank
          title={t('blocks.title')}
          isPage
          actions={
            <>
              <Button kind="primary" onClick={() => goTo({ screen: 'settings', section: 'new' })}>
                {t('settings.organization.add')}
              </Button>
              {demo === null ? null : (
                <Button isDisabled={demo.isBusy} onClick={demo.begin}>
                  {t('blocks.demo')}
                </Button>
              )}
            </>
          }
        >
          <p>{t('blocks.noProfiles')}</p>
          {demo?.problem == null ? null : <Problem problem={demo.problem} />}
        </Blank>
      </main>
    )
  }
  return <BlocksDesk key={profile.id} place={place} profile={profile} profiles={profiles} onProfile={choose} />
}
