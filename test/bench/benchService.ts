import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { benchBodies, benchGroup, benchStage } from './benchRace.ts'

/**
 * A service of its own process, so that its work is not counted as ours: `node benchService.ts DELAY_MS [ROWS CATEGORIES TAGS]`.
 * Prints `{url, resultsUrl, bytes}` and ends when its standard input closes. TAGS 1: with entity tags. A line `change N` gives
 * N categories another result and answers with a line.
 */
const [delayMs = 0, rows = 100_000, categories = 300, tags = 0] = process.argv.slice(2).map(Number)
const bodies = benchBodies(rows, categories)
const byGuid = new Map<string, { body: Buffer; version: number }>(
  bodies.map(({ guid, body }) => [guid, { body, version: 0 }]),
)
const changeResults = (count: number, turn: number): void => {
  for (const { guid } of bodies.slice(0, count)) {
    const served = byGuid.get(guid)
    if (served === undefined) continue
    const text = served.body.toString('utf8')
    const minute = String(turn % 60).padStart(2, '0')
    served.body = Buffer.from(text.replace(/"resultTime":"[^"]*"/, `"resultTime":"0:${minute}:59"`))
    served.version += 1
  }
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const results = createServer((request, response) => {
  const guid = (request.url ?? '').split('/').at(-1) ?? ''
  const served = byGuid.get(guid)
  const answer = (): void => {
    if (served === undefined) return void response.writeHead(404).end()
    const { body, version } = served
    const etag = `"${guid}-${version}"`
    if (tags === 1 && request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    response.writeHead(200, tags === 1 ? { ...headers, etag } : headers).end(body)
  }
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs)
})
const resultsUrl = await listen(results)

const main = createServer((_request, response) => {
  const template = `${resultsUrl}/results/get/{stage}/{group}/{category}`
  const links = {
    resultsUrlTemplate: template,
    distances: [
      {
        raceGroupGuid: benchGroup,
        displayName: '10 km',
        categories: bodies.map(({ index, guid }) => ({
          raceGroupCategoryGuid: guid,
          displayName: `Category ${index}`,
          resultsUrl: `${resultsUrl}/results/get/${benchStage}/${benchGroup}/${guid}`,
        })),
      },
    ],
  }
  const body = JSON.stringify({ isSuccess: true, message: null, data: links })
  const answer = (): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs)
})
const url = await listen(main)

process.stdout.write(
  `${JSON.stringify({ url, resultsUrl, bytes: bodies.reduce((sum, { body }) => sum + body.length, 0) })}\n`,
)
let turn = 0
const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  changeResults(Number(line.split(' ')[1]), (turn += 1))
  process.stdout.write('changed\n')
})
orders.on('close', () => process.exit(0))
