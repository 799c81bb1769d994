import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Operation } from '../../../preload/contract.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { unpackBody } from '../../../main/platform/sqlite/bodyCodec.ts'
import { snapshotBytes } from '../../../main/features/replies/snapshotBodies.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, inDatabase, makeFolder, type OpenCore } from '../../support/openCore.ts'
import { envelope, sendJson, type RaceService } from '../../support/services/raceService.ts'
import type { Received, Script } from '../../support/services/hostileServer.ts'
import { fieldsOf, inputs, places, replaced } from '../../support/validInputs.ts'

const cores = useCores()
let race: RaceService

beforeEach(async () => {
  race = await cores.race('Rows', 'Refused', 'Broken', 'Html', 'Tagged', 'Wide', 'Escaped', 'Mixed')
})

/** Each holds a mark that stands unchanged in whatever way the key is written; the marks are what must not come out. */
const keys = {
  access: 'a"\\Access7731mark/+== aaaa',
  results: "r&<'Results7732mark>%20 bbbb",
  mainHeader: 'm{Header7733mark}: cccc',
  resultsHeader: 'h;Header7734mark,dddd',
  environment: 'Environment7735mark-eeee',
}
const marks = Object.values(keys).flatMap((key) => key.match(/\w+mark/)?.[0] ?? [])

const echoOf = ({ headers }: Received): string => JSON.stringify(headers)
const headersOf = (received: Received): Record<string, string> => ({
  'x-echo': Object.values(received.headers)
    .join(' ')
    .replace(/[^\x20-\x7e]/g, ''),
  etag: `"${String(received.headers['service-api-key'] ?? received.headers['x-access-key'])}"`,
})

const echoRows: Script = (response, received) => {
  const cells = Object.values(received.headers).map(String)
  const rows = [
    { number: 1, name: echoOf(received), club: encodeURIComponent(cells.join(' ')), laps: cells },
    { number: 2, name: 'Ada', club: cells.join(' '), [cells.join(' ')]: 'as a name of a column' },
  ]
  sendJson(response, envelope(rows), 200, headersOf(received))
}
const echoRefusal: Script = (response, received) =>
  sendJson(response, { isSuccess: false, message: `no: ${echoOf(received)}`, data: null }, 200, headersOf(received))
const echoFailure: Script = (response, received) =>
  sendJson(response, { message: echoOf(received), detail: echoOf(received) }, 500, headersOf(received))
const echoHtml: Script = (response, received) =>
  response.writeHead(200, { 'content-type': 'text/html', ...headersOf(received) }).end(`<p>${echoOf(received)}</p>`)

/** JSON that escapes every character, or every second one, which a reader of JSON undoes. */
const escaped = (json: string, isEvery: boolean): string =>
  json.replace(/[A-Za-z0-9]/g, (character, at: number) =>
    isEvery || at % 2 === 0 ? `\\u00${character.charCodeAt(0).toString(16)}` : character,
  )
const echoedRows = ({ headers }: Received): string =>
  JSON.stringify([
    { number: 3, name: Object.values(headers).join(' '), club: encodeURIComponent(echoOf({ headers } as Received)) },
  ])
const echoWide: Script = (response, received, nth) => {
  const wide = Buffer.from(`\ufeff${echoedRows(received)}`, 'utf16le')
  response.writeHead(200, { 'content-type': 'application/json' }).end(nth % 2 === 0 ? wide.swap16() : wide)
}
const echoEscaped: Script = (response, received) =>
  // The words of the envelope are escaped as well, which JSON allows.
  response.writeHead(200, { 'content-type': 'application/json' }).end(escapedStrings(echoedRows(received), true))
const echoMixed: Script = (response, received) =>
  response
    .writeHead(500, { 'content-type': 'application/json' })
    .end(escapedStrings(JSON.stringify({ message: echoOf(received) }), false))
/** Escapes within strings alone, where JSON knows escapes; an escape that is there stays. */
const escapedStrings = (json: string, isEvery: boolean): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/\\.|[^\\]+/g, (piece) => (piece.startsWith('\\') ? piece : escaped(piece, isEvery))),
  )

const filesOf = async (folder: string): Promise<readonly (readonly [string, Buffer])[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const))
}

/** Bodies lie compressed in the database, where a search for text sees nothing. */
const storedBodies = (open: OpenCore): readonly string[] =>
  inDatabase(open, (database) => {
    const snapshots = database
      .all('SELECT id, body, base FROM snapshots')
      .flatMap((row) => snapshotBytes(database, row)?.bytes ?? [])
    const links = database
      .all('SELECT links_body AS body FROM stages')
      .flatMap(({ body }) => (body instanceof Uint8Array ? [unpackBody(body)] : []))
    return [...snapshots, ...links].map((bytes) => bytes.toString('utf8'))
  })

