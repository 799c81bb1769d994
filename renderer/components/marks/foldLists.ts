import type { Json } from '../../../preload/contract/ids.ts'

const longestList = 100

/** Lists of more than 100 items as ranges, and ranges of ranges, none longer than 100. */
export const foldLongLists = (value: Json): Json => {
  if (Array.isArray(value)) return foldList(value.map(foldLongLists), 0)
  if (typeof value !== 'object' || value === null) return value
  // fromEntries keeps a field called __proto__ a field.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, foldLongLists(inner)]))
}

/** `first` is the place of the first item in the list as received. */
const foldList = (items: readonly Json[], first: number): Json => {
  if (items.length <= longestList) return items
  const ranges: { [name: string]: Json } = {}
  const size = rangeSize(items.length)
  for (let start = 0; start < items.length; start += size) {
    const range = items.slice(start, start + size)
    ranges[`${first + start} … ${first + start + range.length - 1}`] = foldList(range, first + start)
  }
  return ranges
}

/** A power of 100, so that no level has more than 100 ranges. */
const rangeSize = (length: number): number => {
  let size = longestList
  while (length / size > longestList) size *= longestList
  return size
}
