import type { BlockType, ChangedBlock } from '../../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json } from '../../../../preload/contract/ids.ts'
import type { BlockSource } from './blockTypes.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'

/** A block type of one snapshot; types with the same hash are the same in every field. */
export type ComparedBlock = {
  readonly type: BlockType
  readonly hash: string
  /** The fields to compare, read only when the hashes differ. */
  readonly fields: () => BlockSource
}

type Comparison = {
  readonly added: readonly BlockType[]
  readonly removed: readonly BlockType[]
  readonly changed: readonly ChangedBlock[]
}

/** Differences in `after`; types match by ID, and the order of keys within a field is ignored. */
export const compareBlocks = (before: readonly ComparedBlock[], after: readonly ComparedBlock[]): Comparison => {
  const earlier = new Map<BlockTypeId, ComparedBlock>(before.map((block) => [block.type.id, block]))
  const later = new Set<BlockTypeId>(after.map(({ type }) => type.id))
  return {
    added: after.filter(({ type }) => !earlier.has(type.id)).map(({ type }) => type),
    removed: before.filter(({ type }) => !later.has(type.id)).map(({ type }) => type),
    changed: after.flatMap((block) => {
      const old = earlier.get(block.type.id)
      if (old === undefined || old.hash === block.hash) return []
      const fields = changedFields(old.fields(), block.fields())
      return fields.length === 0 ? [] : [{ type: block.type, fields }]
    }),
  }
}

const changedFields = (before: BlockSource, after: BlockSource): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !isSame(before[field], after[field]))

const isSame = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
