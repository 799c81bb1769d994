import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startRaceService, type RaceService } from '../support/services/raceService.ts'
import type { Script } from '../support/services/hostileServer.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { startChild, type Child } from './peers.ts'
import type { BenchLine } from './report.ts'

const limitMb = 700
const limitMs = 1_000
const most = 64 * 1024 * 1024

type Asked = Answer & { readonly order: string }
type Answer = {
  readonly ms: number
  readonly waitMs: number
  readonly peakMb: number
  readonly nowMb: number
  readonly said: string
}

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
  'a column a row, 199,000': [() => joined((index) => `{"k${index}":1}`, '[', ']', ',', 199_000)],
  brackets: [() => filled('[')],
  'empty lists': [() => filled('[[],[]],', '[', '[]]')],
  'lines of JSON': [() => filled('{"n":1}\n')],
  'line breaks': [() => filled('\n', '{')],
  'empty cells': [() => filled(';', 'bib;name;time\n')],
  'lines of cells': [() => filled('12345;Anna;1:00:00\n', 'bib;name;time\n')],
  'doubled keys': [() => filled('{"a":1,"a":2},', '[', '{"a":1}]')],
  'keyed rows': [
    () =>
      joined((index) => `"${index}":{"name":"Anna ${index}","time":"1:00:00","club":"Dynamo"}`, '{', '}', ',', 199_000),
  ],
  'texts at the bound': [() => joined((index) => `{"number":${index},"name":"${'Ж'.repeat(1_990_000)}"}`)],
  'one text': [() => filled('я', '[{"name":"', '"}]')],
  escapes: [() => filled('\\u0416', '[{"name":"', '"}]')],
  'long numbers': [
    () => joined((index) => `{"number":${index},"name":"A","id":${index}12345678901234567890}`, '[', ']', ',', 999_999),
  ],
  'values at the bound': [() => joined((index) => `{"n":[${'1.5,'.repeat(58)}${index}]}`, '[', ']', ',', 99_000)],
  'objects at the bound': [() => joined((index) => `{"a":${index},"b":{},"c":[[],{},[]]}`, '[', ']', ',', 249_000)],
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

/** Measures the memory that hostile bodies take and how long other calls wait; each in a process of its own. */
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
    const takes: Asked[] = []
    for (const body of bodies) {
      service.answer('One', answerWith(body()))
      takes.push(await askChild(child, 'take'))
    }
    const isTaken = takes.at(-1)?.said.includes(' done ') === true
    const reads: Asked[] = []
    for (const question of isTaken ? questions : []) reads.push(await askChild(child, question))
    return [...linesOf(`take ${kind}`, takes), ...linesOf(`read ${kind}`, reads)]
  })

const asCall = (service: RaceService, kind: string, body: (() => Buffer) | undefined): Promise<readonly BenchLine[]> =>
  withChild(service, async (child) => {
    service.main.script('/v3/Anything', answerWith(body?.() ?? Buffer.alloc(0)))
    const all = [await askChild(child, 'call /v3/Anything')]
    for (const question of callQuestions) all.push(await askChild(child, question))
    return linesOf(`call ${kind}`, all)
  })

const askChild = async (child: Child, order: string): Promise<Asked> => ({
  order,
  ...(JSON.parse(await child.ask(order)) as Answer),
})

const linesOf = (row: string, all: readonly Asked[]): readonly BenchLine[] => {
  const [first] = all
  if (first === undefined) return []
  const longest = all.reduce((most, one) => (one.waitMs > most.waitMs ? one : most))
  const peakMb = Math.max(...all.map((one) => one.peakMb))
  const took = all.map(
    ({ order, ms, waitMs, peakMb: most, nowMb }) =>
      `${order} ${(ms / 1000).toFixed(1)} s/${Math.round(waitMs)} ms/${Math.round(nowMb)} of ${Math.round(most)} MB`,
  )
  const said = all.at(-1)?.said.slice(0, 100) ?? ''
  return [
    { row: `${row}: peak`, ours: peakMb, peer: limitMb, unit: 'MB', peerName: 'the limit', goalRatio: 1, note: said },
    {
      row: `${row}: wait`,
      ours: longest.waitMs,
      peer: limitMs,
      unit: 'ms',
      peerName: 'the limit',
      goalRatio: 1,
      note: took.join(', '),
    },
  ]
}
