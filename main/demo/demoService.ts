import { createHash, randomBytes } from 'node:crypto'
import type { Result } from '../../preload/contract/result.ts'
import { generateRace } from './generatedRace.ts'
import { failed, listen, type RunningServer, type Service } from './httpServer.ts'
import { demoRaces, mainRoutes, type PromoCode } from './mainApi.ts'
import { demoOrders } from './orders.ts'
import { readResultsFile, type ResultsFile } from './resultsFile.ts'
import type { ServedCategory, ServedStage } from './servedStage.ts'

export type DemoServiceOptions = {
  /** Port of the main API; absent or 0: any free port. The results service takes the next port if it is free. */
  readonly port?: number
  /** The keys follow from it; absent: they are fresh. */
  readonly keySeed?: string
  /** Absent: the generated race. */
  readonly race?: 'generated' | ResultsFile
  /** Milliseconds since the epoch; only a live race asks. */
  readonly now?: () => number
  /** Results of the generated race arrive as the clock goes on from the start of the service. */
  readonly isLive?: boolean
  /** Seconds of a live race in one second of the clock, by default 20: all is over after nine minutes. */
  readonly liveSpeed?: number
  /** Second of the race at which a live one is joined; absent: shortly before the first finisher. */
  readonly liveFromSecond?: number
  /** Services with different ones have no GUID of a stage in common; absent: that of the demo inside the app. */
  readonly stageSeed?: string
  /** Language of the generated race's names, asked at every reply; absent: English. */
  readonly language?: () => 'en' | 'ru'
}

export type DemoService = {
  /** Origin of the main API. */
  readonly url: string
  /** Origin of the results service: another port. */
  readonly resultsUrl: string
  readonly accessKey: string
  readonly resultsKey: string
  readonly isLive: boolean
  readonly stages: readonly { readonly guid: string; readonly name: string }[]
  /** Races that take promo codes. */
  readonly races: readonly string[]
  readonly orders: readonly string[]
  /** The promo codes that the service now has for a race. */
  readonly promoCodes: (raceGuid: string) => readonly PromoCode[]
  readonly close: () => Promise<void>
}

/** Letters, digits, `-` and `_`; a letter first, so that no command line takes it for a flag. */
function createKey(of: string, seed?: string): string {
  const bytes = seed === undefined ? randomBytes(24) : createHash('sha256').update(`${seed} ${of}`).digest().subarray(8)
  return `k${bytes.toString('base64url')}`
}

function resultsCategories(stages: readonly ServedStage[]): ReadonlyMap<string, ServedCategory> {
  return new Map(
    stages.flatMap((stage) =>
      stage.distances.flatMap((distance) =>
        distance.categories.map(
          (category) => [`/results/get/${stage.guid}/${distance.guid}/${category.guid}`, category] as const,
        ),
      ),
    ),
  )
}

function createResultsService(key: string, stages: readonly ServedStage[], now: () => number): Service {
  const categories = resultsCategories(stages)
  return {
    keyHeader: 'SERVICE-API-KEY',
    key,
    routeAt: (path) => {
      if (!path.startsWith('/results/get/')) return undefined
      const category = categories.get(path.toLowerCase())
      const answer = () =>
        category === undefined ? failed(404, 'Category not found') : { status: 200, body: category.bodyAt(now()) }
      return { method: 'GET', answer }
    },
  }
}

function createStage(options: DemoServiceOptions, now: () => number): Result<ServedStage> {
  const race = options.race ?? 'generated'
  if (race !== 'generated') return readResultsFile(race.fileName, race.bytes, race.groupBy)
  const { isLive = false, liveSpeed = 20, liveFromSecond = 15 * 60, language = () => 'en', stageSeed } = options
  const seeded = stageSeed === undefined ? {} : { stageSeed }
  return {
    ok: true,
    value: generateRace({ ...seeded, isLive, liveSpeed, liveFromSecond, language, startedAtMs: now() }),
  }
}

/** At another port where this one is in use. */
async function listenAt(port: number, service: Service): Promise<Result<RunningServer>> {
  const wanted = await listen(port, service)
  return wanted.ok ? wanted : await listen(0, service)
}

const originOf = ({ port }: RunningServer): string => `http://127.0.0.1:${port}`

/**
 * Starts both services on loopback. Errors: those of `readResultsFile`, and invalid-input for a port that cannot be
 * used; then nothing is left running.
 */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<Result<DemoService>> {
  const now = options.now ?? Date.now
  const stage = createStage(options, now)
  if (!stage.ok) return stage
  const stages = [stage.value]
  const accessKey = createKey('access', options.keySeed)
  const resultsKey = createKey('results', options.keySeed)
  const resultsService = createResultsService(resultsKey, stages, now)
  const { port = 0 } = options
  const resultsServer = await listenAt(port === 0 ? 0 : port + 1, resultsService)
  if (!resultsServer.ok) return resultsServer
  const resultsUrl = originOf(resultsServer.value)
  const promoCodes = new Map<string, readonly PromoCode[]>()
  const routes = mainRoutes({ stages, resultsUrl, promoCodes })
  const mainService: Service = { keyHeader: 'X-Access-Key', key: accessKey, routeAt: (path) => routes.get(path) }
  const mainServer = await (port === 0
    ? listenAt(resultsServer.value.port - 1, mainService)
    : listen(port, mainService))
  if (!mainServer.ok) {
    await resultsServer.value.close()
    return mainServer
  }
  return {
    ok: true,
    value: {
      url: originOf(mainServer.value),
      resultsUrl,
      accessKey,
      resultsKey,
      isLive: options.isLive === true,
      stages: stages.map(({ guid, name, shownName }) => ({ guid, name: shownName?.(name) ?? name })),
      races: demoRaces,
      orders: demoOrders.map(({ guid }) => guid),
      promoCodes: (raceGuid) => promoCodes.get(raceGuid) ?? [],
      close: async () => {
        await Promise.all([mainServer.value.close(), resultsServer.value.close()])
      },
    },
  }
}
