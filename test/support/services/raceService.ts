import { createHash } from 'node:crypto'
import { startHostileServer, type HostileServer, type Script } from './hostileServer.ts'

export const raceStage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13'
const distance = '8c1d7a30-5b1e-4c55-9a61-000000000010'

const guidOf = (category: string): string => {
  const hex = createHash('sha256').update(category).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const pathOf = (category: string): string => `/results/get/${raceStage}/${distance}/${guidOf(category)}`

/** An event service of two origins whose links and categories answer as told, from one moment to the next. */
export const startRaceService = async (...categories: readonly string[]) => {
  const main = await startHostileServer()
  const results = await startHostileServer()
  const known = new Map<string, string>()
  let listed = categories
  let origin = results.url
  let from = 0
  const sendLinks: Script = (response) => {
    const categories = listed.map((displayName) => ({
      raceGroupCategoryGuid: guidOf(displayName),
      displayName,
      resultsUrl: origin + pathOf(displayName),
    }))
    const distances = [{ raceGroupGuid: distance, displayName: '10 km', categories }]
    const template = `${origin}/results/get/{stage}/{group}/{category}`
    sendJson(response, envelope({ resultsUrlTemplate: template, distances }))
  }
  /** Null: as `sendLinks` does. */
  const answerLinks = (script: Script | null): void => main.script('/v3/RaceStages/Results', script ?? sendLinks)
  const answer = (category: string, script: Script): void => {
    known.set(pathOf(category), category)
    results.script(pathOf(category), script)
  }
  /** The categories that the links name from now on; all in the distance "10 km". */
  const list = (...names: readonly string[]): void => {
    listed = names
    for (const name of names) if (!known.has(pathOf(name))) answer(name, rowsOf(name, 3))
  }
  list(...categories)
  answerLinks(null)
  const requests = (): HostileServer['requests'] => results.requests.slice(from)
  return {
    main,
    results,
    url: main.url,
    resultsUrl: results.url,
    stage: raceStage as string,
    list,
    answer,
    answerLinks,
    sendLinks,
    nameOrigin: (named: string): void => {
      origin = named
    },
    /** Names of the categories asked since `forget`, in order; with the validator that came along. */
    asked: (): readonly string[] => requests().map(({ url }) => known.get(url) ?? url),
    validators: (): readonly (string | null)[] => requests().map(({ headers }) => headers['if-none-match'] ?? null),
    forget: (): void => {
      from = results.requests.length
    },
    close: async (): Promise<void> => {
      await Promise.all([main.close(), results.close()])
    },
  }
}

export type RaceService = Awaited<ReturnType<typeof startRaceService>>

export type Bodies = { readonly [category: string]: readonly object[] }

/** Answers categories with these rows, whatever they were told before. */
export const answerWith = (race: Pick<RaceService, 'answer'>, bodies: Bodies): void => {
  for (const [category, rows] of Object.entries(bodies)) race.answer(category, bytesOf(inEnvelope(rows)))
}

export const startRaceWith = async (bodies: Bodies): Promise<RaceService> => {
  const race = await startRaceService(...Object.keys(bodies))
  answerWith(race, bodies)
  return race
}

type Response = Parameters<Script>[0]

export const sendJson = (
  response: Response,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const envelope = (data: unknown): unknown => ({ isSuccess: true, message: null, data })

export const inEnvelope = (data: unknown): string => JSON.stringify(envelope(data))

export const runner = (category: string, number: number): Record<string, unknown> => ({
  number,
  resultTime: `1:${String(number % 60).padStart(2, '0')}:05`,
  account: { lastName: `${category} ${number}` },
})

/** So many finishers of a category, in the envelope. */
export const rowsOf =
  (category: string, count: number, headers: Record<string, string> = {}): Script =>
  (response) =>
    sendJson(response, envelope(Array.from({ length: count }, (_, index) => runner(category, index + 1))), 200, headers)

/** The same with an entity tag, answering 304 to whoever has it. */
export const taggedRowsOf =
  (category: string, count: number, etag: string): Script =>
  (response, received, nth) => {
    if (received.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else void rowsOf(category, count, { etag })(response, received, nth)
  }

/** Holds every answer back until `open` is called. */
export const heldBack = (script: Script): { readonly script: Script; readonly open: () => void } => {
  const opened = Promise.withResolvers<void>()
  return {
    script: async (response, received, nth) => {
      await opened.promise
      await script(response, received, nth)
    },
    open: () => opened.resolve(),
  }
}

export const bytesOf =
  (body: string | Uint8Array, status = 200, contentType = 'application/json'): Script =>
  (response) =>
    response.writeHead(status, { 'content-type': contentType }).end(body)
