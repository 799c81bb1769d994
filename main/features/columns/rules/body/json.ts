import type { Json } from '../../../../../preload/contract/ids.ts'

export type JsonObject = { readonly [key: string]: Json }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

const deepest = 3

/** The plain values of an object and of those in it, by their dotted names; objects under keys that are `apart` are left out. */
export function* plainValues(
  object: JsonObject,
  isApart: (key: string) => boolean = () => false,
  prefix = '',
  depth = 0,
): Generator<[name: string, value: string | number | boolean | null]> {
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (value === undefined || isList(value)) continue
    if (!isObject(value)) yield [prefix + key, value]
    else if (depth < deepest && !isApart(key)) yield* plainValues(value, isApart, `${prefix}${key}.`, depth + 1)
  }
}
