import type { Json } from '../../preload/contract.ts'
import { isObject } from './envelope.ts'
import { parseKeepingDigits, parseToRewrite } from './exactJson.ts'

export type OrderData = { readonly [key: string]: Json }

const dataOf = (body: Json | undefined): OrderData | null => {
  const data = isObject(body) ? body['data'] : undefined
  return isObject(data) ? data : null
}

/** The order within the text of a reply; null when it holds none, or nests deeper than can be read. */
export const readOrderData = (text: string): OrderData | null => {
  try {
    return dataOf(parseKeepingDigits(text))
  } catch {
    return null
  }
}

/** The same order as compact JSON, every number with the digits it came with. */
export const exactOrderJson = (text: string): string => JSON.stringify(dataOf(parseToRewrite(text)))
