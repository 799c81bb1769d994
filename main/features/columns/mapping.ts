import type { Operations } from '../../../preload/contract.ts'
import type { MappedColumn, RoleCorrection, ShapeMapping } from '../../../preload/contract/columns.ts'
import type { Cell, Instant, ShapeSignature, StageGuid } from '../../../preload/contract/ids.ts'
import { isTimeRole } from '../../../preload/contract/roles.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { mergeColumns, rowsAt } from './rules/table/columns.ts'
import { readCorrections, type CorrectionFault, type JudgedColumn } from './rules/table/correctRoles.ts'
import {
  columnKeyOf,
  isMany,
  correctedAlso,
  doubt,
  effectiveGuesses,
  type Corrections,
} from './rules/table/tableShape.ts'
import type { CategoryRowsCache } from './categoryRows.ts'
import { cellText } from '../../kernel/text/cellText.ts'
import { runInTurns } from '../../kernel/turns.ts'
import type { ShapeStore, StoredShape, StoredTable, TableStore } from './tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import { setBounded } from '../../kernel/bounded.ts'

type Affected = Operations['results:setMapping']['value']

type Mapping = {
  readonly read: (scope: Operations['results:mapping']['input']) => Promise<Result<readonly ShapeMapping[]>>
  readonly set: (input: Operations['results:setMapping']['input']) => Promise<Result<Affected>>
}

const sampleCount = 5
/** Distinct cells by which it is judged whether a column can have a role. */
const judgedCount = 40
const sampleLength = 80
/** Bodies read for samples of one shape, the largest first. */
const sampledTables = 3
/** Rows of a body that are looked at for samples. */
const sampledRows = 400
/** Tables whose samples are kept at hand. */
const keptSamples = 24

const nothing: Affected = { rows: 0, categories: 0, stages: 0 }
/** What the columns of stored tables mean, and what users say of them. Fetches nothing. */
export const createMapping = ({
  store,
  cache,
  emit,
  clock,
}: {
  readonly store: ShapeStore & TableStore & StageStore
  readonly cache: CategoryRowsCache
  readonly emit: Emit
  readonly clock: Clock
}): Mapping => {
  const samples = createCellSamples(cache)

  const say = (stage: StageGuid, shape: StoredShape, corrections: Corrections): Result<Affected> => {
    const stages = store.correctShape(shape.id, corrections, new Date(clock()).toISOString() as Instant)
    for (const affected of new Set([stage, ...stages])) emit({ name: 'stage:changed', data: { stage: affected } })
    return { ok: true, value: shape.stored }
  }

  const correct = async (
    stage: StageGuid,
    shape: StoredShape,
    roles: readonly RoleCorrection[],
  ): Promise<Result<Affected>> => {
    const tables = largestFirst(store.tables(stage).filter((table) => table.shape === shape.id))
    const columns = await sampledColumns(cache, samples, tables, pointsApart(shape, roles))
    const read = readCorrections(roles, columns, shape.known)
    return read.ok ? say(stage, shape, read.corrections) : faulty(read.fault)
  }

  /** Reads all shapes before it writes one, so that a fault in any of them leaves all as they were. */
  const correctAll = async (stage: StageGuid, said: readonly RoleCorrection[]): Promise<Result<Affected>> => {
    const tables = store.tables(stage)
    const found = new Set<string>()
    const ready: { readonly shape: StoredShape; readonly corrections: Corrections }[] = []
    for (const shape of store.shapes(stage)) {
      const ofShape = largestFirst(tables.filter((table) => table.shape === shape.id))
      const columns = await sampledColumns(cache, samples, ofShape, pointsApart(shape, said))
      const roles = said.flatMap((correction): readonly RoleCorrection[] => {
        const column = columns.find(
          ({ name, names }) => name === correction.column || names.includes(correction.column),
        )
        if (column === undefined) return []
        found.add(correction.column)
        return [withKnownUnit({ ...correction, column: column.name }, column, shape)]
      })
      if (roles.length === 0) continue
      const read = readCorrections(roles, columns, shape.known)
      if (!read.ok) return faulty(read.fault)
      ready.push({ shape, corrections: correctedAlso(shape.corrections, read.corrections) })
    }
    const missing = said.find(({ column }) => !found.has(column))
    if (missing !== undefined) return faulty({ reason: 'no-such-column', column: missing.column, role: missing.role })
    for (const { shape, corrections } of ready) say(stage, shape, corrections)
    return { ok: true, value: together(ready.map(({ shape }) => shape.stored)) }
  }

  return {
    read: async ({ stage, categories, distance }) => {
      if (store.stage(stage) === null) return notFound('stage')
      const tables = store
        .tables(stage)
        .filter(
          (table) =>
            (categories?.includes(table.category) ?? true) &&
            (distance === undefined || table.distanceGuid === distance),
        )
      const found: ShapeMapping[] = []
      for (const shape of store.shapes(stage)) {
        const ofShape = largestFirst(tables.filter((table) => table.shape === shape.id))
        if (ofShape.length > 0) found.push(await mappingOf(cache, samples, shape, ofShape))
      }
      return { ok: true, value: found.sort((a, b) => b.rows - a.rows) }
    },
    set: async (input) => {
      const { stage } = input
      if (store.stage(stage) === null) return notFound('stage')
      if ('seen' in input) {
        store.noteDrift(stage, input.seen)
        emit({ name: 'stage:changed', data: { stage } })
        return { ok: true, value: nothing }
      }
      if ('columns' in input) return await correctAll(stage, input.columns)
      const shape = shapeOf(store, stage, input.signature, input.origin)
      if (shape === null) return notFound('shape')
      return 'reset' in input ? say(stage, shape, new Map()) : await correct(stage, shape, input.roles)
    },
  }
}

