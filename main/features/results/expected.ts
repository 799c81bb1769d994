import type { Input } from '../../../preload/contract.ts'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ExpectedPeople, Finish, Row, Status } from '../../../preload/contract/results.ts'
import type { Clock } from '../../kernel/clock.ts'
import { cellTimeMs, parseTimeMs } from '../../kernel/times.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import { rememberAnswer } from './rememberAnswer.ts'
import type { createFinishes } from './finishes.ts'
import type { FieldFactsCache } from './fieldFacts.ts'
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

const isOut = ({ status }: { readonly status: Status }): boolean => status === 'on course' || status === 'unknown'

/** `row`: null where nobody is expected any more. */
type Runner = { readonly row: Row | null; readonly passing: Passing }

const pointsOf = (columns: readonly Column[]): readonly number[] =>
  columns.flatMap(({ role, split }, at) => (role === 'split' && split?.isFinish !== true ? [at] : []))

const runnersOf = (columns: readonly Column[], rows: readonly Row[]): readonly Runner[] => {
  const points = pointsOf(columns)
  const finish = columns.findIndex(({ role }) => role === 'result')
  const msAt = (row: Row, at: number): number | null => cellTimeMs(row.cells[at] ?? null, columns[at]?.unit)
  return rows.map((row) => ({
    row: isOut(row) ? row : null,
    passing: {
      totals: points.map((at) => msAt(row, at)),
      finishMs: row.status === 'OK' && finish >= 0 ? msAt(row, finish) : null,
    },
  }))
}

type ExpectedParts = {
  readonly store: Pick<TableStore, 'tables'>
  readonly facts: Pick<FieldFactsCache, 'facts'>
  readonly rows: Results['rows']
  readonly finishes: ReturnType<typeof createFinishes>
  readonly clock: Clock
}

/** How many questions are remembered: screens ask the same again after each poll. */
const keptAnswers = 4

type Due = Omit<ExpectedPeople['people'][number], 'dueAt'> & { readonly dueMs: number }
/** Everybody of a distance who is expected at some time, the next first. */
type DistanceDues = Omit<ExpectedPeople, 'people'> & { readonly dues: readonly Due[] }

/** People who are on the course and expected within half an hour. */
export const createExpected = ({ store, facts, rows, finishes, clock }: ExpectedParts) => {
  const known = new Map<string, Promise<Result<readonly DistanceDues[]>>>()

  const isAnybodyOut = async (tables: readonly StoredTable[]): Promise<boolean> => {
    for (const table of tables) {
      const { tellRow } = await facts.facts(table)
      for (let index = 0; index < table.rows; index += 1) if (isOut(tellRow(index))) return true
    }
    return false
  }

  const findDues = async (
    { stage }: Input<'results:expected'>,
    filled: readonly StoredTable[],
  ): Promise<Result<readonly DistanceDues[]>> => {
    const newest = await finishes({ stage, limit: newestFinishes })
    if (!newest.ok) return newest
    const distances: DistanceDues[] = []
    for (const tables of Map.groupBy(filled, ({ distanceGuid }) => distanceGuid).values()) {
      const { distanceName = '' } = tables[0] ?? {}
      const startMs = startOf(newest.value, distanceName)
      // Once all have finished no row is read.
      if (startMs === null || !(await isAnybodyOut(tables))) continue
      const categories = tables.map(({ category }) => category)
      const found = await rows({ stage, categories, isByPerson: true }, { isSinglePass: true })
      if (!found.ok) return found
      const { columns, total, read } = found.value
      const runners: Runner[] = []
      for (let at = 0; at < total; at += pageRows) runners.push(...runnersOf(columns, await read(at, at + pageRows)))
      distances.push({ distanceName, columns, dues: duesOf(columns, runners, startMs) })
    }
    return { ok: true, value: distances }
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

const duesOf = (columns: readonly Column[], runners: readonly Runner[], startMs: number): readonly Due[] => {
  const points = pointsOf(columns)
  const paces = fieldPaces(
    runners.map(({ passing }) => passing),
    points.length,
  )
  return runners
    .flatMap(({ row, passing }): Due[] => {
      const expected = row === null ? null : expectedFinish(passing, paces)
      if (row === null || expected === null) return []
      const column = columns[points[expected.point] ?? -1]
      const point = column?.split?.label ?? column?.label ?? column?.name ?? ''
      return [{ row, point, dueMs: startMs + expected.ms, spreadMs: expected.spreadMs }]
    })
    .toSorted((a, b) => a.dueMs - b.dueMs)
}
