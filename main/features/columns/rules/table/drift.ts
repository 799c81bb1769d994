import type { FieldChange } from '../../../../../preload/contract/columns.ts'
import type { Evidence } from './tableShape.ts'

/** Fewer cells than this are not taken for texts on the strength of one odd word among them. */
const fewest = 3

/**
 * Field changes of a later body, by name and by the kind of most cells. An empty field has no kind, so that pending
 * results are no change, and neither is an empty list that fills up; second parts of cells come and go with the first ones.
 */
export const fieldChanges = (before: Evidence, after: Evidence): readonly FieldChange[] => {
  const changes: FieldChange[] = []
  const filledUp = [...before].flatMap(([name, { kind }]) =>
    kind === 'json' && !after.has(name) && [...after.keys()].some((later) => later.startsWith(`${name}.`))
      ? [name]
      : [],
  )
  const hasFilledUp = (name: string): boolean => filledUp.some((list) => name === list || name.startsWith(`${list}.`))
  for (const [name, { kind, filled, isPart }] of before) {
    if (isPart === true || hasFilledUp(name)) continue
    const later = after.get(name)
    if (later === undefined) changes.push({ type: 'missing', name })
    else if (later.kind !== kind && filled > 0 && later.filled > 0) {
      const isText = kind === 'text' || later.kind === 'text'
      if (!isText || Math.min(filled, later.filled) >= fewest) {
        changes.push({ type: 'retyped', name, before: kind, after: later.kind })
      }
    }
  }
  for (const [name, { isPart }] of after) {
    if (!before.has(name) && isPart !== true && !hasFilledUp(name)) changes.push({ type: 'new', name })
  }
  return changes
}

const order: readonly FieldChange['type'][] = ['new', 'missing', 'retyped']
const signs: { readonly [T in FieldChange['type']]: string } = { new: '+', missing: '−', retyped: '≠' }

/** Such as "+ chipTime, − gap"; at most `limit` of them. */
export const changesInShort = (changes: readonly FieldChange[], limit = 6): string => {
  const sorted = [...changes].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
  const shown = sorted.slice(0, limit).map(({ type, name }) => `${signs[type]} ${name}`)
  return [...shown, ...(sorted.length > limit ? ['…'] : [])].join(', ')
}
