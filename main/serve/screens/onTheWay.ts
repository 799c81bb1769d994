import type { Column } from '../../../preload/contract/columns.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Finish, Row } from '../../../preload/contract/results.ts'
import type { Expected, ScreenColumn } from '../../../preload/contract/screens/state.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { expectedFinish, fieldPaces, type Passing } from '../../features/results/rules/expectedFinish.ts'
import type { Gate } from '../../gate/gate.ts'
import { cellTimeMs, parseTimeMs } from '../../kernel/times.ts'
import { screenRowReader } from './rows.ts'

const pageRows = 1_000
/** People expected later are of no use to those who wait at the finish. */
const aheadMs = 30 * 60_000
const mostExpected = 200

/**
 * When a distance started, by the newest finishers: each was there that long after the start, and was learned of soon after. The
 * earliest is the nearest, since learning only ever takes time. Null before anybody has finished since the first download.
 */
export const startOf = (finishes: readonly Finish[], distance: string): number | null => {
  const starts = finishes.flatMap(({ distanceName, learnedAt, result }) => {
    const ms = distanceName === distance && learnedAt !== null ? parseTimeMs(result) : null
    return ms === null || learnedAt === null ? [] : [Date.parse(learnedAt) - ms]
  })
  return starts.length === 0 ? null : Math.min(...starts)
}

type Runner = { readonly row: Row; readonly passing: Passing }

const runnersOf = (columns: readonly Column[], rows: readonly Row[], points: readonly number[]): readonly Runner[] => {
  const finish = columns.findIndex(({ role }) => role === 'result')
  const msAt = (row: Row, at: number): number | null => cellTimeMs(row.cells[at] ?? null, columns[at]?.unit)
  return rows.map((row) => ({
    row,
    passing: {
      totals: points.map((at) => msAt(row, at)),
      finishMs: row.status === 'OK' && finish >= 0 ? msAt(row, finish) : null,
    },
  }))
}

/** People of the stage's categories who are on the course and expected within half an hour, the next first. */
export const readExpected = async (
  gate: Pick<Gate, 'call'>,
  stage: StageGuid,
  tree: StageTree,
  finishes: readonly Finish[],
  chosen: readonly ScreenColumn[],
  nowMs: number,
): Promise<Result<readonly Expected[]>> => {
  const found: Expected[] = []
  for (const { name: distance, categories } of tree.distances) {
    const startMs = startOf(finishes, distance)
    const filled = categories.filter(({ rows }) => rows > 0).map(({ id }) => id)
    if (startMs === null || filled.length === 0) continue
    const rows: Row[] = []
    let columns: readonly Column[] = []
    for (;;) {
      const page = await gate.call('results:page', {
        stage,
        categories: filled,
        isByPerson: true,
        offset: rows.length,
        limit: pageRows,
      })
      if (!page.ok) return page
      columns = page.value.columns
      rows.push(...page.value.rows)
      if (rows.length >= page.value.total || page.value.rows.length === 0) break
    }
    const points = columns.flatMap(({ role, split }, at) => (role === 'split' && split?.isFinish !== true ? [at] : []))
    const runners = runnersOf(columns, rows, points)
    const paces = fieldPaces(
      runners.map(({ passing }) => passing),
      points.length,
    )
    const read = screenRowReader(columns, chosen)
    for (const { row, passing } of runners) {
      if (row.status !== 'on course' && row.status !== 'unknown') continue
      const expected = expectedFinish(passing, paces)
      if (expected === null) continue
      const dueMs = startMs + expected.ms
      if (dueMs < nowMs - aheadMs || dueMs > nowMs + aheadMs) continue
      const { bib, name, about } = read(row)
      const column = columns[points[expected.point] ?? -1]
      found.push({
        bib,
        name,
        about,
        distance,
        point: column?.split?.label ?? column?.label ?? column?.name ?? '',
        dueAt: new Date(dueMs).toISOString() as Instant,
        spreadMs: expected.spreadMs,
      })
    }
  }
  const next = found.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0))
  return { ok: true, value: next.slice(0, mostExpected) }
}
