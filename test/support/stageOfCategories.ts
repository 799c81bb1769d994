import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export type StageOfCategories = {
  readonly stage: string
  /** Both services: the same origin. */
  readonly url: string
  readonly guidOf: (category: string) => string
  readonly close: () => Promise<void>
}

const stage = '5f0c7a52-0000-4000-8000-000000000001'
const distance = '5f0c7a52-0000-4000-8000-000000000002'
const guidAt = (index: number): string => `5f0c7a52-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`

export const json =
  (body: unknown, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

/** A service with one distance, "10 km", whose categories answer as told; an answer is looked up at every request. */
export const startStageOfCategories = async (answers: Record<string, Answer>): Promise<StageOfCategories> => {
  const names = Object.keys(answers)
  let url = ''
  const links = (): unknown => ({
    isSuccess: true,
    message: null,
    data: {
      resultsUrlTemplate: `${url}/results/get/{stage}/{group}/{category}`,
      distances: [
        {
          raceGroupGuid: distance,
          displayName: '10 km',
          categories: names.map((displayName, index) => ({
            raceGroupCategoryGuid: guidAt(index),
            displayName,
            resultsUrl: `${url}/results/get/${stage}/${distance}/${guidAt(index)}`,
          })),
        },
      ],
    },
  })
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const name = names.find((_, index) => path.endsWith(guidAt(index)))
    const answer = path.startsWith('/v3/RaceStages/Results') ? json(links()) : answers[name ?? '']
    if (answer === undefined) json({ isSuccess: false, message: 'no such thing', data: null }, 404)(request, response)
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    stage,
    url,
    guidOf: (category) => guidAt(names.indexOf(category)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
