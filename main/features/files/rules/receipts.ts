import * as z from 'zod'
import { longestReceipt, type KnownExport } from '../../../../preload/contract/files.ts'
import type { Instant, Json } from '../../../../preload/contract/ids.ts'
import { once } from '../../../kernel/once.ts'
import { columnUnits } from '../../../../preload/contract/roles.ts'

/**
 * The receipt of an exported file, stored beside it and in the database: the file's facts and the sources of its
 * content, to check later whether it is unchanged.
 */

const schemaName = 'racedesk.receipt'

const text = (max: number) => z.string().max(max)
const instant = () => z.iso.datetime({ precision: 3 }).transform((value) => value as Instant)
const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/)
const count = () => z.number().int().min(0)

const receiptSchema = once(() =>
  z.object({
    schema: z.literal(schemaName),
    schemaVersion: z.literal(1),
    file: z.object({
      name: text(1_000),
      sizeBytes: count(),
      sha256: sha256(),
      format: text(50),
      preset: text(50).nullable(),
      /** Null where it holds something else than rows. */
      rows: count().nullable(),
    }),
    writtenAt: instant(),
    appVersion: text(100),
    subject: text(50),
    stage: z.object({ guid: text(64), name: text(1_000) }).nullable(),
    /** Origin of the service, without a path. */
    origin: text(2_048).nullable(),
    state: z.enum(['preliminary', 'final']).nullable(),
    sources: z
      .array(
        z.object({
          distance: text(10_000),
          category: text(10_000),
          url: text(10_000),
          fetchedAt: instant(),
          sha256: sha256(),
          sizeBytes: count(),
          /** Rows of the body; the file may have fewer. */
          rows: count(),
        }),
      )
      .max(20_000),
    /** Roles in force, for each set of columns that bodies have. */
    mapping: z
      .array(
        z.object({
          signature: text(64),
          origin: text(2_048),
          columns: z
            .array(z.object({ name: text(10_000), role: text(50), unit: z.enum(columnUnits).exactOptional() }))
            .max(10_000),
        }),
      )
      .max(20_000),
    /** The selection: filters, search, order, columns. */
    choice: z.json(),
  }),
)

export type Receipt = z.infer<ReturnType<typeof receiptSchema>>

/** Receipt facts known before writing. */
export type ReceiptFacts = Omit<Receipt, 'schema' | 'schemaVersion' | 'file' | 'choice'> & {
  readonly file: Pick<Receipt['file'], 'format' | 'preset'>
  readonly choice: Json
}

export type ReceiptFile = Pick<Receipt['file'], 'name' | 'sizeBytes' | 'sha256' | 'rows'>

/** The text of a receipt; `mask` hides secrets in every text of it. */
export const writeReceipt = (facts: ReceiptFacts, file: ReceiptFile, mask: (text: string) => string): string => {
  const { file: form, ...about } = facts
  const receipt = { schema: schemaName, schemaVersion: 1, file: { ...file, ...form }, ...about }
  return `${JSON.stringify(receipt, (_, value: unknown) => (typeof value === 'string' ? mask(value) : value), 2)}\n`
}

/** Null for anything but a receipt of a known version. The text is not trusted. */
export const readReceipt = (content: string): Receipt | null => {
  if (content.length > longestReceipt) return null
  try {
    return receiptSchema().safeParse(JSON.parse(content.replace(/^\uFEFF/u, ''))).data ?? null
  } catch {
    return null
  }
}

export const knownExport = (receipt: Receipt, by: KnownExport['by']): KnownExport => {
  const { file, writtenAt, appVersion, stage, origin, state, sources } = receipt
  const fetched = sources.map(({ fetchedAt }) => fetchedAt).toSorted()
  return {
    by,
    name: file.name,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    format: file.format,
    rows: file.rows,
    writtenAt,
    appVersion,
    stageName: stage?.name ?? null,
    origin,
    state,
    categories: sources.length,
    fetchedFrom: fetched[0] ?? null,
    fetchedTo: fetched.at(-1) ?? null,
  }
}
