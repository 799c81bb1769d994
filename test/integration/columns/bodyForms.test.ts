import { afterAll, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

type Form = {
  readonly name: string
  readonly body: string
  readonly raw: Json
  readonly incomplete?: { readonly rows: number; readonly total: number }
}

const text = (value: Json): string => JSON.stringify(value)

const forms: readonly Form[] = [
  {
    name: 'Lists with field names, in groups',
    body: text({
      DataFields: ['BIB', 'NAME', 'TIME'],
      data: { '#1_Men': [[11, 'Öberg', '0:40:00']], '#2_Women': [[12, 'Щукина', '0:41:00']] },
    }),
    raw: [12, 'Щукина', '0:41:00'],
  },
  {
    name: 'Rows and columns',
    body: text({
      columns: [{ title: 'Bib' }, { title: 'Name' }, { title: 'Time' }],
      rows: [
        [11, 'Öberg', '0:40:00'],
        [12, 'Щукина', '0:41:00'],
      ],
      total: 30,
    }),
    raw: [12, 'Щукина', '0:41:00'],
    incomplete: { rows: 2, total: 30 },
  },
  {
    name: 'Objects by bib',
    body: text({ data: { 11: { bib: 11, name: 'Öberg' }, 12: { bib: 12, name: 'Щукина' } } }),
    raw: { bib: 12, name: 'Щукина' },
  },
  {
    name: 'JSON lines',
    body: '{"bib":11,"name":"Öberg"}\n{"bib":12,"name":"Щукина"}\n',
    raw: { bib: 12, name: 'Щукина' },
  },
  {
    name: 'Semicolons',
    body: '\uFEFFBib;Name;Time\r\n11;Öberg;0:40:00\r\n12;"Щукина";0:41:00\r\n',
    raw: '12;"Щукина";0:41:00',
  },
  {
    name: 'Doubled keys',
    body: '{"data":[{"bib":11,"name":"Öberg","time":"0:40","time":"0:39"},{"bib":12,"name":"Щукина","time":"0:41","time":"0:40"}]}',
    raw: { bib: 12, name: 'Щукина', time: '0:41', 'time (2)': '0:40' },
  },
]

it('reads bodies of all forms, finds a person in each, and shows the row as received', async () => {
  const taken = await takeRows(cores, Object.fromEntries(forms.map(({ name, body }) => [name, body])))
  const { open, stage } = taken
  const categories = await taken.categories()
  const found = await open.call('results:page', { stage, search: 'щукина', offset: 0, limit: 20 })
  expect(found.total).toBe(forms.length)
  for (const form of forms) {
    const category = categories.find(({ name }) => name === form.name)
    if (category === undefined) throw new Error(form.name)
    expect(category).toMatchObject({ outcome: 'done', error: null, rows: 2, incomplete: form.incomplete ?? null })
    const person = await open.call('results:person', { category: category.id, index: 1 })
    expect([form.name, JSON.parse(person.rawJson)]).toEqual([form.name, form.raw])
    const cells = Object.fromEntries(
      person.columns.map(({ name }, index) => [name.toLowerCase(), person.row.cells[index]]),
    )
    expect([form.name, String(cells['bib']), cells['name']]).toEqual([form.name, '12', 'Щукина'])
  }
  const { columns } = found
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['group', 'key', 'time (2)']))
})
