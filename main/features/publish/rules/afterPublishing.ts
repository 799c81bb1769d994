import type { Publication } from '../../../../preload/contract/publish/publish.ts'
import type { StoredPublishing } from './storedPublishing.ts'

const keptReceipts = 20
/** Readers who opened the site before may ask for its files for so long. */
const retiredMs = 3_600_000

/**
 * After the entry was written: what is known of the place now, and which of its files nobody needs any more. `files`: those that
 * the entry leads to; `there`: all that are on the place.
 */
export const afterPublishing = (
  before: StoredPublishing,
  done: Publication,
  files: readonly string[],
  there: readonly string[],
  nowMs: number,
): { readonly next: StoredPublishing; readonly unneeded: readonly string[] } => {
  const current = new Set(files)
  const known = new Map(before.retired)
  const retired = there
    .filter((path) => !current.has(path))
    .map((path): [string, number] => [path, known.get(path) ?? nowMs])
  const isOld = ([, since]: readonly [string, number]): boolean => nowMs - since > retiredMs
  const next = {
    ...before,
    turn: before.turn + 1,
    published: done,
    // A publication that is only confirmed keeps its receipt.
    receipts: done.at === before.published?.at ? before.receipts : [done, ...before.receipts].slice(0, keptReceipts),
    retired: retired.filter((one) => !isOld(one)),
  }
  return { next, unneeded: retired.filter(isOld).map(([path]) => path) }
}
