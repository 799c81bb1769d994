import { startDemoService, type DemoService, type DemoServiceOptions } from '../../../main/demo/demoService.ts'

export type DemoRow = {
  readonly number: number
  readonly position: number | null
  readonly resultTime: string
  readonly leaderDifference: string
  readonly isFinished: boolean
  readonly isOnStart: boolean
  readonly club: string
  readonly account: {
    readonly firstName: string
    readonly lastName: string
    readonly age: number
    readonly birthDate: string
    readonly sex: 'M' | 'F'
  }
  readonly laps: readonly {
    readonly lapNumber: number
    readonly isOnLap: boolean
    readonly totalTime: string
    readonly lapTime: string
    readonly groupRacePosition: number | null
  }[]
  readonly status?: string
}

export type FetchedCategory<Row = DemoRow> = {
  readonly distance: string
  readonly category: string
  readonly link: string
  readonly etag: string | null
  readonly rows: readonly Row[]
}

export async function startOrFail(options: DemoServiceOptions): Promise<DemoService> {
  const started = await startDemoService(options)
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  return started.value
}

type Envelope<Data> = { readonly isSuccess: boolean; readonly message: string | null; readonly data: Data }

export type Links = {
  readonly resultsUrlTemplate: string
  readonly distances: readonly {
    readonly raceGroupGuid: string
    readonly displayName: string
    readonly categories: readonly {
      readonly raceGroupCategoryGuid: string
      readonly displayName: string
      readonly resultsUrl: string
    }[]
  }[]
}

async function readEnvelope<Data>(reply: Response): Promise<Envelope<Data>> {
  return (await reply.json()) as Envelope<Data>
}

export async function getMain<Data>(service: DemoService, path: string): Promise<Envelope<Data>> {
  return readEnvelope(await fetch(service.url + path, { headers: { 'X-Access-Key': service.accessKey } }))
}

export async function postMain<Data>(service: DemoService, path: string, body: unknown): Promise<Envelope<Data>> {
  const headers = { 'X-Access-Key': service.accessKey, 'Content-Type': 'application/json' }
  return readEnvelope(await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function getCategory<Row>(
  service: DemoService,
  distance: string,
  category: string,
  link: string,
): Promise<FetchedCategory<Row>> {
  const reply = await fetch(link, { headers: { 'SERVICE-API-KEY': service.resultsKey } })
  const { data } = await readEnvelope<readonly Row[]>(reply)
  return { distance, category, link, etag: reply.headers.get('etag'), rows: data }
}

export async function getResults<Row = DemoRow>(service: DemoService): Promise<readonly FetchedCategory<Row>[]> {
  const { data } = await getMain<Links>(service, `/v3/RaceStages/Results?raceStageGuid=${service.stages[0]?.guid}`)
  return Promise.all(
    data.distances.flatMap((distance) =>
      distance.categories.map((category) =>
        getCategory<Row>(service, distance.displayName, category.displayName, category.resultsUrl),
      ),
    ),
  )
}
