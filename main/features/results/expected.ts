import type { Input } from '../../../preload/contract.ts'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ExpectedPeople, Finish, Row } from '../../../preload/contract/results.ts'
import type { Clock } from '../../kernel/clock.ts'
import { cellTimeMs, parseTimeMs } from '../../kernel/times.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import { rememberAnswer } from './rememberAnswer.ts'
import type { createFinishes } from './finishes.ts'
import { selectTables, type Results } from './results.ts'
import { expectedFinish, fieldPaces, type Passing } from './rules/expectedFinish.ts'

const pageRows = 1_000
const newestFinishes = 40
/** Later finishers do not interest people at the finish. */
const aheadMs = 30 * 60_000
const mostExpected = 200

/**
 * Start of a distance, from its newest finishers: time learned minus result. The earliest is closest, because learning only adds
 * delay. Null before the first finish since the first download.
 */
const startOf = (finishes: readonly Finish[], distance: string): number | null => {
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

type ExpectedParts = {
  readonly store: Pick<TableStore, 'tables'>
  readonly page: Results['page']
  readonly finishes: ReturnType<typeof createFinishes>
  readonly clock: Clock
}

/** How many questions are remembered: screens ask the same again after each poll. */
const keptAnswers = 4

type Due = Omit<ExpectedPeople['people'][number], 'dueAt'> & { readonly dueMs: number }
/** Everybody of a distance who is expected at some time, the next first. */
type DistanceDues = Omit<ExpectedPeople, 'people'> & { readonly dues: readonly Due[] }

/** People who are on the course and expected within half an hour. */
export const createExpected = ({ store, page, finishes, clock }: ExpectedParts) => {
  const known = new Map<string, Promise<Result<readonly DistanceDues[]>>>()

  const findDues = async (
    { stage }: Input<'results:expected'>,
    filled: readonly StoredTable[],
  ): Promise<Result<readonly DistanceDues[]>> => {
    const newest = await finishes({ stage, limit: newestFinishes })
    if (!newest.ok) return newest
    const found: DistanceDues[] = []
    for (const tables of Map.groupBy(filled, ({ distanceGuid }) => distanceGuid).values()) {
      const { distanceName = '' } = tables[0] ?? {}
      const startMs = startOf(newest.value, distanceName)
      if (startMs === null) continue
      const rows: Row[] = []
      let columns: readonly Column[] = []
      for (;;) {
        const categories = tables.map(({ category }) => category)
        const read = await page({ stage, categories, isByPerson: true, offset: rows.length, limit: pageRows })
        if (!read.ok) return read
        columns = read.value.columns
        rows.push(...read.value.rows)
        if (rows.length >= read.value.total || read.value.rows.length === 0) break
      }
      found.push({ distanceName, columns, dues: duesOf(columns, rows, startMs) })
    }
    return { ok: true, value: found }
  }

  return async (query: Input<'results:expected'>): Promise<Result<readonly ExpectedPeople[]>> => {
    const tables = store.tables(query.stage)
    const filled = selectTables(tables, query).filter(({ rows }) => rows > 0)
    // By all tables: a finisher of another category tells when a distance started.
    const found = await rememberAnswer(known, JSON.stringify([query, tables]), keptAnswers, () =>
      findDues(query, filled),
    )
    if (!found.ok) return found
    const nowMs = clock()
    const value = found.value.map(({ dues, ...distance }): ExpectedPeople => {
      const soon = dues.filter(({ dueMs }) => Math.abs(dueMs - nowMs) <= aheadMs).slice(0, mostExpected)
      return {
        ...distance,
        people: soon.map(({ dueMs, ...due }) => ({ ...due, dueAt: new Date(dueMs).toISOString() as Instant })),
      }
    })
    return { ok: true, value: value.filter(({ people }) => people.length > 0) }
  }
}

const duesOf = (columns: readonly Column[], rows: readonly Row[], startMs: number): readonly Due[] => {
  const points = columns.flatMap(({ role, split }, at) => (role === 'split' && split?.isFinish !== true ? [at] : []))
  const runners = runnersOf(columns, rows, points)
  const paces = fieldPaces(
    runners.map(({ passing }) => passing),
    points.length,
  )
  return runners
    .flatMap(({ row, passing }): Due[] => {
      if (row.status !== 'on course' && row.status !== 'unknown') return []
      const expected = expectedFinish(passing, paces)
      if (expected === null) return []
      const column = columns[points[expected.point] ?? -1]
      const point = column?.split?.label ?? column?.label ?? column?.name ?? ''
      return [{ row, point, dueMs: startMs + expected.ms, spreadMs: expected.spreadMs }]
    })
    .toSorted((a, b) => a.dueMs - b.dueMs)
}