/** As somebody would read it who looks for a key: bytes of UTF-16 and escapes undone. */
const legible = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/\\+u00([2-7][0-9a-f])|%([2-7][0-9a-f])/gi, (_, json?: string, percent?: string) =>
      String.fromCharCode(Number.parseInt(json ?? percent ?? '', 16)),
    )

const leaksIn = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => [text, legible(text)])
    .flatMap((text) => marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${text.slice(0, 200)}`))

const useEverything = async (open: OpenCore, stage: Awaited<ReturnType<typeof addStage>>): Promise<void> => {
  const { ask, call, take, exported } = open
  await call('profile:check', { id: stage.profileId })
  await take(stage.stage)
  await take(stage.stage)
  const { distances } = await call('stage:tree', { stage: stage.stage })
  for (const { id } of distances.flatMap(({ categories }) => categories)) {
    await ask('results:person', { category: id, index: 0 })
    await ask('results:raw', { category: id })
  }
  for (const search of ['', 'access7731', 'mark', 'ada']) {
    await call('results:page', { stage: stage.stage, search, offset: 0, limit: 10 })
  }
  expect(await exported({ stage: stage.stage, format: 'csv', preset: 'import' })).toMatchObject({ state: 'done' })
  for (const operation of ['keys:status', 'profile:list', 'stage:list', 'job:list', 'app:info'] as const) {
    await call(operation, {})
  }
}

it('lets no key into replies, events, logs, exports or the database, whatever the service echoes', async () => {
  const echoes = { Rows: echoRows, Refused: echoRefusal, Broken: echoFailure, Html: echoHtml }
  const disguises = { Wide: echoWide, Escaped: echoEscaped, Mixed: echoMixed }
  for (const [name, script] of Object.entries({ ...echoes, ...disguises })) race.answer(name, script)
  race.answer('Tagged', (response, received, nth) =>
    nth === 1 ? echoRows(response, received, nth) : response.writeHead(401).end(echoOf(received)),
  )
  race.main.script('/v3/Races/Years', echoFailure)
  const folder = await cores.folder()
  const open = await cores.open({
    dataDir: join(folder, 'data'),
    env: {},
    delivery: deliverTo(join(await makeFolder(join(folder, 'exports')), 'out.csv')),
    outside: {
      keychain: createMemoryKeychain(),
      demo: {
        start: () => Promise.reject(new Error(`bugs tell what they saw: ${Object.values(keys).join(' ')}`)),
        stop: () => Promise.resolve(),
      },
    },
  })
  const { ask, call, dataDir } = open
  const stage = await addStage(open, race)
  const profile = { id: stage.profileId, name: 'Organizer', baseUrl: race.url, resultsUrl: race.resultsUrl }
  const extraHeaders = [
    { name: 'X-Tenant', service: 'main' as const, value: keys.mainHeader },
    { name: 'X-Gate', service: 'results' as const, value: keys.resultsHeader },
  ]
  await call('profile:save', {
    profile: { ...profile, extraHeaders },
    accessKey: keys.access,
    resultsKey: keys.results,
  })
  await useEverything(open, stage)
  expect(await ask('profile:save', { demo: true })).toMatchObject({ ok: false, error: { kind: 'internal' } })
  await call('keys:forget', { profileId: stage.profileId })
  await call('profile:remove', { id: stage.profileId })

  // The keys did go where they belong, so there was something to leak.
  const sent = JSON.stringify(race.results.requests.map(({ headers }) => headers))
  expect(sent).toContain('Results7732mark')
  expect(sent).toContain('Header7734mark')
  const files = await filesOf(folder)
  expect(files.map(([path]) => path.slice(folder.length + 1))).toEqual(
    expect.arrayContaining(['data/racedesk.db', 'data/racedesk.db-wal', 'data/logs/racedesk.log', 'exports/out.csv']),
  )
  const bodies = storedBodies(open)
  expect(bodies.length).toBeGreaterThan(3)
  const log = await readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8')
  expect(log).toContain('bugs tell what they saw')
  // This core never got the key of the environment, so the log could not mask it.
  const known = files.map(([path, bytes]) =>
    path.endsWith('.log') ? log.replaceAll(keys.environment, '') : bytes.toString('latin1'),
  )
  const told = [...open.replies, ...open.events].map((value) => JSON.stringify(value))
  expect(leaksIn([...known, ...bodies, ...told])).toEqual([])
})

it('hides the keys of the environment as well, and sends each to its own service only', async () => {
  race.answer('Rows', echoRows)
  const folder = await cores.folder()
  const open = await cores.open({
    dataDir: join(folder, 'data'),
    env: { RACEDESK_ACCESS_KEY: keys.environment, RACEDESK_RESULTS_KEY: keys.results },
    delivery: deliverTo(join(await makeFolder(join(folder, 'exports')), 'out.csv')),
  })
  await useEverything(open, await addStage(open, race))
  const told = [...open.replies, ...open.events].map((value) => JSON.stringify(value))
  const files = (await filesOf(folder)).map(([, bytes]) => bytes.toString('latin1'))
  expect(leaksIn([...told, ...files, ...storedBodies(open)])).toEqual([])
  expect(JSON.stringify(race.results.requests)).not.toContain('Environment7735mark')
  expect(JSON.stringify(race.main.requests)).not.toContain('Results7732mark')
})

const { 'profile:save': organization, 'stage:autoExport': autoExport } = inputs
const typedNames = [{ category: '1', index: 0, firstName: 'Anna', lastName: 'Berg' }]
const head = { date: '8 May', venue: 'Park', weather: 'Rain', judge: 'Lea', secretary: 'Tom' }
/** Every input, and other shapes of those that have several. */
const forms: readonly (readonly [string, unknown])[] = [
  ...Object.entries(inputs),
  ['profile:check', organization],
  ['memory:save', { stage: autoExport.stage, protocol: head }],
  ['stage:autoExport', replaced(autoExport, ['set', 'options'], { format: 'itra', spellings: typedNames })],
  ['results:export', { ...inputs['results:export'], spellings: typedNames }],
  ['results:export', { format: 'csv', changes: { stage: autoExport.stage, search: 'anna' } }],
  ['results:preview', { ...inputs['results:preview'], spellings: typedNames }],
]

/** Nobody types these: they name what a page was given. */
const untyped = /\b(?:columns?|values|parts|distance|orderColumns|screens\.0\.id|organization)\b/
/** Choices from what the page shows. */
const given =
  /\b(?:ticket|stage|category|categories|changedSince|since|seen|refresh|saved|remove)\b|^(?:call:save\.file|file:verify\.\w+)$/

it('pastes a key into every text of the contract', () => {
  const pasted = new Set(forms.flatMap(([name, input]) => places(input).map(({ path }) => [name, ...path].join('.'))))
  const texts = (Object.keys(inputs) as Operation[]).flatMap((name) =>
    fieldsOf(name).flatMap(({ place, isText }) => (isText ? [`${name}.${place}`] : [])),
  )
  expect(texts.filter((text) => !pasted.has(text) && !untyped.test(text) && !given.test(text))).toEqual([])
})

/** These may be as random as a key, so that only keys of the app itself are kept out. */
const randomByNature = ['publish:setSecret accessKeyId', 'promo:saveDraft draft.text']
const calls = ['path', 'query.0.name', 'query.0.value'].flatMap((at) => [`call:send ${at}`, `call:save call.${at}`])

it('stores a key in no field but its own, known or not, pasted alone or into a text', async () => {
  const folder = await cores.folder()
  const open = await cores.open({
    dataDir: join(folder, 'data'),
    env: {},
    outside: { keychain: createMemoryKeychain() },
  })
  const { ask, call } = open
  const { stage, profileId } = await addStage(open, race)
  await call('keys:set', { profileId, which: 'access', value: keys.access })
  await call('keys:set', { profileId, which: 'results', value: keys.results })
  await open.take(stage)
  await call('publish:setTarget', { ...inputs['publish:setTarget'], stage })
  await call('call:save', { call: { name: 'Years', method: 'GET', path: '/v3/Races/Years', query: [], body: null } })
  const real: Readonly<Record<string, string | null>> = {
    [inputs['stage:tree'].stage]: stage,
    [inputs['profile:remove'].id]: profileId,
    'https://api.example.org': race.url,
    'https://results.example.org': race.resultsUrl,
  }
  const kept: string[] = []
  for (const [operation, input] of forms) {
    const pasted = new Map<string, string>()
    for (const { path, value } of places(input)) {
      if (typeof value !== 'string') continue
      const field = `${operation} ${path.join('.')}`
      const key = createHash('sha256').update(field).digest('hex').slice(0, 32)
      pasted.set(key, field)
      for (const text of [keys.access, `${value} ${keys.access}`, key, `${value} ${key}`, `https://${key}/`]) {
        const json = JSON.stringify(replaced(input, path, text), (_, item: string) => real[item] ?? item)
        await ask(operation, JSON.parse(json))
      }
    }
    const files = await filesOf(folder)
    kept.push(...[...pasted].flatMap(([key, field]) => (files.some(([, bytes]) => bytes.includes(key)) ? field : [])))
  }
  await open.close()
  const files = (await filesOf(folder)).map(([, bytes]) => bytes.toString('latin1'))
  expect(leaksIn([...files, ...storedBodies(open), JSON.stringify(open.events)])).toEqual([])
  expect(kept.filter((field) => !untyped.test(field)).toSorted()).toEqual([...randomByNature, ...calls].toSorted())
})
