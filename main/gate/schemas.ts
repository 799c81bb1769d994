import * as z from 'zod'
import type {
  BlockTypeId,
  CallId,
  CategoryId,
  CertificateId,
  Guid,
  Input,
  Instant,
  JobId,
  Operation,
  ProfileId,
  PromoPreviewId,
  PromoReceiptId,
  RaceGuid,
  ReceivedFileId,
  SavedCallId,
  ShapeSignature,
  StageGuid,
} from '../../preload/contract.ts'
import { callBody } from '../domain/callBody.ts'
import { longestReceipt } from '../domain/receipts.ts'
import { rowRoles } from '../domain/rowRoles.ts'

/** Inputs of every operation. What is not named here does not get in; every text and list has a bound. */

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const branded = <T extends string>(pattern: RegExp, what: string) =>
  z
    .string()
    .max(64)
    .regex(pattern, what)
    .transform((text) => text.toLowerCase() as T)

const guid = branded<Guid>(guidPattern, 'a GUID')
const stage = guid.transform((text): StageGuid => text as string as StageGuid)
const profileId = branded<ProfileId>(/^[a-z0-9-]{1,64}$/, 'a profile id')
const jobId = branded<JobId>(/^[a-z0-9-]{1,64}$/, 'a job id')
const race = guid.transform((text): RaceGuid => text as string as RaceGuid)
const promoPreviewId = branded<PromoPreviewId>(/^[0-9a-f-]{36}$/, 'a preview id')
const promoReceiptId = branded<PromoReceiptId>(/^[0-9]{1,15}$/, 'a receipt id')
const callId = branded<CallId>(/^[0-9]{1,15}$/, 'a call id')
const savedCallId = branded<SavedCallId>(/^[0-9]{1,15}$/, 'an id of a saved call')
const certificateId = branded<CertificateId>(/^[0-9a-f]{64}$/, 'an id of a certificate')
const receivedFileId = branded<ReceivedFileId>(guidPattern, 'a GUID')
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256')
const sendId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'a name of a call')
const category = branded<CategoryId>(/^[0-9]{1,15}$/, 'a category id')

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cc}]/u.test(text), 'no control characters')
const name = line(200).refine((text) => text.trim() !== '', 'not empty')
const url = line(2_000).refine((text) => text.trim() !== '', 'not empty')
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'a header name')
const keyName = z.enum(['access', 'results'])
const secret = z.string().min(1).max(4_096)
const nothing = z.strictObject({})
const guids = z.array(guid).min(1).max(20_000)
/** Whatever a reply called it. */
const blockTypeId = z
  .string()
  .min(1)
  .max(10_000)
  .transform((text) => text as BlockTypeId)
