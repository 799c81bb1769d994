import * as z from 'zod'
import type {
  BlockTypeId,
  CallId,
  CategoryId,
  ReplyId,
  CertificateId,
  Guid,
  Instant,
  JobId,
  ProfileId,
  PromoPreviewId,
  PromoReceiptId,
  RaceGuid,
  ReceivedFileId,
  SavedCallId,
  ShapeSignature,
  StageGuid,
} from '../../preload/contract/ids.ts'
import type { Memory, StageMemory } from '../../preload/contract/settings.ts'
import { callBody, halfACharacter, isWhole } from '../features/calls/rules/callBody.ts'
import { rowRoles } from '../features/columns/rules/rowRoles.ts'
import { charsetNamed } from '../kernel/textBytes.ts'
import { columnUnits } from '../features/columns/rules/distances.ts'

/** What inputs are made of. Functions, so that starting makes none of them: the gate makes an operation's on its first call. */

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const branded = <T extends string>(pattern: RegExp, what: string) =>
  z
    .string()
    .max(64)
    .regex(pattern, what)
    .transform((text) => text.toLowerCase() as T)

export const guid = () => branded<Guid>(guidPattern, 'a GUID')
export const stage = () => guid().transform((text): StageGuid => text as string as StageGuid)
export const profileId = () => branded<ProfileId>(/^[a-z0-9-]{1,64}$/, 'a profile id')
export const jobId = () => branded<JobId>(/^[a-z0-9-]{1,64}$/, 'a job id')
export const race = () => guid().transform((text): RaceGuid => text as string as RaceGuid)
export const promoPreviewId = () => branded<PromoPreviewId>(/^[0-9a-f-]{36}$/, 'a preview id')
export const promoReceiptId = () => branded<PromoReceiptId>(/^[0-9]{1,15}$/, 'a receipt id')
export const callId = () => branded<CallId>(/^[0-9]{1,15}$/, 'a call id')
export const savedCallId = () => branded<SavedCallId>(/^[0-9]{1,15}$/, 'an id of a saved call')
export const certificateId = () => branded<CertificateId>(/^[0-9a-f]{64}$/, 'an id of a certificate')
export const receivedFileId = () => branded<ReceivedFileId>(guidPattern, 'a GUID')
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256')
export const sendId = () => z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'a name of a call')
export const reply = () => branded<ReplyId>(/^[0-9]{1,15}$/, 'a reply id')
export const category = () => branded<CategoryId>(/^[0-9]{1,15}$/, 'a category id')

/** SQLite cannot store half of a surrogate pair: it would come back as another text. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cc}]/u.test(text), 'no control characters')
    .refine(isWhole, halfACharacter)
export const name = () => line(200).refine((text) => text.trim() !== '', 'not empty')
export const url = () => line(2_000).refine((text) => text.trim() !== '', 'not empty')
const headerName = () =>
  z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'a header name')
export const keyName = () => z.enum(['access', 'results'])
export const secret = () => z.string().min(1).max(4_096)
export const nothing = () => z.strictObject({})
export const guids = () => z.array(guid()).min(1).max(20_000)
/** Whatever a reply called it. */
export const blockTypeId = () =>
  z
    .string()
    .min(1)
    .max(10_000)
    .transform((text) => text as BlockTypeId)
export const snapshotId = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const columnRole = () =>
  z.enum([
    'place',
    'placeOverall',
    'placeSex',
    'placeCategory',
    'bib',
    'name',
    'firstName',
    'lastName',
    'middleName',
    'sex',
    'age',
    'birthYear',
    'birthDate',
    'ageGroup',
    'club',
    'city',
    'region',
    'country',
    'result',
    'gunTime',
    'chipTime',
    'gap',
    'status',
    'split',
    'lap',
    'points',
    'pace',
    'team',
    'id',
  ])
