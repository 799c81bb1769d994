import type { Json } from '../../../../preload/contract/ids.ts'

type Context = { readonly source?: string }

/** ECMAScript's raw JSON: an object whose text `JSON.stringify` writes as it is. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => Json }

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** The source text of a number that would be written in other digits; undefined when there is no need to keep it. */
const lostSource = (value: unknown, context: Context | undefined): string | undefined =>
  typeof value === 'number' && String(value) !== context?.source ? context?.source : undefined

function keepAsText(this: unknown, _key: string, value: unknown, context?: Context): unknown {
  return lostSource(value, context) ?? value
}

function keepAsNumber(this: unknown, _key: string, value: unknown, context?: Context): unknown {
  const source = lostSource(value, context)
  return source === undefined ? value : rawJSON(source)
}

/** Parses JSON; a number that would not be shown with the digits it was sent with (`42.50`, `1e3`) is kept as a text of them. */
export const parseKeepingDigits = (text: string): Json => JSON.parse(withoutMark(text), keepAsText) as Json

/** Parses JSON for nothing but writing it again: `JSON.stringify` gives every number back with its own digits. */
export const parseToRewrite = (text: string): Json => JSON.parse(withoutMark(text), keepAsNumber) as Json

const plainNumber = /^-?[0-9]+(?:\.[0-9]+)?$/

/** An amount as `JSON.stringify` writes a number, with its own digits; any other text stays as it is. */
export const exactNumber = (text: string): Json =>
  plainNumber.test(text) && !/^-?0[0-9]/.test(text) ? rawJSON(text) : text
