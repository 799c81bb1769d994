import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { addStage } from '../../support/openCore.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import { hostileLists } from '../../support/files/hostileLists.ts'
import { rowsOf, startRaceService } from '../../support/services/raceService.ts'
import { inSteps, type Campaign, type Fall, type Soak } from '../campaign.ts'
import { openSoakCore } from '../soakCore.ts'
import { callerOf, endOf, findVerbFaults, peakMb, startVerb } from '../verbs.ts'

const people = 300
/** The list's own thread may take a gigabyte, beside a browser face that takes a fifth of one. */
const mostMb = 1_900
/** The app gives up after a minute. */
const answeredWithinMs = 90_000
const pageWithinMs = 10_000
const pieceBytes = 510_000

const charsets = 'utf-8 windows-1251 koi8-r ibm866 iso-8859-5 macintosh shift_jis gbk big5 euc-kr'.split(' ') as [
  string,
]
const marks = [';', ',', '\t', '|'] as const
const heads = ['Bib', 'Name', 'Club', 'Birth date', 'City', 'Gender']
const cellsOf = (bib: number) => [String(bib), `All ${bib}`, `Club ${bib % 7}`, '1990-05-17', 'Orel', 'F']

const linesOf = (random: Random, lines: number): string => {
  const mark = pick(random, marks)
  const end = pick(random, ['\n', '\r\n', '\r'] as const)
  const rows = Array.from({ length: lines }, (_, at) => cellsOf(at + 1).join(mark))
  return [heads.join(mark), ...rows].join(end)
}

const encoded = (random: Random, text: string): Buffer => {
  const kind = random()
  if (kind < 0.1) return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (kind < 0.2) return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  if (kind < 0.3) return Buffer.from(`\uFEFF${text}`)
  return encodeText(text, pick(random, charsets))
}

type Made = { readonly name: string; readonly bytes: Uint8Array; readonly isGood?: boolean }

const cut = (random: Random, bytes: Uint8Array): Uint8Array => {
  const copy = Buffer.from(bytes)
  for (let flips = integerBetween(random, 1, 20); flips > 0; flips -= 1)
    copy[integerBetween(random, 0, copy.length - 1)] = integerBetween(random, 0, 255)
  return random() < 0.5 ? copy : copy.subarray(0, integerBetween(random, 0, copy.length))
}

const makeList = (random: Random): Made => {
  const kind = random()
  const lines = integerBetween(random, 1, 2_000)
  const text = (): Buffer => encoded(random, linesOf(random, lines))
  if (kind < 0.25) return { name: `a list of ${lines} lines`, bytes: text(), isGood: lines > 2 }
  if (kind < 0.4) return { name: 'a damaged list', bytes: cut(random, text()) }
  const [name, make] = pick(random, Object.entries(hostileLists) as [[string, (typeof hostileLists)[string]]])
  const bytes = make(random, integerBetween(random, 1, 10))
  return kind < 0.9 ? { name, bytes } : { name: `${name}, damaged`, bytes: cut(random, bytes) }
}

/** A browser face from the bundle, with a stage. */
const openPlace = async (folder: string) => {
  const service = await startRaceService('All')
  service.answer('All', rowsOf('All', people))
  const dataDir = join(folder, 'data')
  const core = await openSoakCore({ dataDir })
  const { stage } = await addStage(core, service)
  await core.ended((await core.call('stage:take', { stage })).jobId)
  await core.close()
  const args = ['serve', '--port', '0', '--data', dataDir, '--json']
  const terminal = startVerb(folder, args)
  const ask = await callerOf(terminal)
  if (ask === null) throw new Error((await terminal.ended).stderr)
  return {
    ask,
    stage,
    terminal,
    close: async () => {
      terminal.child.kill('SIGTERM')
      await endOf(terminal, args, 40_000)
      await service.close()
    },
    ended: () => endOf(terminal, args, 40_000),
  }
}

type Place = Awaited<ReturnType<typeof openPlace>>

/** The longest that a page took while `work` ran, and how many were refused. */
const pagesWhile = async ({ ask, stage }: Place, work: Promise<unknown>) => {
  const state = { isOver: false }
  void work.finally(() => (state.isOver = true)).catch(() => undefined)
  let [longestMs, wrong] = [0, '']
  do {
    const from = performance.now()
    const page = await ask('results:page', { stage, offset: 0, limit: 50 })
    longestMs = Math.max(longestMs, performance.now() - from)
    if ((page.value as { readonly total?: number } | undefined)?.total !== people)
      wrong = JSON.stringify(page).slice(0, 300)
    await new Promise((resolve) => setTimeout(resolve, 20))
  } while (!state.isOver)
  return { longestMs, wrong }
}

const known = new Set(['invalid-input', 'too-large', 'file'])

const tryList = async (place: Place, random: Random): Promise<readonly Fall[]> => {
  const { ask, stage, terminal } = place
  const { name, bytes, isGood = false } = makeList(random)
  const falls: Fall[] = []
  const fell = (what: string, detail: string): unknown =>
    falls.push({ what: `${name.replaceAll(/\d+/g, 'N')}: ${what}`, detail: `${bytes.length} bytes: ${detail}` })
  const usualMs = (await pagesWhile(place, Promise.resolve())).longestMs
  const file = randomUUID()
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += pieceBytes) {
    const data = Buffer.from(bytes.subarray(offset, offset + pieceBytes)).toString('base64')
    await ask('file:receive', { id: file, offset, data })
  }
  const operation = pick(random, ['startList:try', 'startList:join', 'startList:join'] as const)
  const from = performance.now()
  const reading = ask(operation, { stage, file, name: 'starters.csv' }, answeredWithinMs)
  const { longestMs, wrong } = await pagesWhile(place, reading)
  const answer = await reading
  const tookMs = performance.now() - from
  const report = answer.value as { readonly matched: number } | undefined
  if (!answer.ok && !known.has(answer.error?.kind ?? '')) fell(`answers ${answer.error?.kind}`, JSON.stringify(answer))
  if (isGood && !(Number(report?.matched) > 0)) fell('matches nobody', JSON.stringify(answer).slice(0, 500))
  if (wrong !== '') fell('a page is not as before', wrong)
  if (longestMs > pageWithinMs + 10 * usualMs)
    fell('a page waits', `${Math.round(longestMs)} ms, usually ${Math.round(usualMs)}`)
  const after = await pagesWhile(place, ask('startList:remove', { stage }))
  if (after.longestMs > pageWithinMs + 10 * usualMs)
    fell('a page waits once it is joined', `${Math.round(after.longestMs)} ms`)
  const peak = peakMb(terminal.child.pid)
  if (peak > mostMb) fell(`more than ${mostMb} MB`, `${Math.round(peak)} MB, answered after ${Math.round(tookMs)} ms`)
  return falls
}

/** A crash of the app is a fall of its own. */
const tryAlive = (place: Place, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  soak.tried()
  return tryList(place, random).catch(async (thrown: unknown) => {
    if (place.terminal.child.exitCode === null) throw thrown
    return [...findVerbFaults(await place.ended()), { what: 'a list ends the app', detail: String(thrown) }]
  })
}

export const startLists: Campaign = inSteps('start lists', 40, openPlace, tryAlive)
