import type { CallRequest } from '../../../preload/contract/calls.ts'

/** The race in the call, or ''. */
export const raceOf = ({ path, query }: CallRequest): string => {
  const own = query.find(({ name }) => name.toLowerCase() === 'raceguid')?.value
  return own ?? new URLSearchParams(path.replace(/^[^?]*/, '')).get('raceGuid') ?? ''
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cell = (value: unknown): string =>
  (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '').replaceAll(/[\t\r\n]/g, ' ')

/** The codes of a body as lines that the promo screen reads. */
export const promoLines = (body: string | null): string => {
  let items: unknown = null
  try {
    const value: unknown = JSON.parse(body ?? 'null')
    items = isRecord(value) ? value['items'] : null
  } catch {
    return ''
  }
  if (!Array.isArray(items)) return ''
  return items
    .filter(isRecord)
    .map((item) => `${cell(item['value'])}\t${cell(item['discountPercent'])}`)
    .join('\n')
}
