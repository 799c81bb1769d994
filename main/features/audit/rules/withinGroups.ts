import { together, type CategoryRule, type Skipped } from './auditTypes.ts'

/** A rule about places, gaps or laps: a category of several races is looked at race by race. */
export const withinGroups =
  (rule: CategoryRule): CategoryRule =>
  (category) => {
    const { groups, units } = category
    if (groups.length < 2) return rule({ ...category, rows: units })
    const checked = together(...groups.map((rows) => rule({ ...category, rows })))
    const skipped = new Map<string, Skipped>()
    for (const skip of checked.skipped) skipped.set(JSON.stringify([skip.rule, skip.reason, skip.roles]), skip)
    return { found: checked.found, skipped: [...skipped.values()] }
  }
