import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pick, type Random } from '../../main/demo/random.ts'
import { startRaceService } from '../support/services/raceService.ts'
import { inFolders, type Campaign, type Fall, type Soak } from './campaign.ts'
import { endOf, peakMb, startVerb } from './verbs.ts'

type Bomb = { readonly name: string; readonly make: () => string }

/** Replies below 64 MiB that cost most where nothing bounds them. */
const replies: readonly [Bomb, ...Bomb[]] = [
  { name: '2.5 million tiny rows', make: () => `[${'{"a":1},'.repeat(2_500_000)}{"a":1}]` },
  { name: '20 million empty objects', make: () => `[${'{},'.repeat(20_000_000)}{}]` },
  { name: 'a million keys in a row', make: () => `[{${keys(1_000_000)}},{"number":1}]` },
  {
    name: 'a new column in each row',
    make: () => `[${Array.from({ length: 300_000 }, (_, row) => `{"c${row}":${row}}`).join(',')}]`,
  },
  { name: '57 million brackets', make: () => '['.repeat(57_000_000) },
  { name: '57 million brackets, in pairs', make: () => `[${'[],'.repeat(19_000_000)}[]]` },
  { name: 'one text of 60 million letters', make: () => `[{"number":1,"name":"${'x'.repeat(60_000_000)}"}]` },
  { name: '30 million numbers', make: () => `[${'1,'.repeat(30_000_000)}1]` },
  { name: 'a million lines of text', make: () => `number;name\n${'1;a\n'.repeat(8_000_000)}` },
]

const keys = (count: number): string => Array.from({ length: count }, (_, nth) => `"k${nth}":${nth}`).join(',')

const mostMb = 700
const deadlineMs = 120_000
const knownCodes = new Set([0, 1, 3])
const good = JSON.stringify(
  Array.from({ length: 30 }, (_, nth) => ({ number: nth + 1, name: `Runner ${nth}`, resultTime: `1:00:${10 + nth}` })),
)

/** A good table, then a body that costs much, each taken by a process of its own; the good rows must be there afterwards. */
const dropBomb = async (folder: string, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  const { name, make } = pick(random, replies)
  const service = await startRaceService('All')
  const { stage, url, resultsUrl } = service
  const answer = (body: string): void => {
    const packed = gzipSync(body)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    service.answer('All', (response) => response.writeHead(200, headers).end(packed))
  }
  const run = async (...words: readonly string[]) => {
    const args = [...words, '--data', join(folder, 'data'), '--json']
    const terminal = startVerb(folder, args)
    let peak = 0
    const looking = setInterval(() => {
      peak = Math.max(peak, peakMb(terminal.child.pid))
    }, 50)
    const end = await endOf(terminal, args, deadlineMs)
    clearInterval(looking)
    return { ...end, peak }
  }
  const urls = ['--base-url', url, '--results-url', resultsUrl]
  try {
    answer(good)
    await run('take', stage, ...urls)
    answer(make())
    soak.tried()
    const taken = await run('take', stage, ...urls)
    const shown = await run('results', stage, '--limit', '1')
    const falls: Fall[] = []
    const fell = (what: string, detail: string): unknown => falls.push({ what: `${name}: ${what}`, detail })
    if (taken.code === null || !knownCodes.has(taken.code)) fell('the process is ended', `code ${taken.code}`)
    if (taken.peak > mostMb) fell(`more than ${mostMb} MB`, `${Math.round(taken.peak)} MB at the peak`)
    if (!/"total":[1-9]/.test(shown.stdout)) fell('the good rows are gone', shown.stdout.slice(0, 300))
    return falls
  } finally {
    await service.close()
  }
}

export const bombs: Campaign = inFolders('bombs', 1, dropBomb)
