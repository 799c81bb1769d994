import type { Status } from '../contract/results.ts'

/** All there are, in the order in which the app and a published site sort them. */
export const statusOrder: readonly Status[] = ['OK', 'on course', 'NC', 'OTL', 'DNF', 'DSQ', 'DNS', 'unknown']

type Ordered = {
  readonly place: number | null
  readonly status: Status
  readonly result: string
  readonly key: string
}

/** The order of the rows of a category: by place, then those without one by status and result, then by bib. */
export const compareRows = (one: Ordered, other: Ordered): number =>
  placeOrder(one) - placeOrder(other) ||
  statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status) ||
  // `||`: NaN where both have no number.
  secondsOf(one.result) - secondsOf(other.result) ||
  numberOf(one.key) - numberOf(other.key) ||
  (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

/** Seconds of a clock such as 59:10 or 1:02:03.5; infinite for any other text. */
export const secondsOf = (text: string): number =>
  /^\d+(?::\d\d)+(?:[.,]\d+)?$/.test(text)
    ? text.split(':').reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0)
    : Number.POSITIVE_INFINITY

const numberOf = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY)

const placeOrder = ({ place }: Ordered): number => place ?? Number.MAX_SAFE_INTEGER
