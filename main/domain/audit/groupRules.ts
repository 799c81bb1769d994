import type { AuditCategory, CategoryRule, Checked, Found } from './auditTypes.ts'
import { foundAll, isTheRule, nothingFound, skip, together } from './auditTypes.ts'
import type { AgeGroup } from './ageGroups.ts'
import { parseAgeGroup } from './ageGroups.ts'
import type { JsonObject } from '../shape/findRows.ts'

type Grouped = { readonly text: string; readonly group: AgeGroup }

/** The group of each row, else of the category by its name. */
const groupsOf = ({ reader, table }: AuditCategory): ((row: JsonObject) => Grouped | null) => {
  const known = new Map<string, AgeGroup | null>()
  const parsed = (text: string): Grouped | null => {
    const group = known.get(text) ?? parseAgeGroup(text)
    known.set(text, group)
    return group === null ? null : { text, group }
  }
  return (row) => {
    const text = reader.text(row, 'ageGroup')
    return text === '' ? parsed(table.categoryName) : parsed(text)
  }
}

/** Age is counted on the day of the race by some and at the end of the year by others. */
const leewayYears = 1

/** Ages and sexes that do not belong into the group a row stands in. */
export const groupRules: CategoryRule = (category) => {
  const { reader } = category
  return together(
    reader.has('age') ? ages(category) : skip('age-group', 'no-column', ['age']),
    reader.has('sex') ? sexes(category) : skip('sex-group', 'no-column', ['sex']),
  )
}

const ages = (category: AuditCategory): Checked => {
  const { reader, rows } = category
  const groupOf = groupsOf(category)
  const found: Found[] = []
  let compared = 0
  for (const row of rows) {
    const grouped = groupOf(row.row)
    const age = reader.age(row.row)
    if (grouped === null || age === null) continue
    const { from, to } = grouped.group
    if (from === null && to === null) continue
    compared += 1
    const isYounger = from !== null && age < from - leewayYears
    const isOlder = to !== null && age > to + leewayYears
    if (isYounger || isOlder) found.push({ rule: 'age-group', row, says: { age, group: grouped.text } })
  }
  return judged('age-group', found, compared)
}

const sexes = (category: AuditCategory): Checked => {
  const { reader, rows } = category
  const groupOf = groupsOf(category)
  const found: Found[] = []
  let compared = 0
  for (const row of rows) {
    const sex = reader.sex(row.row)
    const grouped = sex === null ? null : groupOf(row.row)
    if (grouped === null || grouped.group.sex === null) continue
    compared += 1
    if (grouped.group.sex !== sex)
      found.push({ rule: 'sex-group', row, says: { sex: reader.text(row.row, 'sex'), group: grouped.text } })
  }
  return judged('sex-group', found, compared)
}

const judged = (rule: 'age-group' | 'sex-group', found: readonly Found[], compared: number): Checked => {
  if (compared === 0) return nothingFound
  return isTheRule(found.length, compared, 0.5) ? skip(rule, 'other-meaning') : foundAll(found)
}
