import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchBodies, benchGroup, benchStage } from './benchRace.ts'

/**
 * A service of its own process, so that its work is not counted as ours: `node benchService.ts DELAY_MS [ROWS CATEGORIES]`.
 * Prints `{url, resultsUrl, bytes}` and ends when its standard input closes.
 */
const [delayMs = 0, rows = 100_000, categories = 300] = process.argv.slice(2).map(Number)
const bodies = benchBodies(rows, categories)
const byGuid = new Map(bodies.map(({ guid, body }) => [guid, body]))

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const results = createServer((request, response) => {
  const body = byGuid.get((request.url ?? '').split('/').at(-1) ?? '')
  const answer = (): void => {
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
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
process.stdin.resume().on('end', () => process.exit(0))
