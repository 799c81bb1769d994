import { blockTypes } from './blockTypes.ts'
import { failed, succeeded, type Reply, type Request, type Route } from './httpServer.ts'
import { demoOrders } from './orders.ts'
import { guidOf } from './random.ts'
import type { ServedStage } from './servedStage.ts'

export type PromoCode = { readonly value: string; readonly discountPercent: number }

/** The data of the main API, and the promo codes it received. */
type MainApi = {
  readonly stages: readonly ServedStage[]
  /** Origin of the results service, without a slash at the end. */
  readonly resultsUrl: string
  readonly promoCodes: Map<string, readonly PromoCode[]>
}

type JsonObject = { readonly [key: string]: unknown }

const guidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const demoRaces: readonly string[] = [guidOf('racedesk demo race', '2026'), guidOf('racedesk demo race', '2025')]

const raceYears: readonly object[] = [
  { year: 2026, races: 3 },
  { year: 2025, races: 5 },
  { year: 2024, races: 4 },
]

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readBody(request: Request): JsonObject | null {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body))
    return isObject(body) ? body : null
  } catch {
    return null
  }
}

/** The lower-case GUID in the query, or the refusal to send. */
function readGuid(request: Request, name: string): { readonly guid: string } | { readonly refusal: Reply } {
  const guid = (request.query.get(name) ?? '').toLowerCase()
  return guidPattern.test(guid) ? { guid } : { refusal: failed(400, `${name} must be a GUID`) }
}

function listBlockTypes(request: Request): Reply {
  const body = request.body.length === 0 ? {} : readBody(request)
  if (body === null) return failed(400, 'The body is not a JSON object')
  const fields = body['fields'] ?? []
  if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string')) {
    return failed(400, 'fields must be a list of field names')
  }
  const wanted = new Set<string>(fields)
  const items =
    wanted.size === 0
      ? blockTypes
      : blockTypes.map((type) => Object.fromEntries(Object.entries(type).filter(([name]) => wanted.has(name))))
  return succeeded({ items, total: items.length, offset: 0, limit: 100 })
}

function stageLinks(api: MainApi, stage: ServedStage): object {
  const { shownName = (name: string) => name } = stage
  const template = `${api.resultsUrl}/results/get/{stage}/{group}/{category}`
  return {
    resultsUrlTemplate: template,
    distances: stage.distances.map((distance) => ({
      raceGroupGuid: distance.guid,
      displayName: shownName(distance.name),
      categories: distance.categories.map((category) => ({
        raceGroupCategoryGuid: category.guid,
        displayName: shownName(category.name),
        resultsUrl: `${api.resultsUrl}/results/get/${stage.guid}/${distance.guid}/${category.guid}`,
      })),
    })),
  }
}

function showStage(api: MainApi, request: Request): Reply {
  const asked = readGuid(request, 'raceStageGuid')
  if ('refusal' in asked) return asked.refusal
  const stage = api.stages.find(({ guid }) => guid === asked.guid)
  return stage === undefined ? failed(200, 'Race stage not found') : succeeded(stageLinks(api, stage))
}

function isPromoCode(value: unknown): value is PromoCode {
  if (!isObject(value)) return false
  const { value: code, discountPercent: percent } = value
  return typeof code === 'string' && code.trim() !== '' && typeof percent === 'number' && percent >= 0 && percent <= 100
}

/** Replaces all promo codes of the race. */
function setPromoCodes(api: MainApi, request: Request): Reply {
  const asked = readGuid(request, 'raceGuid')
  if ('refusal' in asked) return asked.refusal
  const items = readBody(request)?.['items']
  if (!Array.isArray(items)) return failed(400, 'The body must be a JSON object with items')
  const wrong = items.findIndex((item) => !isPromoCode(item))
  if (wrong !== -1) return failed(400, `items[${wrong}] needs a value and a discountPercent from 0 to 100`)
  if (!demoRaces.includes(asked.guid)) return failed(200, 'Race not found')
  api.promoCodes.set(asked.guid, items.filter(isPromoCode))
  return succeeded({ affected: items.length })
}

function showOrder(request: Request): Reply {
  const asked = readGuid(request, 'guid')
  if ('refusal' in asked) return asked.refusal
  const order = demoOrders.find(({ guid }) => guid === asked.guid)
  return order === undefined ? failed(200, 'Order not found') : succeeded(order)
}

/** Every endpoint of the main API by its path. */
export function mainRoutes(api: MainApi): ReadonlyMap<string, Route> {
  return new Map<string, Route>([
    ['/v3/SitePageBlockTypes/List', { method: 'POST', answer: listBlockTypes }],
    ['/v3/RaceStages/Results', { method: 'GET', answer: (request) => showStage(api, request) }],
    ['/v3/Races/Years', { method: 'GET', answer: () => succeeded(raceYears) }],
    ['/v3/PromoCodes/Set', { method: 'POST', answer: (request) => setPromoCodes(api, request) }],
    ['/v3/Orders/Details', { method: 'GET', answer: showOrder }],
  ])
}
