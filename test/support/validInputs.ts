import type * as z from 'zod'
import { operations, type Input, type Operation } from '../../preload/contract.ts'
import type { CallRequest } from '../../preload/contract/calls.ts'
import type { CategoryId, StageGuid } from '../../preload/contract/ids.ts'
import type { Memory } from '../../preload/contract/settings.ts'
import { sampleCertificate } from './services/certificates.ts'
import { publishInputs } from './services/publishInputs.ts'
import { screenInputs } from './services/screenInputs.ts'

const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
const race = stage as never
const profileId = 'no-such-profile' as never
const order = stage as never
const category = '1' as CategoryId
const reply = '1' as never
const blockType = '101' as never
const query = {
  stage,
  distance: 'd',
  categories: [category],
  search: 'иванов 21',
  filters: [
    { role: 'club', values: ['Динамо', ''] },
    { column: 'wave', values: ['A'] },
    { isFavourite: true },
    { changedSince: 'looked' },
  ],
  sort: [
    { column: 'resultTime', isDescending: true },
    { role: 'place', isDescending: true },
  ],
  isByPerson: true,
} as const
const { stage: _, ...viewOfResults } = query
const choice = { ...query, columns: ['number'], rows: [{ category, index: 0 }] } as const
const paper = { language: 'ru', birthDates: 'year', orientation: 'landscape', isFinal: true } as const
const received = stage as never

const changes = {
  stage,
  types: ['result', 'moved'],
  categories: [category],
  search: 'иванов',
  since: 'looked',
  person: { category, index: 0 },
  headline: 1,
  isFlat: true,
  areFinishes: true,
} as const

const callRequest: CallRequest = {
  method: 'POST',
  path: '/v3/Races/Years',
  query: [{ name: 'a', value: 'b' }],
  body: '{"a":1}',
}

