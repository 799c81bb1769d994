import { editDistance } from '../../../kernel/text/editDistance.ts'

/** The same words in another order, or up to two letters mistyped. Folded names. */
export const isAlikeName = (was: string, is: string): boolean => {
  const sorted = (name: string): string => name.split(' ').sort().join(' ')
  if (sorted(was) === sorted(is)) return true
  const isComparable = Math.min(was.length, is.length) >= 6 && Math.abs(was.length - is.length) <= 2
  return isComparable && was.length <= 200 && editDistance(was, is) <= 2
}
