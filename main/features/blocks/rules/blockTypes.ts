import type { BlockType } from '../../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json } from '../../../../preload/contract/ids.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'

/** Fields of the overview, and those that are heavy (API document, Block type). */
export const lightFields: readonly string[] = ['id', 'displayName', 'groupName', 'isModificator', 'orderPriority']
export const heavyFields: readonly string[] = ['configuration', 'template', 'css', 'js']

export type BlockSource = { readonly [field: string]: Json }

/** One block type of a reply: what the app reads of it, and all that came. */
export type ReadBlock = { readonly type: BlockType; readonly source: BlockSource }

export type BlockPage = {
  /** By group, then by priority; as received when that is so already. */
  readonly blocks: readonly ReadBlock[]
  readonly total: number
  readonly offset: number
  readonly limit: number
  /** Entries of the reply that are not objects. */
  readonly skipped: number
  readonly isReordered: boolean
  /** Every type came with a heavy field, whether or not one was asked for. */
  readonly isWhole: boolean
}

/** Null when `data` has no list, or a list without block types. */
export const readBlockPage = (data: Json): BlockPage | null => {
  const items = isList(data) ? data : isObject(data) && isList(data['items']) ? data['items'] : null
  if (items === null) return null
  const sources = items.filter((item) => isObject(item))
  if (sources.length === 0 && items.length > 0) return null
  const counts: BlockSource = isObject(data) ? data : {}
  const received = readBlocks(sources)
  const isReordered = !isInOrder(received)
  return {
    blocks: isReordered ? received.toSorted(byGroupAndPriority(new Intl.Collator('ru'))) : received,
    total: readCount(counts['total']) ?? items.length,
    offset: readCount(counts['offset']) ?? 0,
    limit: readCount(counts['limit']) ?? items.length,
    skipped: items.length - sources.length,
    isReordered,
    isWhole: sources.length > 0 && sources.every((source) => heavyFields.some((field) => source[field] !== undefined)),
  }
}

type Counted = { readonly types: number; readonly total: number }

/**
 * The reply to show: the newest one with types, unless it is a part that has fewer of them than the reply before it. An empty
 * reply is shown only where there is no other.
 */
export const chooseShown = <T extends Counted>(newestFirst: readonly T[]): T | null =>
  newestFirst.reduceRight<T | null>((shown, next) => {
    if (shown === null || shown.types === 0) return next
    return next.types > 0 && (next.types >= next.total || next.types >= shown.types) ? next : shown
  }, null)

const longestId = 1_000

/** Ids are made unique: a type without one is named by its place, a repeated one gets a number. */
const readBlocks = (sources: readonly BlockSource[]): readonly ReadBlock[] => {
  const taken = new Set<string>()
  return sources.map((source, index) => {
    const given = readText(source['id'])
    const sent = given === null || given.length > longestId ? `~${index + 1}` : given
    let id = sent
    for (let count = 2; taken.has(id); count += 1) id = `${sent}~${count}`
    taken.add(id)
    return { type: readBlock(source, id as BlockTypeId), source }
  })
}

const readBlock = (source: BlockSource, id: BlockTypeId): BlockType => ({
  id,
  name: readText(source['displayName']) ?? id,
  group: readText(source['groupName']) ?? '',
  isWrapping: source['isModificator'] === true || source['isModificator'] === 'true' || source['isModificator'] === 1,
  priority: readNumber(source['orderPriority']),
  received: Object.fromEntries(Object.entries(source).filter(([field]) => !heavyFields.includes(field))),
})

const readText = (value: Json | undefined): string | null => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toWellFormed() : null
}

const readNumber = (value: Json | undefined): number | null => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const readCount = (value: Json | undefined): number | null => {
  const number = readNumber(value)
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null
}

const codePoints = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Orders of names that a service may call sorted. Made when asked for: a collator takes milliseconds to make. */
const nameOrders = (): readonly ((a: string, b: string) => number)[] => [
  codePoints,
  (a, b) => codePoints(a.toLowerCase(), b.toLowerCase()),
  new Intl.Collator('ru').compare,
  new Intl.Collator('en').compare,
]

const priorityOf = ({ type }: ReadBlock): number => type.priority ?? Number.POSITIVE_INFINITY

const isInOrder = (blocks: readonly ReadBlock[]): boolean => {
  const groups: string[] = []
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before === undefined || before.type.group !== block.type.group) groups.push(block.type.group)
    else if (priorityOf(before) > priorityOf(block)) return false
  }
  if (new Set(groups).size < groups.length) return false
  const named = groups.filter((group) => group !== '')
  return nameOrders().some((compare) =>
    named.every((name, index) => index === 0 || compare(named[index - 1] ?? '', name) <= 0),
  )
}

/** Types without a group come last. */
const byGroupAndPriority =
  (russian: Intl.Collator) =>
  (a: ReadBlock, b: ReadBlock): number => {
    const [first, second] = [a.type.group, b.type.group]
    if (first !== second && (first === '' || second === '')) return first === '' ? 1 : -1
    const byName = russian.compare(first, second) || codePoints(first, second)
    if (byName !== 0) return byName
    const [low, high] = [priorityOf(a), priorityOf(b)]
    return low === high ? 0 : low - high
  }
