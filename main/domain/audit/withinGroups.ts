import type { CategoryRule, Skipped } from './auditTypes.ts'
import { together } from './auditTypes.ts'

/** A rule about places or gaps: a category that came in groups counts them anew in each. */
export const withinGroups =
  (rule: CategoryRule): CategoryRule =>
  (category) => {
    const { groups } = category
    // A group may also be a plain field of rows with places of the whole category: then one group has the first place.
    const counting = groups.filter((rows) => rows.some(({ place }) => place === 1))
    if (counting.length < 2 || counting.length * 2 <= groups.length) return rule(category)
    const checked = together(...groups.map((rows) => rule({ ...category, rows })))
    const skipped = new Map<string, Skipped>()
    for (const skip of checked.skipped) skipped.set(JSON.stringify([skip.rule, skip.reason, skip.roles]), skip)
    return { found: checked.found, skipped: [...skipped.values()] }
  }
