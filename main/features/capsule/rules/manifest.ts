import * as z from 'zod'
import type { ChangeMarks } from '../../../../preload/contract/changes.ts'
import type { RoleGuess } from '../../../../preload/contract/columns.ts'
import type { Instant, StageGuid } from '../../../../preload/contract/ids.ts'
import type { CapsuleFault } from '../../../../preload/contract/result.ts'
import { columnUnits, rowRoles, timeUnits, type ColumnRole } from '../../../../preload/contract/roles.ts'
import type { CategoryOutcome } from '../../../../preload/contract/stages.ts'
import { callBounds, excessOfJson } from '../../../kernel/bodyLimits.ts'
import { once } from '../../../kernel/once.ts'
import { charsetNamed } from '../../../kernel/text/textBytes.ts'
import type { Correction, KnownColumn } from '../../columns/rules/table/tableShape.ts'

/** A stored reply of a category; its bytes are the entry `path`, exactly as received. */
export type CapsuleBody = {
  readonly path: string
  readonly url: string
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
}

export type CapsuleCategory = {
  readonly distanceGuid: string
  readonly distanceName: string
  readonly categoryGuid: string
  readonly categoryName: string
  readonly url: string
  readonly isListed: boolean
  readonly outcome: CategoryOutcome
  readonly checkedAt: Instant | null
  /** Absent in capsules of early versions. */
  readonly confirmedAt?: Instant | null | undefined
  readonly rows: number
  /** The body of the rows. */
  readonly rowsBody: CapsuleBody | null
  /** The newest one where that is another: it has no rows. */
  readonly lastBody: CapsuleBody | null
  /** A user's choices for reading its bodies. */
  readonly charset?: string
  readonly hasHeader?: boolean
}

/** Meanings of a shape's columns; maps are lists of pairs, since any text can be a column name. */
export type CapsuleShape = {
  /** Origin of the results links. */
  readonly origin: string
  readonly signature: string
  readonly known: readonly (readonly [string, KnownColumn])[]
  readonly corrections: readonly (readonly [string, Correction])[]
}

export type CapsuleEntry = { readonly path: string; readonly sizeBytes: number; readonly sha256: string }

export type CapsuleManifest = {
  readonly version: (typeof readVersions)[number]
  /** The rules that the columns were guessed by; absent in capsules of version 1. */
  readonly derivation?: number
  readonly savedAt: Instant
  readonly appVersion: string
  readonly stage: { readonly guid: StageGuid; readonly name: string }
  /** Where the data are from: origins only. */
  readonly source: {
    readonly profileName: string | null
    readonly origin: string | null
    readonly resultsOrigin: string | null
  }
  readonly links: { readonly template: string | null; readonly fetchedAt: Instant | null; readonly path: string | null }
  readonly categories: readonly CapsuleCategory[]
  readonly shapes: readonly CapsuleShape[]
  readonly marks: ChangeMarks
  readonly ledger: { readonly path: string; readonly changes: number } | null
  /** All of the archive but the manifest itself. */
  readonly entries: readonly CapsuleEntry[]
}

/** Version 2 says how bodies were read; a reader of version 1 would read them otherwise, and refuses it. */
export const capsuleVersion = 2
const readVersions = [1, capsuleVersion] as const
export const manifestPath = 'manifest.json'

/** Limits of one unpacked capsule, for saving and opening. */
export const capsuleLimits = {
  entries: 10_100,
  categories: 5_000,
  manifestBytes: 32 * 1024 ** 2,
  /** The client's limit for a reply. */
  bodyBytes: 64 * 1024 ** 2,
  ledgerBytes: 256 * 1024 ** 2,
  totalBytes: 1024 ** 3,
} as const

const text = () => z.string().max(100_000)
const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const guid = () =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    .transform((value) => value as StageGuid)
const path = () => z.string().min(1).max(200)
const origin = () => text().nullable()

const role = () =>
  z.enum(rowRoles.filter((one): one is ColumnRole => one !== 'distance' && one !== 'category')).nullable()
const unit = () => z.enum(columnUnits).exactOptional()
const kind = () => z.enum(['text', 'number', 'time', 'json'])

const guess = () =>
  z.strictObject({
    role: role(),
    unit: unit(),
    confidence: z.number().min(0).max(1),
    reasons: z
      .array(
        z.strictObject({
          code: z.enum(['name', 'values', 'user', 'doubt', 'taken', 'unit-open']),
          word: text().exactOptional(),
        }),
      )
      .max(100),
    open: z.strictObject({ role: role().unwrap(), units: z.array(z.enum(timeUnits)).max(10) }).exactOptional(),
  }) satisfies z.ZodType<RoleGuess>

