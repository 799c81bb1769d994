import type { Language } from '../../text/text.ts'
import { formatClock } from '../../text/format.ts'
import type { Change, ChangeType } from '../../../preload/contract/changes.ts'

/** What one person's categories say alike at one poll; the change that came last stands first. */
export type ChangeLine = readonly [Change, ...(readonly Change[])]

/** Changes that came with one poll, newest first. */
export type ChangeGroup = {
  readonly at: string
  readonly lines: readonly ChangeLine[]
  /** Null while the poll may have brought more than was read. */
  readonly count: number | null
}

/** Categories of one poll are answered within seconds of each other. */
const POLL_MS = 10_000

/**
 * `changes` newest first; a group is as old as the newest of it. Reckoned from the oldest of each group, so that neither polls
 * a few seconds apart run together nor arrivals move the bounds of the groups before them. `isAll`: there are none older.
 */
export const groupChanges = (changes: readonly Change[], isAll: boolean): readonly ChangeGroup[] => {
  const groups: { readonly fromMs: number; readonly changes: Change[] }[] = []
  for (const change of changes.toReversed()) {
    const atMs = Date.parse(change.at)
    const group = groups.at(-1)
    if (group === undefined || Math.abs(atMs - group.fromMs) > POLL_MS) groups.push({ fromMs: atMs, changes: [change] })
    else group.changes.push(change)
  }
  return groups.toReversed().map((group, index) => {
    const newestFirst = group.changes.toReversed()
    const isWhole = isAll || index < groups.length - 1
    const lines = linesOf(newestFirst)
    return { at: newestFirst[0]?.at ?? '', lines, count: isWhole ? lines.length : null }
  })
}

/** By bib and name together, as nobody else has both; a bib or name alone may be somebody else's in another category. */
const linesOf = (newestFirst: readonly Change[]): readonly ChangeLine[] => {
  const lines: [Change, ...Change[]][] = []
  const open = new Map<string, [Change, ...Change[]]>()
  for (const change of newestFirst) {
    const { type, bib, name, category } = change
    const key = bib === null || name === null ? null : JSON.stringify([type, bib, name])
    const line = key === null ? undefined : open.get(key)
    // A second change within one category is a line of its own.
    if (line !== undefined && line.every((other) => other.category !== category)) line.push(change)
    else {
      const started: [Change, ...Change[]] = [change]
      lines.push(started)
      if (key !== null) open.set(key, started)
    }
  }
  return lines
}

/** With seconds, since polls come several times a minute; a day that is not today comes before. */
export const formatMoment = (instant: string, nowMs: number, language: Language): string => {
  const seconds = new Intl.DateTimeFormat(language, { second: '2-digit' }).format(new Date(instant))
  return `${formatClock(instant, nowMs, language)}:${seconds.padStart(2, '0')}`
}

/** In the order of the filter. Types that are only told while watching are never stored. */
export const CHANGE_TYPES: readonly ChangeType[] = [
  'new',
  'result',
  'place',
  'status',
  'name',
  'club',
  'moved',
  'vanished',
  'mass-recalculation',
  'drift',
]

/** Where "in the last ten minutes" begins, moving on once a minute so that it is not asked for at every tick. */
export const recentSince = (nowMs: number): string => {
  const minute = 60_000
  return new Date(Math.floor(nowMs / minute) * minute - 10 * minute).toISOString()
}