export const shapeSignature = () => branded<ShapeSignature>(/^[0-9a-f]{32}$/, 'a signature of a shape')
export const roleCorrection = () =>
  z.strictObject({
    column: z.string().max(1_000),
    role: columnRole().nullable(),
    unit: z.enum(columnUnits).exactOptional(),
  })

export const charset = () =>
  z
    .string()
    .max(40)
    .refine((name) => charsetNamed(name) !== null, 'a charset such as utf-8, windows-1251 or shift_jis')

export const draft = () =>
  z.strictObject({
    id: profileId().exactOptional(),
    name: name(),
    baseUrl: url(),
    resultsUrl: url().nullable(),
    accessHeader: headerName().exactOptional(),
    resultsHeader: headerName().exactOptional(),
    extraHeaders: z
      .array(
        z.strictObject({ name: headerName(), service: z.enum(['main', 'results']), value: secret().exactOptional() }),
      )
      .max(20)
      .exactOptional(),
  })

export const changeMark = () => z.enum(['looked', 'printed', 'exported'])
const moment = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant in UTC')
    .transform((text) => text as Instant)
export const columnName = () => z.string().max(1_000)
export const rowRole = () => z.enum(rowRoles)
const values = () => z.array(z.string().max(10_000)).min(1).max(1_000)
const filter = () =>
  z.union([
    z.strictObject({ role: rowRole(), values: values() }),
    z.strictObject({ column: columnName(), values: values() }),
    z.strictObject({ isFavourite: z.literal(true) }),
    z.strictObject({ changedSince: z.union([changeMark(), moment()]) }),
  ])
const isDescending = () => z.boolean().exactOptional()
const sort = () =>
  z.union([
    z.strictObject({ column: columnName(), isDescending: isDescending() }),
    z.strictObject({ role: rowRole(), isDescending: isDescending() }),
  ])

const selection = () => ({
  distance: line(200).exactOptional(),
  categories: z.array(category()).max(5_000).exactOptional(),
  search: z.string().max(500).exactOptional(),
  filters: z.array(filter()).max(50).exactOptional(),
  sort: z.array(sort()).max(5).exactOptional(),
})
export const query = () => ({ stage: stage(), ...selection() })
const csvPresets = ['ru', 'en', 'import', 'tsv'] as const
export const fileOptions = () => ({
  preset: z.enum([...csvPresets, 'raw']).exactOptional(),
  language: z.enum(['en', 'ru']).exactOptional(),
  birthDates: z.enum(['full', 'year']).exactOptional(),
  orientation: z.enum(['portrait', 'landscape']).exactOptional(),
  isFinal: z.boolean().exactOptional(),
  withReceipt: z.boolean().exactOptional(),
})
export const tableFormats = ['csv', 'xlsx', 'json', 'ndjson', 'html', 'pdf'] as const
export const asTable = () => ({ ...fileOptions(), format: z.enum(tableFormats) })
const resultFormats = [...tableFormats, 'protocol', 'itra', 'ultrasignup', 'iof'] as const
export const rowPlace = () => ({ category: category(), index: z.number().int().min(0).max(100_000_000) })
const spelt = () => line(200).exactOptional()
export const asResults = () => ({
  ...fileOptions(),
  format: z.enum(resultFormats),
  areProblemsLeftOut: z.boolean().exactOptional(),
  isTransliterated: z.boolean().exactOptional(),
  areFractionsCut: z.boolean().exactOptional(),
  isWorkbook: z.boolean().exactOptional(),
  spellings: z
    .array(z.strictObject({ ...rowPlace(), firstName: spelt(), lastName: spelt() }))
    .max(5_000)
    .exactOptional(),
})
export const choice = () => ({
  ...query(),
  columns: z.array(columnName()).min(1).max(5_000).exactOptional(),
  rows: z.array(z.strictObject(rowPlace())).min(1).max(10_000).exactOptional(),
})
const widthPx = () => z.number().int().min(0).max(10_000)
const columnsOfView = () =>
  z.strictObject({
    order: z.array(columnName()).max(5_000),
    hidden: z.array(columnName()).max(5_000),
    shown: z.array(columnName()).max(5_000).exactOptional(),
    widths: z.array(z.strictObject({ column: columnName(), widthPx: widthPx() })).max(5_000),
  })