const shape = () =>
  z.strictObject({
    origin: text(),
    signature: z.string().regex(/^[0-9a-f]{32}$/),
    known: z
      .array(
        z.tuple([
          text(),
          z.strictObject({
            kind: kind(),
            filled: z.number().min(0),
            guess: guess(),
            areStarts: z.literal(true).exactOptional(),
            guesses: z
              .array(z.strictObject({ role: role().unwrap(), unit: unit(), confidence: z.number().min(0).max(1) }))
              .max(2)
              .exactOptional(),
            kinds: z.array(kind()).max(10),
          }),
        ]),
      )
      .max(100_000),
    corrections: z
      .array(
        z.tuple([
          text(),
          z.strictObject({ role: role(), unit: unit(), kind: kind(), isCarried: z.boolean().exactOptional() }),
        ]),
      )
      .max(100_000),
  })

const body = () =>
  z.strictObject({
    path: path(),
    url: text(),
    fetchedAt: instant(),
    status: z.number().int().min(100).max(599),
    contentType: text(),
  })

const category = () =>
  z.strictObject({
    distanceGuid: text(),
    distanceName: text(),
    categoryGuid: text(),
    categoryName: text(),
    url: text(),
    isListed: z.boolean(),
    outcome: z.enum(['never', 'done', 'unchanged', 'no-rows', 'failed']),
    checkedAt: instant().nullable(),
    confirmedAt: instant().nullable().optional(),
    rows: count(),
    rowsBody: body().nullable(),
    lastBody: body().nullable(),
    charset: z
      .string()
      .max(40)
      .refine((name) => charsetNamed(name) !== null, 'a charset')
      .exactOptional(),
    hasHeader: z.boolean().exactOptional(),
  })

const manifest = once(
  () =>
    z.strictObject({
      version: z.literal(readVersions),
      derivation: count().exactOptional(),
      savedAt: instant(),
      appVersion: text(),
      stage: z.strictObject({ guid: guid(), name: z.string().min(1).max(1_000) }),
      source: z.strictObject({ profileName: text().nullable(), origin: origin(), resultsOrigin: origin() }),
      links: z.strictObject({ template: text().nullable(), fetchedAt: instant().nullable(), path: path().nullable() }),
      categories: z.array(category()).max(capsuleLimits.categories),
      shapes: z.array(shape()).max(10_000),
      marks: z.strictObject({
        looked: instant().nullable(),
        printed: instant().nullable(),
        exported: instant().nullable(),
      }),
      ledger: z.strictObject({ path: path(), changes: count() }).nullable(),
      entries: z
        .array(z.strictObject({ path: path(), sizeBytes: count(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
        .max(capsuleLimits.entries),
    }) satisfies z.ZodType<CapsuleManifest>,
)

type ReadManifest =
  | { readonly ok: true; readonly manifest: CapsuleManifest }
  | { readonly ok: false; readonly fault: Extract<CapsuleFault, 'bad-manifest' | 'newer-version' | 'too-large'> }

/** Not trusted. A later version is reported before anything else is checked. */
export const readManifest = (json: string): ReadManifest => {
  if (excessOfJson(json, callBounds) !== null) return { ok: false, fault: 'too-large' }
  const parsed = parse(json)
  const version = z.looseObject({ version: z.number().int() }).safeParse(parsed)
  if (version.success && version.data.version > capsuleVersion) return { ok: false, fault: 'newer-version' }
  const read = manifest().safeParse(parsed)
  return read.success && isConsistent(read.data)
    ? { ok: true, manifest: read.data }
    : { ok: false, fault: 'bad-manifest' }
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Every entry has one use, and every category one place. */
const isConsistent = (read: CapsuleManifest): boolean => {
  const listed = read.entries.map((entry) => entry.path)
  const used = usedPaths(read)
  const places = read.categories.map(({ distanceGuid, categoryGuid }) => JSON.stringify([distanceGuid, categoryGuid]))
  const shapes = read.shapes.map((one) => `${one.signature} ${one.origin}`)
  return (
    [listed, used, places, shapes].every(isUnique) &&
    used.length === listed.length &&
    new Set([...used, ...listed, manifestPath]).size === listed.length + 1
  )
}

const isUnique = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

const usedPaths = ({ links, categories, ledger }: CapsuleManifest): readonly string[] => [
  ...(links.path === null ? [] : [links.path]),
  ...categories.flatMap(({ rowsBody, lastBody }) => [rowsBody, lastBody]).flatMap((one) => one?.path ?? []),
  ...(ledger === null ? [] : [ledger.path]),
]

/** A moment that there was or will be, to the millisecond: `2026-02-30T…` is none. */
export const instant = () => z.iso.datetime({ precision: 3 }).transform((value) => value as Instant)
