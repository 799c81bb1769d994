import type { ReplyChange } from '../../../../preload/contract/calls.ts'
import type { Json } from '../../../../preload/contract/ids.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'

export type JsonChanges = {
  /** In the order of the newer value, what vanished after what stayed; at most as many as asked for. */
  readonly changes: readonly ReplyChange[]
  readonly isCut: boolean
}

/** By these, entries of two lists are the same thing; the first that all entries have, and no two share, is used. */
const identities = ['guid', 'id', 'number', 'code', 'value', 'name', 'displayName']
const deepest = 100

/** Differences between two replies by path; an entry that only moved within its list is unchanged. */
export const compareJson = (before: Json, after: Json, most: number): JsonChanges => {
  const changes: ReplyChange[] = []
  const note = (change: ReplyChange): void => {
    if (changes.length <= most) changes.push(change)
  }
  compare(before, after, '', 0, note)
  return { changes: changes.slice(0, most), isCut: changes.length > most }
}

type Note = (change: ReplyChange) => void

const compare = (before: Json, after: Json, path: string, depth: number, note: Note): void => {
  if (Object.is(before, after)) return
  if (depth < deepest && isList(before) && isList(after)) compareLists(before, after, path, depth, note)
  else if (depth < deepest && isObject(before) && isObject(after)) compareObjects(before, after, path, depth, note)
  else if (JSON.stringify(before) !== JSON.stringify(after)) note({ kind: 'changed', path, ...both(before, after) })
}

type JsonObject = { readonly [key: string]: Json }

const compareObjects = (before: JsonObject, after: JsonObject, path: string, depth: number, note: Note): void => {
  for (const [key, value] of Object.entries(after)) {
    const place = joinKey(path, key)
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    if (old === undefined) note({ kind: 'added', path: place, before: null, after: shown(value) })
    else compare(old, value, place, depth + 1, note)
  }
  for (const [key, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, key)) {
      note({ kind: 'removed', path: joinKey(path, key), before: shown(value), after: null })
    }
  }
}

const compareLists = (
  before: readonly Json[],
  after: readonly Json[],
  path: string,
  depth: number,
  note: Note,
): void => {
  const identity = identities.find((name) => isIdentity(before, name) && isIdentity(after, name))
  const keysOf = (list: readonly Json[]): readonly string[] =>
    list.map((item, index) => (identity === undefined ? String(index) : (keyOf(item, identity) ?? '')))
  const placeOf = (key: string): string =>
    `${path}[${identity === undefined ? key : `${identity}=${shorten(key, longestKey)}`}]`
  const old = new Map(keysOf(before).map((key, index) => [key, before[index] ?? null]))
  const afterKeys = keysOf(after)
  for (const [index, key] of afterKeys.entries()) {
    const value = after[index] ?? null
    const known = old.get(key)
    if (known === undefined) note({ kind: 'added', path: placeOf(key), before: null, after: shown(value) })
    else compare(known, value, placeOf(key), depth + 1, note)
  }
  const stayed = new Set(afterKeys)
  for (const [key, value] of old) {
    if (!stayed.has(key)) note({ kind: 'removed', path: placeOf(key), before: shown(value), after: null })
  }
}

const isIdentity = (list: readonly Json[], name: string): boolean => {
  const keys = new Set<string>()
  for (const item of list) {
    const key = keyOf(item, name)
    if (key === null || keys.has(key)) return false
    keys.add(key)
  }
  return true
}

const keyOf = (item: Json, name: string): string | null => {
  const value = isObject(item) && Object.hasOwn(item, name) ? item[name] : null
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : null
}

const joinKey = (path: string, key: string): string => {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return path === '' ? key : `${path}.${key}`
  return `${path}[${JSON.stringify(shorten(key, longestKey))}]`
}

const longestShown = 500
const longestKey = 100

const shown = (value: Json): string => shorten(JSON.stringify(value), longestShown)

/** Two long texts that differ far inside are shown from where they part. */
const both = (before: Json, after: Json): { readonly before: string; readonly after: string } => {
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)]
  if (Math.max(old.length, now.length) <= longestShown) return { before: old, after: now }
  let same = 0
  while (same < old.length && old[same] === now[same]) same += 1
  const from = Math.max(0, same - 40)
  const piece = (text: string): string => (from === 0 ? '' : '…') + shorten(text.slice(from), longestShown)
  return { before: piece(old), after: piece(now) }
}

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

/** For bodies other than JSON: the lines between the common beginning and the common end. */
export const compareLineLists = (before: readonly string[], after: readonly string[], most: number): JsonChanges => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  const changes: ReplyChange[] = []
  for (let index = 0; index < Math.max(old.length, now.length) && changes.length <= most; index += 1) {
    const [was, is] = [old[index], now[index]]
    const path = String(start + index + 1)
    if (was === is) continue
    if (was === undefined) changes.push({ kind: 'added', path, before: null, after: shorten(is ?? '', longestShown) })
    else if (is === undefined) changes.push({ kind: 'removed', path, before: shorten(was, longestShown), after: null })
    else changes.push({ kind: 'changed', path, before: shorten(was, longestShown), after: shorten(is, longestShown) })
  }
  return { changes: changes.slice(0, most), isCut: changes.length > most }
}
