import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startRaceService, type RaceService } from '../support/raceService.ts'
import type { Script } from '../support/hostileServer.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { startChild, type Child } from './peers.ts'
import type { BenchLine } from './report.ts'

const limitMb = 700
const limitMs = 1_000
const most = 64 * 1024 * 1024

type Answer = { readonly ms: number; readonly waitMs: number; readonly peakMb: number; readonly said: string }

/** As often as a reply may be long. */
const filled = (part: string, before = '', after = ''): Buffer =>
  Buffer.from(before + part.repeat(Math.floor((most - 200 - before.length) / Buffer.byteLength(part))) + after)

const joined = (
  part: (index: number) => string,
  before = '[',
  after = ']',
  separator = ',',
  count = Infinity,
): Buffer => {
  const parts: string[] = []
  let bytes = 0
  for (let index = 0; index < count; index += 1) {
    const text = part(index)
    bytes += Buffer.byteLength(text) + separator.length
    if (bytes > most - 200) break
    parts.push(text)
  }
  return Buffer.from(before + parts.join(separator) + after)
}

const names = ['Иванов Пётр', 'Кузнецова Анна', 'Müller Jürgen', 'Щеглов Лев', 'Иванова Ольга']
const clock = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19)

/** So many rows of runners as a service sends them; `late` is added to each time of the rows after `from`. */
const runners = (count: number, late = 0, from = 0): Buffer =>
  joined(
    (index) =>
      `{"number":"${index + 1}","name":"${names[index % names.length]} ${index}","club":"Динамо ${index % 500}","city":"Город ${index % 90}","sex":"${index % 3 === 0 ? 'F' : 'M'}","ageGroup":"M${20 + (index % 9) * 5}","result":"${clock(2_400 + (index % 9_000) + (index >= from ? late : 0))}","place":${index + 1}}`,
    '{"isSuccess":true,"message":null,"data":[',
    ']}',
    ',',
    count,
  )

const tiny = (late: number): Buffer =>
  joined((index) => `{"n":${index},"name":"Ё${index}","t":"1:0${(index + late) % 10}:00"}`, '[', ']', ',', 1_000_000)

/** Each kind is taken from nothing, or after the one before it. */
const kinds: { readonly [kind: string]: readonly (() => Buffer)[] } = {
  'tiny rows': [() => filled('{"number":1234},', '[', '{}]')],
  'empty objects': [() => filled('{},', '[', '{}]')],
  'keys of one row': [() => joined((index) => `"k${index}":1`, '[{', '}]')],
  'a column a row': [() => joined((index) => `{"k${index}":1}`)],
  'a column a row, 900,000': [() => joined((index) => `{"k${index}":1}`, '[', ']', ',', 900_000)],
  brackets: [() => filled('[')],
  'empty lists': [() => filled('[[],[]],', '[', '[]]')],
  'lines of JSON': [() => filled('{"n":1}\n')],
  'line breaks': [() => filled('\n', '{')],
  'empty cells': [() => filled(';', 'bib;name;time\n')],
  'lines of cells': [() => filled('12345;Anna;1:00:00\n', 'bib;name;time\n')],
  'doubled keys': [() => filled('{"a":1,"a":2},', '[', '{"a":1}]')],
  'one text': [() => filled('я', '[{"name":"', '"}]')],
  escapes: [() => filled('\\u0416', '[{"name":"', '"}]')],
  'long numbers': [() => joined((index) => `{"id":${index}12345678901234567890}`, '[', ']', ',', 999_999)],
  'values at the bound': [() => joined((index) => `{"n":[${'1.5,'.repeat(78)}${index}]}`, '[', ']', ',', 99_000)],
  'objects at the bound': [() => joined((index) => `{"a":${index},"b":{},"c":[[],{},[]]}`, '[', ']', ',', 415_000)],
  'rows at the bound, twice': [() => tiny(0), () => tiny(1)],
  '300,000 runners, twice': [() => runners(300_000), () => runners(300_000, 60)],
  '300,000 runners, some later': [() => runners(300_000), () => runners(300_000, 60, 299_000)],
}

const questions = [
  'page',
  'deep',
  'search',
  'sort',
  'facets',
  'person',
  'audit',
  'changes',
  'raw',
  'mapping',
  'everywhere',
  'export',
]
const callQuestions = ['rows', 'callSearch', 'callSort', 'tree', 'lines']

/** What bodies that nobody should send take of memory, and how long others wait; each in a process of its own. */
export const benchBounds = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const service = await startRaceService('One')
  const lines: BenchLine[] = []
  const only = process.env['BOUNDS']
  for (const [kind, bodies] of Object.entries(kinds)) {
    if (only !== undefined && !kind.includes(only)) continue
    lines.push(...(await inProcess(service, kind, bodies)))
    if (bodies.length === 1 || kind.startsWith('300,000 runners, twice'))
      lines.push(...(await asCall(service, kind, bodies[0])))
  }
  await service.close()
  return lines
}

const answerWith = (body: Buffer): Script => {
  const packed = gzipSync(body, { level: 1 })
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed)
}

const withChild = async <T>(service: RaceService, work: (child: Child) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const child = startChild(new URL('boundsChild.js', bundledFolder), [
    service.url,
    service.resultsUrl,
    folder,
    service.stage,
  ])
  await child.firstLine
  try {
    return await work(child)
  } finally {
    await child.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const inProcess = (
  service: RaceService,
  kind: string,
  bodies: readonly (() => Buffer)[],
): Promise<readonly BenchLine[]> =>
  withChild(service, async (child) => {
    const lines: BenchLine[] = []
    let last: Answer | null = null
    for (const body of bodies) {
      service.answer('One', answerWith(body()))
      last = JSON.parse(await child.ask('take')) as Answer
      lines.push(...linesOf(`take: ${kind}`, last))
    }
    if (last?.said.includes(' done ') !== true) return lines
    for (const question of questions) {
      lines.push(...linesOf(`${question}: ${kind}`, JSON.parse(await child.ask(question)) as Answer))
    }
    return lines
  })

const asCall = (service: RaceService, kind: string, body: (() => Buffer) | undefined): Promise<readonly BenchLine[]> =>
  withChild(service, async (child) => {
    service.main.script('/v3/Anything', answerWith(body?.() ?? Buffer.alloc(0)))
    const lines = [...linesOf(`call: ${kind}`, JSON.parse(await child.ask('call /v3/Anything')) as Answer)]
    for (const question of callQuestions) {
      lines.push(...linesOf(`${question}: ${kind}`, JSON.parse(await child.ask(question)) as Answer))
    }
    return lines
  })

const linesOf = (row: string, { ms, waitMs, peakMb, said }: Answer): readonly BenchLine[] => {
  const note = `${(ms / 1000).toFixed(1)} s; ${said}`
  return [
    {
      row: `${row}: peak`,
      ours: peakMb,
      peer: limitMb,
      unit: 'MB',
      peerName: `the limit of ${limitMb} MB`,
      goalRatio: 1,
      note,
    },
    { row: `${row}: wait`, ours: waitMs, peer: limitMs, unit: 'ms', peerName: 'the limit of 1 s', goalRatio: 1 },
  ]
}
