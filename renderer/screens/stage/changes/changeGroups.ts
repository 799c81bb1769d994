import type { Language } from '../../../text/text.ts'
import { formatClock } from '../../../text/format.ts'
import type { Change, ChangeType } from '../../../../preload/contract.ts'

/** Changes that came with one poll, newest first. */
export type ChangeGroup = { readonly at: string; readonly changes: readonly Change[] }

/** Categories of one poll are answered within seconds of each other. */
const POLL_MS = 10_000

/** `changes` newest first; a group is as old as the newest of it. */
export const groupChanges = (changes: readonly Change[]): readonly ChangeGroup[] => {
  const groups: { readonly at: string; readonly changes: Change[] }[] = []
  let last: Change | undefined
  for (const change of changes) {
    const group = groups.at(-1)
    const isOnePoll = last !== undefined && Math.abs(Date.parse(last.at) - Date.parse(change.at)) <= POLL_MS
    if (group === undefined || !isOnePoll) groups.push({ at: change.at, changes: [change] })
    else group.changes.push(change)
    last = change
  }
  return groups
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
