import { array, string, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { pageStyle } from '../../../main/features/files/rules/printed/style.ts'
import { durationStyle, ruled, styles } from '../../../main/features/files/rules/workbookStyles.ts'
import { createSheetNames, tableWriter, xmlText } from '../../../main/features/files/rules/workbook.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const anyText = string({ unit: anyCharacter, maxLength: 60 })

it('gives every sheet a name that is valid in Excel, whatever the category', () => {
  expectAll(array(tuple(anyText, anyText)), (wanted) => {
    const nameOf = createSheetNames()
    const names = wanted.map(([category, distance]) => nameOf(category, distance))
    for (const name of names) {
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(31)
      expect(name).not.toMatch(/[\\/*?:[\]\p{Cc}\p{Cs}]|^[' ]|[' ]$|^history$/iu)
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })
})

it.each([
  ['M40|m40|М40', 'M40|m40 (2)|М40'],
  ["History|'M/W'|", 'History (2)|M-W|-'],
  [
    'Мужчины и юноши от 18 до 39 лет включительно|Мужчины и юноши от 18 до 39 лет',
    'Мужчины и юноши от 18 до 39 лет|Мужчины и юноши от 18 до 39 (2)',
  ],
])('keeps the names of sheets apart and legal: %s', (wanted, names) => {
  const nameOf = createSheetNames()
  expect(wanted.split('|').map((name) => nameOf(name))).toEqual(names.split('|'))
})

it('cuts the distance rather than the category', () => {
  const nameOf = createSheetNames()
  expect(nameOf('Женщины 40-49', 'Полумарафон «Вдоль реки» 21,1 км')).toBe('Полумарафон «Вд - Женщины 40-49')
})

it.each([
  ['a & b <c> "d"', 'a &amp; b &lt;c&gt; "d"'],
  ['line\nline\ttab\rend', 'line\nline\ttab&#13;end'],
  ['bell\u0007', 'bell_x0007_'],
  ['half \uD83C pair', 'half _xD83C_ pair'],
  ['🏃\uFFFF', '🏃_xFFFF_'],
  ['_x0041_ and _x1', '_x005F_x0041_ and _x1'],
])('writes %j so that a reader of workbooks reads it again', (text, xml) => {
  expect(xmlText(text)).toBe(xml)
})

const paper = { left: '', right: '', above: [], below: [], page: '', orientation: 'portrait', isForm: false } as const

it('writes infinite numbers as text', () => {
  const column = { name: 'ms', kind: 'number' } as const
  const columns = [column, { ...column, unit: 's' }] as const
  const row = tableWriter(columns, [], paper).row([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], 2)
  expect(row.match(/<t>[^<]*<\/t>|<v>[^<]*<\/v>/g)).toEqual(['<t>Infinity</t>', '<t>-Infinity</t>'])
})

it('writes the cells of a form as on paper, with lines around each', () => {
  const result = { name: 'Result', kind: 'text', role: 'result' } as const
  const { row } = tableWriter([result], [], { ...paper, isForm: true })
  const shown = (cell: string) => row([cell], 2).replace(/^<row r="2"><c r="A2" s="(\d+)".*/u, '$1')
  const duration = (...format: Parameters<typeof durationStyle>): string => String(ruled(durationStyle(...format)))
  expect(shown('31:02')).toBe(duration('[m]:ss', 0))
  expect(shown('01:02:03.5')).toBe(duration('[hh]:mm:ss', 1))
  expect([shown('DSQ'), shown('')]).toEqual([String(ruled(styles.text)), String(ruled(styles.text))])
})

it('marks cells as text for Excel, which would evaluate =HYPERLINK(…) in a page', () => {
  const style = pageStyle({ orientation: 'portrait', foot: '', page: '' })
  expect(style).toMatch(/^td \{ mso-number-format: "\\@"; \}$/m)
})
