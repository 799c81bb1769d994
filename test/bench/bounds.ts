import { gzipSync } from 'node:zlib'
import { startRaceService, type RaceService } from '../support/services/raceService.ts'
import type { Script } from '../support/services/hostileServer.ts'
import { startBundled } from './bundledChildren.ts'
import { useFolder, type Child } from './peers.ts'
import { limited, type BenchLine } from './report.ts'

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

const questions = 'page deep search sort facets person audit changes raw mapping everywhere export'.split(' ')
const callQuestions = 'rows callSearch callSort tree lines'.split(' ')

/** Measures the memory that hostile bodies take and how long other calls wait; each in a process of its own. */
export const benchBounds = async (): Promise<readonly BenchLine[]> => {
  const service = await startRaceService('One')
  const lines: BenchLine[] = []
  const only = process.env['BOUNDS'] ?? ''
  for (const [kind, bodies] of Object.entries(kinds)) {
    if (!kind.includes(only)) continue
    lines.push(...(await inProcess(service, kind, bodies)))
    const [body] = bodies
    if (body !== undefined && (bodies.length === 1 || kind.startsWith('300,000 runners, twice')))
      lines.push(...(await asCall(service, kind, body())))
  }
  await service.close()
  return lines
}

const answerWith = (body: Buffer): Script => {
  const packed = gzipSync(body, { level: 1 })
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed)
}

const inProcess = async (
  service: RaceService,
  kind: string,
  bodies: readonly (() => Buffer)[],
): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using child = await startBundled('bounds', service, folder.path, service.stage)
  const takes: Asked[] = []
  for (const body of bodies) {
    service.answer('One', answerWith(body()))
    takes.push(...(await askAll(child, ['take'])))
  }
  const isTaken = takes.at(-1)?.said.includes(' done ') === true
  return [...linesOf(`take ${kind}`, takes), ...linesOf(`read ${kind}`, isTaken ? await askAll(child, questions) : [])]
}

const asCall = async (service: RaceService, kind: string, body: Buffer): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using child = await startBundled('bounds', service, folder.path, service.stage)
  service.main.script('/v3/Anything', answerWith(body))
  return linesOf(`call ${kind}`, await askAll(child, ['call /v3/Anything', ...callQuestions]))
}

const askAll = async (child: Child, orders: readonly string[]): Promise<readonly Asked[]> => {
  const all: Asked[] = []
  for (const order of orders) all.push({ order, ...(await child.ask<Answer>(order)) })
  return all
}

const linesOf = (row: string, all: readonly Asked[]): readonly BenchLine[] => {
  if (all.length === 0) return []
  const took = all.map(
    ({ order, ms, waitMs, peakMb, nowMb }) =>
      `${order} ${(ms / 1000).toFixed(1)} s/${Math.round(waitMs)} ms/${Math.round(nowMb)} of ${Math.round(peakMb)} MB`,
  )
  const most = (of: (one: Asked) => number): number => Math.max(...all.map(of))
  const said = all.at(-1)?.said.slice(0, 100) ?? ''
  return [
    limited(
      `${row}: peak`,
      most(({ peakMb }) => peakMb),
      700,
      'MB',
      said,
    ),
    limited(
      `${row}: wait`,
      most(({ waitMs }) => waitMs),
      1_000,
      'ms',
      took.join(', '),
    ),
  ]
}
