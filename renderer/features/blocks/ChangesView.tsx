import { useQuery } from '@tanstack/react-query'
import { PanelLeft } from 'lucide-react'
import { useState } from 'react'
import type { BlockChanges, BlockSnapshot } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, ProfileId } from '../../../preload/contract/ids.ts'
import { lazyPart } from '../../app/lazyPart.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Blank } from '../../components/Blank.tsx'
import { ChangeMark } from '../../components/ChangeMark.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { codeOf } from './codeText.ts'
import { changesQuery, detailsQuery, listQuery } from './useBlocks.ts'

const SideBySide = lazyPart(async () => (await import('./SideBySide.tsx')).SideBySide)

type Chosen = { readonly id: BlockTypeId; readonly field: string }

type VersionsProps = {
  readonly profileId: ProfileId
  readonly changes: BlockChanges
  readonly chosen: Chosen
  readonly onField: (field: string) => void
}

/** Both versions of one field of one type. */
const Versions = ({ profileId, changes, chosen, onField }: VersionsProps) => {
  const { t } = useText()
  const { from, to } = changes
  const before = useQuery(detailsQuery(profileId, chosen.id, from.id))
  const after = useQuery(detailsQuery(profileId, chosen.id, to.id))
  const change = changes.changed.find(({ type }) => type.id === chosen.id)
  const error = before.error ?? after.error
  if (change === undefined) return null
  if (error !== null) return <Problem problem={error} />
  if (before.data?.state !== 'stored' || after.data?.state !== 'stored') {
    return <Skeleton rows={10} label={t('app.starting')} />
  }
  const field = change.fields.includes(chosen.field) ? chosen.field : (change.fields[0] ?? '')
  return (
    <>
      <div className="changes-fields">
        <Choice
          label={t('blocks.changes.field')}
          isLabelHidden
          value={field}
          options={change.fields.map((name) => ({ value: name, label: name }))}
          onChange={onField}
        />
      </div>
      <SideBySide
        before={codeOf(before.data.block.received, field)}
        after={codeOf(after.data.block.received, field)}
        label={t('blocks.diff.label', { field, name: change.type.name })}
      />
    </>
  )
}

type ComparisonProps = { readonly profileId: ProfileId; readonly from: BlockSnapshot; readonly to: BlockSnapshot }

const Comparison = ({ profileId, from, to }: ComparisonProps) => {
  const { t, language } = useText()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const compared = useQuery(changesQuery(profileId, from.id, to.id))
  const changes = compared.data?.changes ?? null
  if (compared.error !== null) return <Problem problem={compared.error} onRetry={() => void compared.refetch()} />
  if (changes === null) return <Skeleton rows={10} label={t('app.starting')} />
  const { added, removed, changed, depth } = changes
  const count = (value: number): string => formatCount(value, language)
  return (
    <>
      <p className="changes-sum" role="status">
        {(['added', 'removed', 'changed'] as const)
          .map((kind) =>
            t(`blocks.changes.count.${kind}`, { count: changes[kind].length, rows: count(changes[kind].length) }),
          )
          .join(', ')}
        {depth === 'overview' ? <span className="muted"> {t('blocks.changes.overview')}</span> : null}
      </p>
      {added.length + removed.length + changed.length === 0 ? (
        <Blank title={t('blocks.changes.none')} />
      ) : (
        <div className="changes">
          <ul className="changes-list" aria-label={t('blocks.changes.list')}>
            {changed.map(({ type, fields }) => (
              <li key={type.id}>
                <button
                  type="button"
                  className="changes-type stack"
                  aria-pressed={chosen?.id === type.id}
                  disabled={depth === 'overview'}
                  onClick={() => setChosen({ id: type.id, field: fields[0] ?? '' })}
                >
                  <span className="ellipsis">
                    <span className="mono">{type.id}</span> {type.name}
                  </span>
                  <span className="muted ellipsis">{fields.join(', ')}</span>
                </button>
              </li>
            ))}
            {(
              [
                ['added', added],
                ['removed', removed],
              ] as const
            ).flatMap(([kind, types]) =>
              types.map((type) => (
                <li key={`${kind} ${type.id}`} className="changes-type stack">
                  <span className="ellipsis">
                    <span className="mono">{type.id}</span> {type.name}
                  </span>
                  <ChangeMark kind={kind}>{t(`blocks.changes.is.${kind}`)}</ChangeMark>
                </li>
              )),
            )}
          </ul>
          <div className="changes-versions column">
            {chosen === null ? (
              <p className="muted blocks-note">
                {changed.length === 0 || depth === 'overview' ? '' : t('blocks.changes.choose')}
              </p>
            ) : (
              <Versions
                profileId={profileId}
                changes={changes}
                chosen={chosen}
                onField={(field) => setChosen({ ...chosen, field })}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** The one before of the same depth, so that as much as can be is compared. */
const earlierOf = (snapshots: readonly BlockSnapshot[], to: BlockSnapshot): BlockSnapshot | undefined => {
  const others = snapshots.filter(({ id }) => id !== to.id)
  return others.find(({ depth, id }) => depth === to.depth && id < to.id) ?? others[0]
}

type ChangesViewProps = { readonly profileId: ProfileId; readonly onShowList: () => void }

/** Compares any two stored replies. */
export const ChangesView = ({ profileId, onShowList }: ChangesViewProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const list = useQuery(listQuery(profileId))
  const [chosenFrom, setFrom] = useState<string | null>(null)
  const [chosenTo, setTo] = useState<string | null>(null)
  const snapshots = list.data?.snapshots ?? []
  const to =
    snapshots.find(({ id }) => String(id) === chosenTo) ??
    snapshots.find(({ depth }) => depth === 'whole' && snapshots.filter((other) => other.depth === depth).length > 1) ??
    snapshots[0]
  const from =
    snapshots.find(({ id }) => String(id) === chosenFrom) ?? (to === undefined ? undefined : earlierOf(snapshots, to))
  const options = snapshots.map((snapshot) => ({
    value: String(snapshot.id),
    label: t(`blocks.snapshot.${snapshot.depth}`, {
      time: formatClock(snapshot.fetchedAt, nowMs, language),
    }),
  }))
  return (
    <>
      <header className="pane-head row">
        <span className="only-narrow">
          <IconButton label={t('blocks.groups')} icon={<PanelLeft aria-hidden />} onClick={onShowList} />
        </span>
        <h1>{t('blocks.changes')}</h1>
      </header>
      {list.data === undefined ? (
        <Skeleton rows={10} label={t('app.starting')} />
      ) : from === undefined || to === undefined ? (
        <Blank title={t('blocks.changes.few.title')}>
          <p>{t('blocks.changes.few.what')}</p>
        </Blank>
      ) : (
        <>
          <div className="changes-choice">
            <Choice label={t('blocks.changes.from')} value={String(from.id)} options={options} onChange={setFrom} />
            <Choice label={t('blocks.changes.to')} value={String(to.id)} options={options} onChange={setTo} />
          </div>
          <Comparison key={`${from.id} ${to.id}`} profileId={profileId} from={from} to={to} />
        </>
      )}
    </>
  )
}
