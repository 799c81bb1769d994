import type { Json } from '../../preload/contract/ids.ts'
import type { Issue } from '../../preload/contract/result.ts'

const maxDepth = 12
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Copies an input from outside into plain JSON, or names what is not: class instances, accessors, functions, cycles,
 * keys that reach a prototype. Properties that are undefined are dropped, as JSON would. `units`: about how many UTF-16 code units
 * the input is as JSON, escapes not counted.
 */
export const plainInput = (
  input: unknown,
): (Copied & { readonly value: Json; readonly units: number }) | { issue: Issue } => {
  try {
    const size = { units: 0 }
    const copied = copyPlain(input, '', 0, size)
    return 'issue' in copied ? copied : { ...copied, ...size }
  } catch {
    // Only a proxy or a getter can throw here, and neither is plain.
    return { issue: { path: '', message: 'not a plain value' } }
  }
}

type Copied = { value: Json } | { issue: Issue }

type Size = { units: number }

/** Characters counted per value for quotes, commas and numbers. */
const unitsBeside = 8

const copyPlain = (input: unknown, path: string, depth: number, size: Size): Copied => {
  size.units += unitsBeside
  if (typeof input === 'string') {
    size.units += input.length
    return { value: input }
  }
  if (input === null || typeof input === 'boolean') return { value: input }
  if (typeof input === 'number') {
    return Number.isFinite(input) ? { value: input } : { issue: { path, message: 'not a finite number' } }
  }
  if (typeof input !== 'object') return { issue: { path, message: `a ${typeof input} is no input` } }
  if (depth >= maxDepth) return { issue: { path, message: 'nested too deeply' } }
  if (Array.isArray(input)) return copyList(input, path, depth, size)
  const prototype: unknown = Object.getPrototypeOf(input)
  if (prototype !== Object.prototype && prototype !== null) return { issue: { path, message: 'not a plain object' } }
  const copy: { [key: string]: Json } = {}
  for (const key of Reflect.ownKeys(input)) {
    const descriptor = Object.getOwnPropertyDescriptor(input, key)
    if (typeof key === 'symbol' || forbiddenKeys.has(key) || descriptor === undefined || !('value' in descriptor)) {
      return { issue: { path: join(path, String(key).slice(0, 50)), message: 'not a plain property' } }
    }
    const item: unknown = descriptor.value
    if (item === undefined) continue
    size.units += key.length
    const inner = copyPlain(item, join(path, key.slice(0, 50)), depth + 1, size)
    if ('issue' in inner) return inner
    copy[key] = inner.value
  }
  return { value: copy }
}

const copyList = (input: readonly unknown[], path: string, depth: number, size: Size): Copied => {
  if (Object.getPrototypeOf(input) !== Array.prototype) return { issue: { path, message: 'not a plain list' } }
  const items: Json[] = []
  for (let index = 0; index < input.length; index += 1) {
    const descriptor = Object.getOwnPropertyDescriptor(input, index)
    if (descriptor === undefined || !('value' in descriptor)) return { issue: { path, message: 'not a plain list' } }
    const copy = copyPlain(descriptor.value, join(path, String(index)), depth + 1, size)
    if ('issue' in copy) return copy
    items.push(copy.value)
  }
  // `length` is the one key of a list beside its items.
  if (Reflect.ownKeys(input).length > items.length + 1) return { issue: { path, message: 'not a plain list' } }
  return { value: items }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