/** One input of each operation with every optional field in it; what it names is not there, so that nothing happens. */
export const inputs: { readonly [K in Operation]: Input<K> } = {
  'app:info': {},
  'app:settings': {},
  'storage:usage': {},
  'storage:free': { parts: [] },
  'app:setSettings': {
    language: 'ru',
    theme: 'dark',
    scale: 120,
    rowHeight: 'large',
    parallelCalls: 4,
    isAnyCallPathAllowed: true,
    proxy: 'none',
    areUpdatesOn: false,
    notices: ['favourite', 'watch', 'job'],
    isNoticeSoundOn: true,
    noticesLastS: 60,
    isKeptAwake: false,
  },
  'app:network': {},
  'app:addCertificates': { pem: sampleCertificate },
  'app:trustCertificate': { id: '0f'.repeat(32) as never },
  'app:removeCertificate': { id: '0f'.repeat(32) as never },
  'app:nudge': {},
  'app:diagnostics': { save: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' },
  'app:readLink': { text: `racedesk://stage/${stage}` },
  'app:fillScreen': { isFull: true },
  'app:updates': { action: 'check' },
  'folder:list': { path: '/nowhere' },
  'folder:make': { path: '/nowhere/races', name: 'Spring' },
  'profile:list': {},
  'profile:demo': {},
  'profile:save': {
    profile: {
      id: profileId,
      name: 'Organizer',
      baseUrl: 'https://api.example.org',
      resultsUrl: 'https://results.example.org',
      accessHeader: 'X-Access-Key',
      resultsHeader: 'SERVICE-API-KEY',
      extraHeaders: [{ name: 'X-Tenant', service: 'main', value: 'abc' }],
    },
    accessKey: 'some-key',
    resultsKey: 'other-key',
  },
  'profile:remove': { id: profileId },
  'profile:check': { id: profileId },
  'keys:set': { profileId, which: 'access', value: 'some-key' },
  'keys:status': {},
  'keys:forget': { profileId, which: 'access' },
  'stage:add': { profileId, text: stage, name: 'Spring race', isChecked: true },
  'stage:list': {},
  'stage:rename': { stage, name: 'Spring race' },
  'stage:remove': { stage },
  'stage:removed': {},
  'stage:restore': { stage },
  'stage:emptyBin': { stage },
  'startList:try': { stage, file: received, name: 'starters.csv' },
  'startList:join': { stage, file: received, name: 'starters.csv' },
  'startList:read': { stage },
  ...publishInputs(stage, category),
  ...screenInputs(stage, category),
  'startList:remove': { stage },
  'stage:tree': { stage },
  'stage:take': { stage, categories: [category] },
  'stage:watch': { stage, everyS: 30, categories: [category], budgetMbPerHour: 200 },
  'stage:unwatch': { stage },
  'stage:autoExport': {
    stage,
    set: {
      isOn: true,
      options: { format: 'csv', preset: 'ru', language: 'ru', birthDates: 'year', isFinal: true, withReceipt: true },
      isFolderAsked: true,
      folder: '/nowhere/live',
    },
  },
  'results:people': { stage },
  'results:podium': { stage },
  'results:finishes': { stage, distance: '10-km', categories: [category], limit: 40 },
  'results:expected': { stage, distance: '10-km', categories: [category] },
  'results:page': { ...query, offset: 0, limit: 50 },
  'results:find': { search: '214', limit: 20 },
  'results:facets': { ...query, roles: ['club'], columns: ['wave'], find: 'дин' },
  'stage:favourites': { stage, add: [{ category, index: 0 }], remove: [{ category, index: 1 }, { key: 'id:5' }] },
  'memory:read': { stage },
  'memory:save': {
    listWidth: 280,
    panelWidth: 400,
    splitsBy: 'place',
    export: { format: 'csv', preset: 'ru', orientation: 'landscape', withReceipt: true },
    exportPresets: [
      {
        name: 'press',
        parts: [{ distance: '10 km', category: 'Men' }],
        columns: ['name'],
        isByPerson: false,
        options: { format: 'csv' },
      },
    ],
    deskClearAfterS: 20,
    orderColumns: [{ id: 'number', widthPx: 130 }],
    organization: profileId,
  } satisfies Required<Memory>,
  'stage:views': {
    stage,
    save: {
      name: 'Women of the club',
      view: {
        ...viewOfResults,
        columns: { order: ['club'], hidden: ['id'], shown: ['wave'], widths: [{ column: 'club', widthPx: 120 }] },
      },
    },
    remove: 'Women',
  },
  'results:person': { category, index: 0 },
  'results:picture': { stage, distance: 'd', categories: [category], kind: 'times', person: { category, index: 0 } },
  'results:audit': { stage, categories: [category] },
  'results:raw': { category, reply },
  'reply:list': { category, limit: 20 },
  'reply:use': { stage, category, reply },
  'reply:keep': { stage, categories: [category] },
  'results:mapping': { stage, categories: [category], distance: 'd' },
  'results:setMapping': {
    stage,
    signature: '0123456789abcdef0123456789abcdef' as never,
    origin: 'https://results.example',
    roles: [{ column: 'time', role: 'result', unit: 's' }],
  },
  'results:setReading': { stage, categories: [category], charset: 'windows-1251', hasHeader: true },
  'results:previewCharset': { category, charset: 'koi8-r' },
  'results:preview': { ...choice, format: 'html' },
  'results:preflight': {
    ...choice,
    format: 'itra',
    isTransliterated: true,
    areFractionsCut: true,
    isWorkbook: true,
    areProblemsLeftOut: true,
    spellings: [{ category, index: 0, firstName: 'Ivan', lastName: 'Petrov' }],
    offset: 0,
    limit: 100,
  },
  'results:export': { ...choice, ...paper, format: 'csv', preset: 'ru', withReceipt: true },
  'results:print': { ...choice, ...paper, format: 'protocol' },
  'results:changes': { ...changes, afterId: 0, offset: 0, limit: 50 },
  'results:markChanges': { stage, mark: 'looked', lastId: 3 },
  'promo:preview': {
    profileId,
    race,
    text: 'SPRING;10',
    generate: { count: 3, length: 8, prefix: 'RUN', discountPercent: '10' },
  },
  'promo:draft': {},
  'promo:saveDraft': { draft: { profileId, race, text: 'SPRING;10' } },
  'promo:set': { previewId: '5b6d9a52-8c0e-4a5e-8b0f-0a3c9a1d2e4f' as never, confirmedCount: 1 },
  'promo:history': { race, receipt: '1' as never, export: 'ru' },
  'block:list': { profileId, isRefresh: true, fields: ['id', 'displayName'], snapshot: 1, since: 1 },
  'block:details': { profileId, id: blockType, snapshot: 1, isRefresh: true, withPreview: true },
  'block:export': { profileId, id: blockType, snapshot: 1 },
  'race:years': { profileId, isRefresh: true },
  'order:lookup': { profileId, text: stage },
  'order:list': {
    search: 'paid',
    sort: { column: 'number', isDescending: true },
    offset: 0,
    limit: 50,
    open: { guid: order, look: 1 },
    job: 'no-such-job' as never,
  },
  'order:remove': { guids: [order] },
  'order:export': { format: 'csv', preset: 'ru', search: 'paid', guids: [order] },
  'call:send': { ...callRequest, profileId, isConfirmed: true, isRemembered: true, sendId: 'send-1' },
  'call:cancel': { sendId: 'send-1' },
  'call:list': { search: 'иванов 21', offset: 0, limit: 50 },
  'call:read': {
    id: '1' as never,
    view: { kind: 'rows', offset: 0, limit: 50, search: 'a', column: 'b', sort: [{ column: 'b', isDescending: true }] },
  },
  'call:save': { call: { ...callRequest, id: '1' as never, name: 'Years' } },
  'call:remove': { id: '1' as never },
  'call:export': {
    id: '1' as never,
    as: 'table',
    format: 'csv',
    preset: 'ru',
    search: 'a',
    column: 'b',
    sort: [{ column: 'b', isDescending: true }],
  },
  'capsule:save': { stage, areDamagedLeftOut: true },
  'capsule:open': { file: received, name: 'Spring.racestage' },
  'file:receive': { id: received, offset: 0, data: 'YWJj' },
  'file:verify': { file: received, name: 'a.csv', receipt: received },
  'job:list': {},
  'job:cancel': { id: 'no-such-job' as never },
  'job:drag': { id: 'no-such-job' as never },
  'app:tell': { text: 'Anna Orlova finished: 31:02' },
  'job:show': { id: 'no-such-job' as never, as: 'folder' },
}

type Place = { readonly path: readonly string[]; readonly value: unknown }

/** A value and every value within it. */
export const places = (value: unknown, path: readonly string[] = []): readonly Place[] => [
  { path, value },
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))
    : []),
]

