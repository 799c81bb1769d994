import type { Change } from '../../../preload/contract/changes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Favourite } from '../../../preload/contract/results.ts'
import type { NoticeKind } from '../../../preload/contract/settings.ts'

/** One sentence's worth of changes: who finished, who was disqualified, or which categories have another podium. */
export type RaceNotice = {
  readonly kind: Exclude<NoticeKind, 'watch' | 'job'>
  /** One change a person, for podiums one a category; never empty. */
  readonly changes: readonly Change[]
}

/** One sentence to tell; `id` rises with time. */
export type Notice = {
  readonly id: number
  readonly stage: StageGuid
  readonly of: RaceNotice | { readonly kind: 'watch' }
}

const personOf = ({ bib, name }: Pick<Change, 'bib' | 'name'>): string => `${bib ?? ''} ${name ?? ''}`

const isPodium = (place: string | null): boolean => place === '1' || place === '2' || place === '3'

/** The first of several changes of the same person or category. */
export const firstOfEach = (changes: readonly Change[], keyOf: (change: Change) => string): readonly Change[] => {
  const seen = new Map<string, Change>()
  for (const change of changes) if (!seen.has(keyOf(change))) seen.set(keyOf(change), change)
  return [...seen.values()]
}

/** The notices with one more: a line says all of a kind that is told of a race. */
export const withNotice = (shown: readonly Notice[], added: Notice): readonly Notice[] => {
  const { stage, of } = added
  const alike = shown.find((notice) => notice.stage === stage && notice.of.kind === of.kind)
  const rest = shown.filter((notice) => notice !== alike)
  if (alike === undefined || alike.of.kind === 'watch' || of.kind === 'watch') return [...rest, added]
  const keyOf = of.kind === 'podium' ? ({ category }: Change): string => category : personOf
  // The newest first, so that one person told of twice is told of as they are now.
  return [
    ...rest,
    { ...added, of: { kind: of.kind, changes: firstOfEach([...of.changes, ...alike.of.changes], keyOf) } },
  ]
}

/** What these changes of one stage give to tell; at most one notice of a kind, however many the changes. */
export const raceNotices = (
  changes: readonly Change[],
  favourites: readonly Pick<Favourite, 'bib' | 'name'>[],
  kinds: readonly NoticeKind[],
): readonly RaceNotice[] => {
  const marked = new Set(favourites.map(personOf))
  const all: readonly RaceNotice[] = [
    {
      kind: 'favourite',
      changes: firstOfEach(
        changes.filter((change) => change.isFirstResult === true && marked.has(personOf(change))),
        personOf,
      ),
    },
    {
      kind: 'disqualified',
      changes: firstOfEach(
        changes.filter(({ type, after }) => type === 'status' && after === 'DSQ'),
        personOf,
      ),
    },
    {
      kind: 'podium',
      changes: firstOfEach(
        changes.filter(({ type, before, after }) => type === 'place' && (isPodium(before) || isPodium(after))),
        ({ category }) => category,
      ),
    },
  ]
  return all.filter(({ kind, changes: told }) => kinds.includes(kind) && told.length > 0)
}