const faulty = ({ reason, column, role }: CorrectionFault): Result<never> => {
  const issues = [{ path: `roles.${column}`, message: role === null ? reason : `${reason}: ${role}` }]
  return { ok: false, error: { kind: 'invalid-input', issues } }
}

const together = (stored: readonly Affected[]): Affected => ({
  rows: stored.reduce((sum, { rows }) => sum + rows, 0),
  categories: stored.reduce((sum, { categories }) => sum + categories, 0),
  stages: Math.max(0, ...stored.map(({ stages }) => stages)),
})

/** Numbers whose unit is known need not be asked for it when their role changes from one of times to another. */
const withKnownUnit = (said: RoleCorrection, { kind }: JudgedColumn, shape: StoredShape): RoleCorrection => {
  const { column, role, unit } = said
  if (unit !== undefined || role === null || !isTimeRole(role) || kind !== 'number') return said
  const known = shape.known.get(column)
  const candidates = known?.guesses ?? []
  const found =
    shape.corrections.get(column)?.unit ??
    known?.guess.unit ??
    (candidates.find((one) => one.role === role) ?? candidates.find((one) => one.unit !== undefined))?.unit
  return found === undefined ? said : { ...said, unit: found }
}

const shapeOf = (
  store: ShapeStore & TableStore & StageStore,
  stage: StageGuid,
  signature: ShapeSignature,
  origin: string | undefined,
): StoredShape | null =>
  store.shapes(stage).find((shape) => shape.signature === signature && (origin ?? shape.origin) === shape.origin) ??
  null

const largestFirst = (tables: readonly StoredTable[]): readonly StoredTable[] =>
  [...tables].sort((a, b) => b.rows - a.rows)

const mappingOf = async (
  cache: CategoryRowsCache,
  samples: CellSamples,
  shape: StoredShape,
  tables: readonly StoredTable[],
): Promise<ShapeMapping> => {
  const inForce = effectiveGuesses(shape.known, shape.corrections)
  const guesses = effectiveGuesses(shape.known, new Map())
  const sampled = await sampledColumns(cache, samples, tables, pointsApart(shape, []))
  const columns = sampled.map(({ name, label, names, kind, isSplit, cells }): MappedColumn => {
    const correction = shape.corrections.get(name)
    return {
      name,
      ...(label === undefined ? {} : { label }),
      names,
      kind,
      isSplit,
      role: inForce.get(name) ?? doubt,
      guess: guesses.get(name) ?? doubt,
      guesses: shape.known.get(name)?.guesses ?? [],
      samples: samplesOf(cells),
      correction: correction === undefined ? 'none' : correction.isCarried === true ? 'carried' : 'own',
    }
  })
  return {
    signature: shape.signature,
    origin: shape.origin,
    columns,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    categories: tables.map(({ category }) => category),
    stored: shape.stored,
    firstSeenAt: shape.firstSeenAt,
    lastSeenAt: shape.lastSeenAt,
  }
}