export const gone = Symbol('gone')

/** A copy with another value at one place; `gone` leaves it out. */
export const replaced = (value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, other) : item))
  const entries = Object.entries(value as object).flatMap(([name, item]) => {
    const inner: unknown = name === key ? replaced(item, rest, other) : item
    return inner === gone ? [] : [[name, inner] as const]
  })
  return Object.fromEntries(entries)
}

type Field = { readonly place: string; readonly isText: boolean; readonly isOptional: boolean }

/** Every field of a schema by its dotted place, an item of a list at 0, with those of all forms that the input may have. */
const fieldsIn = (schema: z.core.$ZodType, place: readonly string[], isOptional = false): readonly Field[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'default') return fieldsIn(def.innerType, place, true)
  if (def.type === 'nullable') return fieldsIn(def.innerType, place, isOptional)
  if (def.type === 'union') return def.options.flatMap((option) => fieldsIn(option, place, isOptional))
  const inner =
    def.type === 'object'
      ? Object.entries(def.shape).flatMap(([name, field]) => fieldsIn(field, [...place, name]))
      : def.type === 'array'
        ? fieldsIn(def.element, [...place, '0'])
        : []
  return [{ place: place.join('.'), isText: def.type === 'string', isOptional }, ...inner]
}

export const fieldsOf = (operation: Operation): readonly Field[] => fieldsIn(operations[operation].input(), [])