const snapshotId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const columnRole = z.enum([
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
const shapeSignature = branded<ShapeSignature>(/^[0-9a-f]{32}$/, 'a signature of a shape')
const roleCorrection = z.strictObject({
  column: z.string().max(1_000),
  role: columnRole.nullable(),
  unit: z.enum(['s', 'cs', 'ms']).exactOptional(),
})

const draft = z.strictObject({
  id: profileId.exactOptional(),
  name,
  baseUrl: url,
  resultsUrl: url.nullable(),
  accessHeader: headerName.exactOptional(),
  resultsHeader: headerName.exactOptional(),
  extraHeaders: z
    .array(z.strictObject({ name: headerName, service: z.enum(['main', 'results']), value: secret.exactOptional() }))
    .max(20)
    .exactOptional(),
})

const changeMark = z.enum(['looked', 'printed', 'exported'])
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant in UTC')
  .transform((text) => text as Instant)
const columnName = z.string().max(1_000)
const rowRole = z.enum(rowRoles)
const values = z.array(z.string().max(10_000)).min(1).max(1_000)
const filter = z.union([
  z.strictObject({ role: rowRole, values }),
  z.strictObject({ column: columnName, values }),
  z.strictObject({ isFavourite: z.literal(true) }),
  z.strictObject({ changedSince: z.union([changeMark, moment]) }),
])
const isDescending = z.boolean().exactOptional()
const sort = z.union([
  z.strictObject({ column: columnName, isDescending }),
  z.strictObject({ role: rowRole, isDescending }),
])

const selection = {
  distance: line(200).exactOptional(),
  categories: z.array(category).max(5_000).exactOptional(),
  search: z.string().max(500).exactOptional(),
  filters: z.array(filter).max(50).exactOptional(),
  sort: z.array(sort).max(5).exactOptional(),
}
const query = { stage, ...selection }
const fileOptions = {
  preset: z.enum(['ru', 'en', 'import', 'tsv', 'raw']).exactOptional(),
  language: z.enum(['en', 'ru']).exactOptional(),
  birthDates: z.enum(['full', 'year']).exactOptional(),
  orientation: z.enum(['portrait', 'landscape']).exactOptional(),
  isFinal: z.boolean().exactOptional(),
  withReceipt: z.boolean().exactOptional(),
}
const tableFormats = ['csv', 'xlsx', 'json', 'ndjson', 'html', 'pdf'] as const
const asTable = { ...fileOptions, format: z.enum(tableFormats) }
const handOverFormats = ['protocol', 'itra', 'ultrasignup', 'iof'] as const
const rowPlace = { category, index: z.number().int().min(0).max(100_000_000) }
const spelt = line(200).exactOptional()
const asResults = {
  ...fileOptions,
  format: z.enum([...tableFormats, ...handOverFormats]),
  areProblemsLeftOut: z.boolean().exactOptional(),
  isTransliterated: z.boolean().exactOptional(),
  areFractionsCut: z.boolean().exactOptional(),
  isWorkbook: z.boolean().exactOptional(),
  spellings: z
    .array(z.strictObject({ ...rowPlace, firstName: spelt, lastName: spelt }))
    .max(5_000)
    .exactOptional(),
}
const choice = {
  ...query,
  columns: z.array(columnName).min(1).max(5_000).exactOptional(),
  rows: z.array(z.strictObject(rowPlace)).min(1).max(10_000).exactOptional(),
}
const viewOfResults = z.strictObject({
  ...selection,
  columns: z
    .strictObject({
      order: z.array(columnName).max(5_000),
      hidden: z.array(columnName).max(5_000),
      shown: z.array(columnName).max(5_000).exactOptional(),
      widths: z.array(z.strictObject({ column: columnName, widthPx: z.number().int().min(0).max(10_000) })).max(5_000),
    })
    .exactOptional(),
})

const callRequest = {
  method: z.enum(['GET', 'POST']),
  path: z.string().min(1).max(4_000),
  query: z.array(z.strictObject({ name: z.string().min(1).max(200), value: z.string().max(20_000) })).max(200),
  body: callBody.nullable(),
}

const callRows = {
  search: z.string().max(500).exactOptional(),
  column: z.string().max(1_000).exactOptional(),
  sort: z
    .array(z.strictObject({ column: z.string().max(1_000), isDescending: z.boolean().exactOptional() }))
    .max(5)
    .exactOptional(),
}

const offset = z.number().int().min(0).max(1_000_000_000)
const limit = (max: number) => z.number().int().min(0).max(max)

const callView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reply') }),
  z.strictObject({ kind: z.literal('text'), offset, limit: limit(1_000_000) }),
  z.strictObject({ kind: z.literal('lines'), offset, limit: limit(1_000), isFormatted: z.boolean() }),
  z.strictObject({ kind: z.literal('matches'), search: z.string().min(1).max(500), isFormatted: z.boolean() }),
  z.strictObject({ kind: z.literal('rows'), offset, limit: limit(1_000), ...callRows }),
  z.strictObject({ kind: z.literal('tree') }),
  z.strictObject({ kind: z.literal('changes'), since: callId }),
])

const callExport = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('body'), id: callId }),
  z.strictObject({ as: z.literal('table'), id: callId, ...asTable, ...callRows }),
  z.strictObject({ as: z.literal('json'), id: callId, ...callRows }),
  z.strictObject({ as: z.literal('saved') }),
])

