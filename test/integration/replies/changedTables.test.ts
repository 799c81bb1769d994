import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import {
  changedSince,
  compareChanged,
  compareWhole,
  currentTable,
} from '../../../main/features/replies/compareStored.ts'
import { deriveChanged } from '../../../main/features/replies/deriveChanged.ts'
import { deriveTable } from '../../../main/features/replies/deriveTable.ts'
import { ingest } from '../../../main/features/replies/ingest.ts'
import { openShapeBook } from '../../../main/features/columns/shapeBook.ts'
import type { TableComparison } from '../../../main/features/changes/rules/compareTables.ts'
import { fetchedBody, openReplyDatabase } from '../../support/files/replyDatabase.ts'

const { database, addCategory } = openReplyDatabase()

const name = fc.oneof(fc.constantFrom('Анна Ёлкина', 'José', 'A\nB', 'Ж. 007', '-'), fc.string({ unit: 'grapheme' }))
const time = fc.constantFrom('0:31:05', '1:02:03.5', '', 'DNF', 3_725)
/** Nearly all of them hold two things, so that a change may be what makes them another column or not. */
const lake = fc.oneof(
  { arbitrary: fc.constantFrom('75:40(4)', '76:10 (5)', '75:40'), weight: 9 },
  { arbitrary: fc.constantFrom('DNF', '', '(4', null, 75), weight: 2 },
)
const odd = fc.constantFrom<Json>(null, 'x', 7, [1], [{ lap: 1, time: '0:10' }], { in: 1 }, {}, 2 ** 60, true)
/** Mostly rows of one kind; now and then one that has something else in it, or lacks what the others have. */
const anyRow = fc
  .record({
    name,
    time,
    lake,
    club: fc.constantFrom('Sisu', 'Северный ветер', null),
    more: fc.oneof({ arbitrary: fc.constant(null), weight: 60 }, { arbitrary: odd, weight: 1 }),
  })
  .chain((row) =>
    fc.record({ bib: fc.nat(999_999), row: fc.constant(row), isBare: fc.nat(40).map((one) => one === 0) }),
  )
  .map(({ bib, row: { more, club, ...row }, isBare }): { [key: string]: Json } => ({
    bib,
    ...row,
    account: isBare ? null : { club, city: 'Riga' },
    ...(more === null ? {} : { more }),
  }))
const anyTable = fc.array(anyRow, { minLength: 12, maxLength: 80 })
const anyEdits = fc.array(fc.tuple(fc.nat(60), fc.nat(2), anyRow), { maxLength: 6 })

const forms: readonly ((rows: readonly Json[], total: number) => string)[] = [
  (rows, total) => JSON.stringify({ isSuccess: true, data: rows, total }),
  (rows) => JSON.stringify(rows),
  (rows, total) => JSON.stringify({ results: { total, finishers: rows } }, null, 1).replaceAll('{\n     ', '{'),
  (rows) =>
    JSON.stringify([
      { category: 'M40', rows: rows.slice(0, 5) },
      { category: 'M45', rows: rows.slice(5) },
    ]),
]

const sorted = ({ entries, headline }: TableComparison): unknown => ({
  headline,
  entries: entries.map((entry) => JSON.stringify(entry)).sort(),
})

it('a table made of the one before it and the rows that changed is the table that reading all of it makes', () => {
  let made = 0
  fc.assert(
    fc.property(
      anyTable,
      anyEdits,
      fc.constantFrom(...forms),
      fc.tuple(fc.nat(70), fc.nat(70)),
      (before, edits, form, [total, totalNow]) => {
        const after = [...before]
        for (const [place, kind, row] of edits) {
          if (kind === 0) after.splice(place % (after.length + 1), 0, row)
          else if (kind === 1) after.splice(place % after.length, 1)
          else after.splice(place % after.length, 1, row)
        }
        const category = addCategory()
        ingest(database, [fetchedBody(category, form(before, total))])
        const { fetched } = fetchedBody(category, form(after, totalNow))
        const current = currentTable(database, Number(category))
        const changed = current === null ? null : changedSince(current, fetched.body)
        if (current === null || changed === null) return
        const table = deriveChanged(openShapeBook(database), current, changed, fetched)
        const whole: TableComparison[] = []
        const book = openShapeBook(database)
        const derived = deriveTable(book, fetched, (columns, rows) => {
          const told = compareWhole(current, null, columns, rows, fetched.body)
          expect(sorted(compareWhole(current, changed, columns, rows, fetched.body))).toEqual(sorted(told))
          whole.push(told)
        })
        if (table === null) return
        made += 1
        expect(table.derived).toEqual(derived)
        expect([compareChanged(current, changed, table.columns)].map(sorted)).toEqual(whole.map(sorted))
      },
    ),
  )
  expect(made).toBeGreaterThan(5)
})
