import { expect, it } from 'vitest'
import { decodeEntities } from '../../../main/kernel/text/htmlEntities.ts'
import { findTextRows } from '../../../main/features/columns/rules/body/bodyText.ts'
import { readRows } from '../../support/resultBodies/readings.ts'
import { rowsIn } from '../../support/units/rows.ts'

it('decodes each whole entity once, and nothing that may be text or steer a terminal', () => {
  const cases = rowsIn(`
    R&uacute;n &amp; Fun | Rún & Fun
    &#x10c;ech &#268;ech | Čech Čech
    &Ccaron;ech | Čech
    O&#39;Dell O&apos;Dell | O'Dell O'Dell
    &lt;script&gt; | <script>
    &amp;uacute; | &uacute;
    AT&T, Tom & Jerry | AT&T, Tom & Jerry
    &copy 2031 &nothing; | &copy 2031 &nothing;
    A&#0;B&#27;C&#xd800;D | A&#0;B&#27;C&#xd800;D
    Rock&Star;, Ski&Cup; | Rock&Star;, Ski&Cup;
  `)
  for (const [text, decoded] of cases) expect(decodeEntities(text)).toBe(decoded)
})

it('reads names and headers without entities, in every form, and keeps the sources as received', () => {
  const names = ['Ru&iacute;n Vera', 'B&#246;rk Tom', 'AT&T Jo', 'O&#39;Dell Kim']
  const read = ['Ruín Vera', 'Börk Tom', 'AT&T Jo', "O'Dell Kim"]
  const cells = names.map((name, at) => [String(at + 1), name, `0:3${at}:1${at}`])
  const objects = cells.map(([bib = '', name = '', time = '']) => ({ bib, 'n&aacute;zev': name, time }))
  const json = JSON.stringify({ columns: [{ field: 'n&aacute;zev', title: 'N&aacute;zev' }], data: objects })
  const lines = (separator: string) =>
    [['bib', 'n&aacute;zev', 'time'], ...cells].map((line) => line.join(separator)).join('\n')
  for (const body of [json, json.replaceAll('&', '\\u0026'), lines(';'), lines(','), lines('\t')]) {
    const found = findTextRows(body, JSON.parse)
    expect(found?.rows.map((row) => row['název'])).toEqual(read)
    expect(JSON.stringify(found?.sources)).toContain('Ru&iacute;n')
    const { rows, searchText } = readRows(body)
    expect(rows).toEqual(found?.rows)
    expect(searchText).toContain('ruin vera')
  }
  expect(readRows(json).columns.find(({ name }) => name === 'název')?.label).toBe('Název')
})
