import type { Json } from '../../../../preload/contract/ids.ts'
import { isObject } from '../../organizations/rules/envelope.ts'
import { parseKeepingDigits, parseToRewrite } from './exactJson.ts'

export type OrderData = { readonly [key: string]: Json }

const dataOf = (body: Json | undefined): OrderData | null => {
  const data = isObject(body) ? body['data'] : undefined
  return isObject(data) ? data : null
}

/** Deeper than any order, and shallow enough to be written again wherever that is done. */
const deepestNesting = 500

const isWithin = (value: Json, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner: Json) => isWithin(inner, levels - 1))
}

/** The order within the text of a reply; null when it holds none, or nests deeper than can be read. */
export const readOrderData = (text: string): OrderData | null => {
  try {
    const data = dataOf(parseKeepingDigits(text))
    return data !== null && isWithin(data, deepestNesting) ? data : null
  } catch {
    return null
  }
}

/** The same order as compact JSON, every number with the digits it came with. */
export const exactOrderJson = (text: string): string => JSON.stringify(dataOf(parseToRewrite(text)))
