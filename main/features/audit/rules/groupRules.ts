import {
  foundAll,
  isTheRule,
  nothingFound,
  skip,
  together,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Checked,
  type Found,
} from './auditTypes.ts'
import { parseAgeGroup, type AgeGroup } from './ageGroups.ts'

type Grouped = { readonly text: string; readonly group: AgeGroup }

/** The group of each row, else of the category by its name. */
const groupsOf = ({ table, reader }: AuditCategory): ((row: AuditRow) => Grouped | null) => {
  const known = new Map<string, Grouped | null>()
  return ({ row }) => {
    const ageGroup = reader.text(row, 'ageGroup')
    const text = ageGroup === '' ? table.categoryName : ageGroup
    const found = known.get(text)
    if (found !== undefined) return found
    const group = parseAgeGroup(text)
    const grouped = group === null ? null : { text, group }
    known.set(text, grouped)
    return grouped
  }
}

/** Age is counted on the day of the race by some and at the end of the year by others. */
const leewayYears = 1

/** Ages and sexes outside the group of their row. */
export const groupRules: CategoryRule = (category) => {
  const { reader } = category
  return together(
    reader.has('age') ? ages(category) : skip('age-group', 'no-column', ['age']),
    reader.has('sex') ? sexes(category) : skip('sex-group', 'no-column', ['sex']),
  )
}

const ages = (category: AuditCategory): Checked => {
  const groupOf = groupsOf(category)
  const found: Found[] = []
  let compared = 0
  for (const row of category.rows) {
    const age = category.reader.age(row.row)
    const grouped = age === null ? null : groupOf(row)
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
  const compared = new Map<string, number>()
  const contradicting = new Map<string, number>()
  let all = 0
  for (const row of rows) {
    const sex = reader.sex(row.row)
    const grouped = sex === null ? null : groupOf(row)
    if (grouped === null || grouped.group.sex === null) continue
    all += 1
    count(compared, grouped.text)
    if (grouped.group.sex === sex) continue
    count(contradicting, grouped.text)
    found.push({ rule: 'sex-group', row, says: { sex: reader.text(row.row, 'sex'), group: grouped.text } })
  }
  // Programs write the first sex of their list for people who gave none.
  const isUnasked = [...contradicting].some(([text, rowsOf]) => rowsOf > 1 && rowsOf === compared.get(text))
  return isUnasked ? skip('sex-group', 'other-meaning') : judged('sex-group', found, all)
}

const count = (counts: Map<string, number>, text: string): void => {
  counts.set(text, (counts.get(text) ?? 0) + 1)
}

const judged = (rule: 'age-group' | 'sex-group', found: readonly Found[], compared: number): Checked => {
  if (compared === 0) return nothingFound
  return isTheRule(found.length, compared, 0.5) ? skip(rule, 'other-meaning') : foundAll(found)
}