type SampledColumn = JudgedColumn & { readonly label?: string; readonly names: readonly string[] }

/** Distinct filled cells by column key, of tables as they are now. */
type CellSamples = (table: StoredTable) => Promise<ReadonlyMap<string, readonly Cell[]>>

/** Names of single points that have a role of the whole row, or get one: such a point stands apart from the others of its list. */
const pointsApart = (shape: StoredShape, said: readonly RoleCorrection[]): ReadonlySet<string> =>
  new Set([
    ...shape.corrections.keys(),
    ...said.flatMap(({ column, role }) => (role === null || isMany(role) ? [] : [column])),
  ])

/** The columns of tables of one shape, split columns of a field as one but for those `apart`, with some of their cells. */
const sampledColumns = async (
  cache: CategoryRowsCache,
  samples: CellSamples,
  tables: readonly StoredTable[],
  apart: ReadonlySet<string>,
): Promise<readonly SampledColumn[]> => {
  await cache.load()
  const alone: { readonly name: string; readonly key: string }[] = []
  const groups = new Map<
    string,
    { label?: string; names: string[]; kind: SampledColumn['kind']; isSplit: boolean; cells: Cell[] }
  >()
  for (const column of mergeColumns(tables.map((table) => cache.columns(table)))) {
    const { name, label, kind, split } = column
    const isApart = apart.has(name)
    if (isApart && split !== undefined) alone.push({ name, key: columnKeyOf(column) })
    const key = isApart ? name : columnKeyOf(column)
    const group = groups.get(key)
    if (group === undefined) {
      groups.set(key, {
        ...(label === undefined || split !== undefined ? {} : { label }),
        names: [name],
        kind,
        isSplit: split !== undefined && split.isFinish !== true && !isApart,
        cells: [],
      })
    } else {
      group.names.push(name)
      if (group.kind !== kind) group.kind = 'text'
    }
  }
  for (const table of tables.slice(0, sampledTables)) {
    const found = await samples(table)
    for (const [key, cells] of found) groups.get(key)?.cells.push(...cells)
    // A single point's cells are like those of the other points.
    for (const { name, key } of alone) groups.get(name)?.cells.push(...(found.get(key) ?? []))
  }
  const parts = new Map(
    tables
      .flatMap((table) => cache.columns(table))
      .flatMap((column) => (column.part === undefined ? [] : [[columnKeyOf(column), column.part] as const])),
  )
  return [...groups].map(([name, group]) => {
    const part = parts.get(name)
    return { name, ...group, cells: distinct(group.cells), ...(part === undefined ? {} : { part }) }
  })
}

const distinct = (cells: readonly Cell[]): readonly Cell[] => [
  ...new Map(cells.map((cell) => [cellText(cell), cell])).values(),
]

/** Bodies are read for samples once, as long as they are among the tables asked for last. */
const createCellSamples = (cache: CategoryRowsCache): CellSamples => {
  const known = new Map<string, ReadonlyMap<string, readonly Cell[]>>()
  return async (table) => {
    const key = `${table.category}:${table.snapshot}:${table.reading}`
    const found = known.get(key) ?? (await cellsOf(cache, table))
    setBounded(known, key, found, keptSamples)
    return found
  }
}

const cellsOf = async (cache: CategoryRowsCache, table: StoredTable): Promise<ReadonlyMap<string, readonly Cell[]>> => {
  const { rows, readers } = await runInTurns(cache.rowsOnceInSteps(table))
  const sampled = rowsAt(rows, Math.max(1, Math.floor(rows.length / sampledRows)))
  const byKey = new Map<string, Map<string, Cell>>()
  for (const column of cache.columns(table)) {
    const key = columnKeyOf(column)
    const cells = byKey.get(key) ?? new Map<string, Cell>()
    byKey.set(key, cells)
    const read = readers.get(column.name)
    for (const row of sampled) {
      if (cells.size >= judgedCount) break
      const cell = read?.(row)
      if (cell === undefined || cell === null || cellText(cell).trim() === '') continue
      cells.set(cellText(cell), cell)
    }
  }
  return new Map([...byKey].map(([key, cells]) => [key, [...cells.values()]]))
}

const samplesOf = (cells: readonly Cell[]): readonly string[] =>
  cells
    .slice(0, sampleCount)
    .map(cellText)
    .map((text) => (text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text))
