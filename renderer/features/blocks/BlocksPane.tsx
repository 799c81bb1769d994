import { CalendarDays, GitCompareArrows } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { formatRoute, type Route } from '../../app/address.ts'
import { goTo } from '../../app/route.ts'
import { Choice } from '../../components/Choice.tsx'
import { Tree } from '../../components/tree/Tree.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { groupsOf } from './typeRows.ts'

type PaneLinkProps = {
  readonly to: Route
  readonly isCurrent: boolean
  readonly onLeave: () => void
  readonly children: ReactNode
}

const PaneLink = ({ to, isCurrent, onLeave, children }: PaneLinkProps) => (
  <li>
    <a
      className="settings-link"
      href={formatRoute(to)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onLeave()
        goTo(to)
      }}
    >
      {children}
    </a>
  </li>
)

type BlocksPaneProps = {
  readonly place: BlocksRoute
  readonly types: readonly BlockType[]
  /** Null: all of them. */
  readonly group: string | null
  readonly onGroup: (group: string | null) => void
  readonly onLeave: () => void
  readonly profile: Profile
  readonly profiles: readonly Profile[]
  readonly onProfile: (id: ProfileId) => void
}

const ALL = 'all'

/** Whose service it is, the groups, and what else comes from it. */
export const BlocksPane = ({
  place,
  types,
  group,
  onGroup,
  onLeave,
  profile,
  profiles,
  onProfile,
}: BlocksPaneProps) => {
  const { t, language } = useText()
  const groups = useMemo(() => groupsOf(types), [types])
  const nodes = useMemo(
    () => [
      { id: ALL, label: t('blocks.allGroups') },
      ...groups.map(({ name }) => ({ id: `g:${name}`, label: name === '' ? t('blocks.noGroup') : name })),
    ],
    [groups, t],
  )
  const counts = new Map([[ALL, types.length], ...groups.map(({ name, count }) => [`g:${name}`, count] as const)])
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return (
    <>
      <div className="pane-head row">
        <p className="pane-title">{t('blocks.title')}</p>
      </div>
      {profiles.length < 2 ? null : (
        <div className="blocks-profile">
          <Choice
            label={t('blocks.profile')}
            isLabelHidden
            value={profile.id}
            options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={onProfile}
          />
        </div>
      )}
      {types.length === 0 ? null : (
        <Tree
          label={t('blocks.groups')}
          nodes={nodes}
          selectedId={place.view !== 'types' ? '' : group === null ? ALL : `g:${group}`}
          openIds={new Set()}
          onSelect={(id) => onGroup(id === ALL ? null : id.slice(2))}
          onToggle={() => undefined}
          renderNode={(id) => (
            <>
              <span className="tree-text ellipsis" title={labels.get(id)}>
                {labels.get(id)}
              </span>
              <span className="tree-count">{formatCount(counts.get(id) ?? 0, language)}</span>
            </>
          )}
        />
      )}
      <nav className="settings-nav blocks-more" aria-label={t('blocks.more')}>
        <ul>
          <PaneLink to={{ screen: 'blocks', view: 'changes' }} isCurrent={place.view === 'changes'} onLeave={onLeave}>
            <GitCompareArrows aria-hidden />
            {t('blocks.changes')}
          </PaneLink>
          <PaneLink to={{ screen: 'blocks', view: 'years' }} isCurrent={place.view === 'years'} onLeave={onLeave}>
            <CalendarDays aria-hidden />
            {t('years.title')}
          </PaneLink>
        </ul>
      </nav>
    </>
  )
}

export type BlocksRoute = Extract<Route, { screen: 'blocks' }>