export const viewOfResults = () => z.strictObject({ ...selection(), columns: columnsOfView().exactOptional() })
export const memory = () =>
  ({
    listWidth: widthPx().exactOptional(),
    panelWidth: widthPx().exactOptional(),
    splitsBy: z.enum(['pace', 'place']).exactOptional(),
    export: z
      .strictObject({
        format: z.enum(resultFormats),
        preset: z.enum(csvPresets),
        orientation: z.enum(['portrait', 'landscape']),
        withReceipt: z.boolean(),
      })
      .exactOptional(),
    deskClearAfterS: z.literal([0, 10, 20]).exactOptional(),
    orderColumns: z
      .array(z.strictObject({ id: line(40), widthPx: widthPx() }))
      .max(50)
      .exactOptional(),
    blocksProfile: profileId().exactOptional(),
  }) satisfies { readonly [K in keyof Required<Memory>]: z.ZodType }
export const stageMemory = () =>
  ({ columns: columnsOfView().exactOptional() }) satisfies { readonly [K in keyof Required<StageMemory>]: z.ZodType }

export const callRequest = () => ({
  method: z.enum(['GET', 'POST']),
  path: z.string().min(1).max(4_000),
  query: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200).refine(isWhole, halfACharacter),
        value: z.string().max(20_000).refine(isWhole, halfACharacter),
      }),
    )
    .max(200),
  body: callBody().nullable(),
})

const callRows = () => ({
  search: z.string().max(500).exactOptional(),
  column: z.string().max(1_000).exactOptional(),
  sort: z
    .array(z.strictObject({ column: z.string().max(1_000), isDescending: z.boolean().exactOptional() }))
    .max(5)
    .exactOptional(),
})

export const offset = () => z.number().int().min(0).max(1_000_000_000)
export const limit = (max: number) => z.number().int().min(0).max(max)

export const callView = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('reply') }),
    z.strictObject({ kind: z.literal('text'), offset: offset(), limit: limit(1_000_000) }),
    z.strictObject({ kind: z.literal('lines'), offset: offset(), limit: limit(1_000), isFormatted: z.boolean() }),
    z.strictObject({ kind: z.literal('matches'), search: z.string().min(1).max(500), isFormatted: z.boolean() }),
    z.strictObject({ kind: z.literal('rows'), offset: offset(), limit: limit(1_000), ...callRows() }),
    z.strictObject({ kind: z.literal('tree') }),
    z.strictObject({ kind: z.literal('changes'), since: callId() }),
  ])

export const callExport = () =>
  z.discriminatedUnion('as', [
    z.strictObject({ as: z.literal('body'), id: callId() }),
    z.strictObject({ as: z.literal('table'), id: callId(), ...asTable(), ...callRows() }),
    z.strictObject({ as: z.literal('json'), id: callId(), ...callRows() }),
    z.strictObject({ as: z.literal('saved') }),
  ])

export const changeId = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const changeType = () =>
  z.enum([
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
    'problem',
    'recovered',
  ])

export const changesQuery = () => ({
  stage: stage(),
  types: z.array(changeType()).max(20).exactOptional(),
  categories: z.array(category()).max(5_000).exactOptional(),
  search: z.string().max(500).exactOptional(),
  since: z.union([changeMark(), moment()]).exactOptional(),
  person: z.strictObject({ category: category(), index: z.number().int().min(0).max(100_000_000) }).exactOptional(),
  headline: changeId().exactOptional(),
  isFlat: z.boolean().exactOptional(),
  areFinishes: z.boolean().exactOptional(),
})
