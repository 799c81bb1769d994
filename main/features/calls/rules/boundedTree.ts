import type { Json } from '../../../../preload/contract/ids.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'

const mostValues = 20_000
const longestList = 1_000
const longestText = 5_000
const deepest = 40

/** As much of a value as a tree can show at once; what is left out leaves a text with `…` in its place. */
export const boundTree = (value: Json): { readonly value: Json; readonly isCut: boolean } => {
  let left = mostValues
  let isCut = false
  const cut = (mark: string): string => {
    isCut = true
    return mark
  }
  const bound = (inner: Json, depth: number): Json => {
    left -= 1
    if (typeof inner === 'string') {
      return inner.length <= longestText ? inner : cut(`${inner.slice(0, longestText).toWellFormed()}…`)
    }
    if (typeof inner !== 'object' || inner === null) return inner
    if (depth >= deepest) return cut('…')
    return isList(inner) ? boundList(inner, depth) : isObject(inner) ? boundObject(inner, depth) : inner
  }
  const boundList = (list: readonly Json[], depth: number): Json => {
    const kept: Json[] = []
    for (const item of list) {
      if (left <= 0 || kept.length >= longestList) break
      kept.push(bound(item, depth + 1))
    }
    if (kept.length < list.length) kept.push(cut(`… +${list.length - kept.length}`))
    return kept
  }
  const boundObject = (object: { readonly [key: string]: Json }, depth: number): Json => {
    const entries: [string, Json][] = []
    const keys = Object.keys(object)
    for (const key of keys) {
      if (left <= 0) break
      entries.push([key, bound(object[key] ?? null, depth + 1)])
    }
    if (entries.length < keys.length) entries.push(['…', cut(`+${keys.length - entries.length}`)])
    return Object.fromEntries(entries)
  }
  const bounded = bound(value, 0)
  return { value: bounded, isCut }
}