const changeId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const changeType = z.enum([
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

const changesQuery = {
  stage,
  types: z.array(changeType).max(20).exactOptional(),
  categories: z.array(category).max(5_000).exactOptional(),
  search: z.string().max(500).exactOptional(),
  since: z.union([changeMark, moment]).exactOptional(),
  person: z.strictObject({ category, index: z.number().int().min(0).max(100_000_000) }).exactOptional(),
  headline: changeId.exactOptional(),
  isFlat: z.boolean().exactOptional(),
  areFinishes: z.boolean().exactOptional(),
}

export const schemas = {
  'app:info': nothing,
  'app:settings': nothing,
  'app:setSettings': z.strictObject({
    language: z.enum(['system', 'en', 'ru']).exactOptional(),
    theme: z.enum(['system', 'light', 'dark', 'sunlight']).exactOptional(),
    scale: z.number().int().min(90).max(160).exactOptional(),
    rowHeight: z.enum(['compact', 'normal', 'large']).exactOptional(),
    parallelCalls: z.number().int().min(1).max(16).exactOptional(),
    isAnyCallPathAllowed: z.boolean().exactOptional(),
    proxy: z.enum(['system', 'none']).exactOptional(),
    areUpdatesOn: z.boolean().exactOptional(),
  }),
  'app:network': nothing,
  'app:addCertificates': z.strictObject({ pem: z.string().min(1).max(200_000) }),
  'app:removeCertificate': z.strictObject({ id: certificateId }),
  'app:nudge': nothing,
  'app:diagnostics': z.strictObject({
    save: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'an id of what was gathered')
      .exactOptional(),
  }),
  'app:readLink': z.strictObject({ text: z.string().max(100_000) }),
  'app:fillScreen': z.strictObject({ isFull: z.boolean() }),
  'app:updates': z.strictObject({ action: z.enum(['check', 'download']).exactOptional() }),
  'profile:list': nothing,
  'profile:save': z.union([z.strictObject({ profile: draft }), z.strictObject({ demo: z.literal(true) })]),
  'profile:remove': z.strictObject({ id: profileId }),
  'profile:check': z.strictObject({ id: profileId }),
  'keys:set': z.strictObject({ profileId, which: keyName, value: secret }),
  'keys:status': nothing,
  'keys:forget': z.strictObject({ profileId, which: keyName.exactOptional() }),
  'stage:add': z.strictObject({ profileId, text: z.string().min(1).max(4_000), name: name.exactOptional() }),
  'stage:list': nothing,
  'stage:rename': z.strictObject({ stage, name }),
  'stage:remove': z.strictObject({ stage }),
  'stage:tree': z.strictObject({ stage }),
  'stage:take': z.strictObject({ stage, categories: z.array(category).min(1).max(5_000).exactOptional() }),
  'stage:watch': z.strictObject({
    stage,
    everyS: z.number().min(1).max(86_400).exactOptional(),
    categories: z.array(category).min(1).max(5_000).exactOptional(),
    budgetMbPerHour: z.number().min(1).max(1_000_000).exactOptional(),
  }),
  'stage:unwatch': z.strictObject({ stage }),
  'stage:autoExport': z.strictObject({
    stage,
    set: z
      .strictObject({
        isOn: z.boolean(),
        options: z.strictObject(asResults).exactOptional(),
        isFolderAsked: z.boolean().exactOptional(),
      })
      .exactOptional(),
  }),
  'results:podium': z.strictObject({ stage }),
  'results:page': z.strictObject({
    ...query,
    offset: z.number().int().min(0).max(100_000_000),
    limit: z.number().int().min(0).max(1_000),
  }),
  'results:find': z.strictObject({ search: z.string().max(500), limit: z.number().int().min(0).max(200) }),
  'results:facets': z.strictObject({
    ...query,
    roles: z.array(rowRole).max(50).exactOptional(),
    columns: z.array(columnName).max(50).exactOptional(),
    find: z.string().max(200).exactOptional(),
  }),
  'stage:favourites': z.strictObject({
    stage,
    add: z.array(z.strictObject(rowPlace)).max(1_000).exactOptional(),
    remove: z
      .array(z.union([z.strictObject(rowPlace), z.strictObject({ key: z.string().min(1).max(1_000) })]))
      .max(1_000)
      .exactOptional(),
  }),
  'stage:views': z.strictObject({
    stage,
    save: z.strictObject({ name, view: viewOfResults }).exactOptional(),
    remove: name.exactOptional(),
  }),
  'results:person': z.strictObject({ category, index: z.number().int().min(0).max(100_000_000) }),
  'results:picture': z.strictObject({
    stage,
    distance: line(200).exactOptional(),
    categories: z.array(category).max(5_000).exactOptional(),
    kind: z.enum(['times', 'arrivals']),
    person: z.strictObject(rowPlace).exactOptional(),
  }),
  'results:audit': z.strictObject({ stage, categories: z.array(category).max(5_000).exactOptional() }),
  'results:raw': z.strictObject({ category }),
  'results:mapping': z.strictObject({ stage, distance: query.distance, categories: query.categories }),
  'results:setMapping': z.union([
    z.strictObject({
      stage,
      signature: shapeSignature,
      origin: url.exactOptional(),
      roles: z.array(roleCorrection).max(1_000),
    }),
    z.strictObject({
      stage,
      signature: shapeSignature,
      origin: url.exactOptional(),
      reset: z.literal(true),
    }),
    z.strictObject({ stage, seen: z.array(category).min(1).max(5_000) }),
  ]),
  'results:preflight': z.strictObject({ ...choice, ...asResults, offset, limit: limit(20_000) }),
  'results:export': z.union([
    z.strictObject({ ...choice, ...asResults }),
    z.strictObject({ changes: z.strictObject(changesQuery), ...asTable }),
    z.strictObject({ audit: z.strictObject({ stage, categories: query.categories }), ...asTable }),
  ]),
  'results:print': z.strictObject({
    ...choice,
    language: fileOptions.language,
    birthDates: fileOptions.birthDates,
    orientation: fileOptions.orientation,
    isFinal: fileOptions.isFinal,
  }),
  'results:changes': z.strictObject({
    ...changesQuery,
    afterId: changeId.exactOptional(),
    offset,
    limit: limit(1_000),
  }),
  'results:markChanges': z.strictObject({ stage, mark: changeMark }),
  'block:list': z.strictObject({
    profileId,
    isRefresh: z.boolean().exactOptional(),
    fields: z
      .array(z.string().regex(/^[\p{L}_][\p{L}\p{N}_.]{0,99}$/u, 'a field name'))
      .min(1)
      .max(50)
      .exactOptional(),
    snapshot: snapshotId.exactOptional(),
    since: snapshotId.exactOptional(),
  }),
  'block:details': z.strictObject({
    profileId,
    id: blockTypeId,
    snapshot: snapshotId.exactOptional(),
    isRefresh: z.boolean().exactOptional(),
    withPreview: z.boolean().exactOptional(),
  }),
  'block:export': z.strictObject({
    profileId,
    id: blockTypeId.exactOptional(),
    snapshot: snapshotId.exactOptional(),
  }),
  'race:years': z.strictObject({ profileId, isRefresh: z.boolean().exactOptional() }),
  'promo:preview': z.strictObject({
    profileId,
    race: race.exactOptional(),
    text: z.string().max(500_000),
    generate: z
      .strictObject({
        count: z.number().int().min(1).max(10_000),
        length: z.number().int().min(4).max(32),
        prefix: line(40),
        discountPercent: line(30),
      })
      .exactOptional(),
  }),
  'promo:set': z.strictObject({
    previewId: promoPreviewId,
    confirmedCount: z.number().int().min(0).max(20_000),
  }),
  'promo:history': z.strictObject({
    race: race.exactOptional(),
    receipt: promoReceiptId.exactOptional(),
    export: z.enum(['ru', 'en', 'import', 'tsv', 'json']).exactOptional(),
  }),
  'call:send': z.strictObject({
    ...callRequest,
    profileId,
    isConfirmed: z.boolean().exactOptional(),
    sendId: sendId.exactOptional(),
  }),
  'call:cancel': z.strictObject({ sendId }),
  'call:list': z.strictObject({ search: z.string().max(500).exactOptional(), offset, limit: limit(1_000) }),
  'call:read': z.strictObject({ id: callId, view: callView }),
  'call:save': z.union([
    z.strictObject({ call: z.strictObject({ ...callRequest, id: savedCallId.exactOptional(), name }) }),
    z.strictObject({ file: z.string().min(1).max(20_000_000) }),
  ]),
  'call:remove': z.union([
    z.strictObject({ id: callId }),
    z.strictObject({ saved: savedCallId }),
    z.strictObject({ isWholeHistory: z.literal(true) }),
  ]),
  'call:export': callExport,
  'order:lookup': z.union([
    z.strictObject({ profileId, text: z.string().min(1).max(200_000) }),
    z.strictObject({ refresh: z.union([guids, z.literal('all')]) }),
  ]),
  'order:list': z.strictObject({
    search: z.string().max(500).exactOptional(),
    sort: z
      .strictObject({
        column: z.enum(['firstSeen', 'checked', 'number', 'state', 'total', 'lines', 'changed']),
        isDescending: z.boolean().exactOptional(),
      })
      .exactOptional(),
    offset: z.number().int().min(0).max(100_000_000),
    limit: z.number().int().min(0).max(1_000),
    open: z.strictObject({ guid, look: snapshotId.exactOptional() }).exactOptional(),
    job: jobId.exactOptional(),
  }),
  'order:remove': z.strictObject({ guids }),
  'order:export': z.strictObject({
    ...fileOptions,
    format: z.enum(tableFormats),
    search: z.string().max(500).exactOptional(),
    guids: guids.exactOptional(),
  }),
  'capsule:save': z.strictObject({ stage }),
  'capsule:open': z.union([
    z.strictObject({ file: receivedFileId, name: line(1_000) }),
    z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'a ticket'), name: line(1_000) }),
  ]),
  'file:receive': z.strictObject({ id: receivedFileId, offset, data: z.base64().max(700_000) }),
  'file:verify': z.union([
    z.strictObject({
      file: receivedFileId,
      name: z.string().min(1).max(1_000),
      receipt: receivedFileId.exactOptional(),
    }),
    z.strictObject({
      path: z.string().min(1).max(10_000),
      sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      sha256,
      receipt: z.string().max(longestReceipt).exactOptional(),
    }),
  ]),
  'job:list': nothing,
  'job:cancel': z.strictObject({ id: jobId }),
  'job:drag': z.strictObject({ id: jobId }),
} satisfies { [K in Operation]: z.ZodType<Input<K>> }
