import { createInterface } from 'node:readline'
import { startRaceService } from '../support/services/raceService.ts'
import { benchBodies } from './benchRace.ts'

/**
 * A service of its own process, so that its work is not counted as ours: `node benchService.ts DELAY_MS [ROWS CATEGORIES TAGS TIMES POINTS]`.
 * Prints `{url, resultsUrl, bytes}` and ends when its standard input closes. TAGS 1: with entity tags. A line `change N` gives
 * N categories another result and answers with a line.
 */
const [delayMs = 0, rows = 100_000, categories = 300, tags = 0, times = 1, points = 0] = process.argv
  .slice(2)
  .map(Number)
const delay = async (): Promise<void> => {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
}
const served = benchBodies(rows, categories, times, points).map(({ name, body }) => ({ name, body, version: 0 }))
const { url, resultsUrl, answer, answerLinks, sendLinks } = await startRaceService(...served.map(({ name }) => name))
for (const category of served) {
  answer(category.name, async (response, { headers }) => {
    await delay()
    const { name, body, version } = category
    const etag = `"${name}-${version}"`
    if (tags === 1 && headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const plain = { 'content-type': 'application/json', 'content-length': body.length }
    response.writeHead(200, tags === 1 ? { ...plain, etag } : plain).end(body)
  })
}
answerLinks(async (...asked) => {
  await delay()
  await sendLinks(...asked)
})

const change = ({ body }: (typeof served)[number], turn: number): Buffer =>
  Buffer.from(
    body.toString().replace(/"resultTime":"[^"]*"/, `"resultTime":"0:${String(turn % 60).padStart(2, '0')}:59"`),
  )

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
print({ url, resultsUrl, bytes: served.reduce((sum, { body }) => sum + body.length, 0) })
let turn = 0
for await (const line of createInterface({ input: process.stdin })) {
  turn += 1
  for (const category of served.slice(0, Number(line.split(' ')[1]))) {
    category.body = change(category, turn)
    category.version += 1
  }
  print({})
}
process.exit(0)
