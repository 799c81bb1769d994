import { gunzipSync } from 'node:zlib'
import type { AppError, Result } from '../../preload/contract/result.ts'
import { tooManyBytes } from '../kernel/bodyLimits.ts'
import { parseCsv } from './csvTable.ts'
import { guidOf } from './random.ts'
import {
  resultsBody,
  type ServedBody,
  type ServedCategory,
  type ServedDistance,
  type ServedStage,
} from './servedStage.ts'

/** A results file as it was read, and the columns by which it becomes distances and categories. */
export type ResultsFile = {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** None: one category. One: a category per value. Two: a distance per value of the first, a category per value of the second. */
  readonly groupBy: readonly string[]
}

/** Rows that can say the text of a column and become JSON when they are asked for. */
type Table = {
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly textAt: (row: number, column: string) => string
  readonly jsonAt: (row: number) => string
}

type JsonObject = { readonly [key: string]: unknown }

const limitBytes = 256 * 1024 * 1024
const missingGroup = '—'
const onlyGroup = 'All'

const failure = <T>(error: AppError): Result<T> => ({ ok: false, error })

function invalid<T>(path: string, message: string): Result<T> {
  return failure({ kind: 'invalid-input', issues: [{ path, message }] })
}

const hasCode = (thrown: unknown, code: string): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === code

function unpack(bytes: Uint8Array): Result<Uint8Array> {
  if (bytes.length > limitBytes) return failure(tooManyBytes(limitBytes))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { ok: true, value: bytes }
  try {
    return { ok: true, value: gunzipSync(bytes, { maxOutputLength: limitBytes }) }
  } catch (thrown) {
    return hasCode(thrown, 'ERR_BUFFER_TOO_LARGE')
      ? failure(tooManyBytes(limitBytes))
      : invalid('results', 'the file is a damaged gzip')
  }
}

/** UTF-8, or UTF-16 when its mark is there; without the mark in either case. */
function decode(bytes: Uint8Array): Result<string> {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return { ok: true, value: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    return invalid('results', 'the file is not UTF-8 text; save it as UTF-8 first')
  }
}

function csvTable(text: string): Result<Table> {
  const parsed = parseCsv(text)
  if (!parsed.ok) return parsed
  const { columns, namedCount, rows } = parsed.value
  const named = columns.map((name) => `${JSON.stringify(name)}:`)
  const positions = new Map(columns.map((name, index) => [name, index]))
  // Written by hand: an object would move columns named by numbers, such as "5", to the front.
  const jsonAt = (row: number): string => {
    const cells = rows[row] ?? []
    const shown = named.slice(0, Math.max(namedCount, cells.length))
    return `{${shown.map((name, index) => name + JSON.stringify(cells[index] ?? '')).join(',')}}`
  }
  return {
    ok: true,
    value: {
      columns,
      rowCount: rows.length,
      textAt: (row, column) => rows[row]?.[positions.get(column) ?? columns.length] ?? '',
      jsonAt,
    },
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The array at the top, in `data` or in `data.items`. */
function findRows(value: unknown): readonly unknown[] | null {
  const data = isObject(value) ? value['data'] : undefined
  const items = isObject(data) ? data['items'] : undefined
  return [value, data, items].find(isList) ?? null
}

/** Dotted names of the plain values in an object, its own and those of nested objects, with their text. */
function flatten(value: JsonObject, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, string])[] => {
    if (isObject(inner)) return flatten(inner, `${prefix}${key}.`)
    const text = typeof inner === 'string' ? inner : inner === null ? '' : JSON.stringify(inner)
    return [[`${prefix}${key}`, text]]
  })
}

function jsonTable(text: string): Result<Table> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return invalid('results', 'the file is not valid JSON')
  }
  const rows = findRows(parsed)
  if (rows === null) return invalid('results', 'no list of rows at the top, in data or in data.items')
  if (rows.length === 0) return invalid('results', 'the file has no rows')
  const objects = rows.filter(isObject)
  if (objects.length < rows.length) return invalid('results', 'every row must be an object')
  const flat = objects.map((row) => new Map(flatten(row)))
  return {
    ok: true,
    value: {
      columns: [...new Set(flat.flatMap((row) => [...row.keys()]))],
      rowCount: objects.length,
      textAt: (row, column) => flat[row]?.get(column) ?? '',
      jsonAt: (row) => JSON.stringify(objects[row]),
    },
  }
}

function readTable(fileName: string, text: string): Result<Table> {
  const name = fileName.toLowerCase().replace(/\.gz$/, '')
  const isJson = name.endsWith('.json') || (!/\.(?:csv|tsv|txt)$/.test(name) && /^\s*[[{]/.test(text))
  return isJson ? jsonTable(text) : csvTable(text)
}

function stageName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  return base.replace(/\.gz$/i, '').replace(/(?<=.)\.[^.]*$/, '') || 'Results'
}

/** Row numbers by the text of a column, in order of first appearance; null groups all under one name. */
function groupRows(table: Table, rows: readonly number[], column: string | undefined): ReadonlyMap<string, number[]> {
  if (column === undefined) return new Map([[onlyGroup, [...rows]]])
  return Map.groupBy(rows, (row) => table.textAt(row, column).trim() || missingGroup)
}

function createCategory(guid: string, name: string, table: Table, rows: readonly number[]): ServedCategory {
  let held: ServedBody | undefined
  return { guid, name, bodyAt: () => (held ??= resultsBody(rows.map((row) => table.jsonAt(row)))) }
}

function createDistance(
  stageGuid: string,
  name: string,
  table: Table,
  rows: readonly number[],
  categoryColumn: string | undefined,
): ServedDistance {
  const categories = [...groupRows(table, rows, categoryColumn)].map(([category, members]) =>
    createCategory(guidOf(stageGuid, name, category), category, table, members),
  )
  return { guid: guidOf(stageGuid, name), name, categories }
}

function createDistances(stageGuid: string, table: Table, groupBy: readonly string[]): ServedDistance[] {
  const distanceColumn = groupBy.length === 2 ? groupBy[0] : undefined
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  return [...groupRows(table, rows, distanceColumn)].map(([name, members]) =>
    createDistance(stageGuid, name, table, members, groupBy.at(-1)),
  )
}

/**
 * A stage made of a results file: CSV or JSON, also gzipped; its GUID follows from the content, its name from the file's.
 * Every row keeps all its columns. Errors: invalid-input (with the columns there are, for an unknown one), too-large.
 */
export function readResultsFile(fileName: string, bytes: Uint8Array, groupBy: readonly string[]): Result<ServedStage> {
  if (groupBy.length > 2) return invalid('groupBy', 'at most two columns: distance, category')
  const unpacked = unpack(bytes)
  if (!unpacked.ok) return unpacked
  const text = decode(unpacked.value)
  if (!text.ok) return text
  const table = readTable(fileName, text.value)
  if (!table.ok) return table
  const { columns } = table.value
  const unknown = groupBy.find((column) => !columns.includes(column))
  if (unknown !== undefined) {
    return invalid('groupBy', `no column "${unknown}"; the file has: ${columns.join(', ')}`)
  }
  const guid = guidOf('results file', unpacked.value)
  return {
    ok: true,
    value: { guid, name: stageName(fileName), distances: createDistances(guid, table.value, groupBy) },
  }
}
