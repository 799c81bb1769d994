import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { labelHeads } from '../../../main/features/columns/rules/sourceColumns.ts'
import { readRows } from '../../support/resultBodies/readings.ts'

const people = ['Ada Ahlborn', 'Boris Brunner', 'Clara Castelli', 'Dmitri Dorn', 'Elena Eklund', 'Falk Ferrer']
const objects = people.map((person, index) => ({ q1: index + 1, q2: person, q3: `0:4${index}:17` }))
const cells = people.map((person, index) => [index + 1, person, `0:4${index}:17`])

const columnsOf = (body: Json | string) => readRows(body).columns
const labelsOf = (body: Json) => columnsOf(body).map(({ name, label }) => [name, label])

const labelled = [
  ['q1', 'Place'],
  ['q2', 'Name'],
  ['q3', 'Finish time'],
]
const described = (id: string, label: string): Json =>
  labelled.map(([key, said]) => ({ [id]: key ?? '', [label]: said ?? '' }))

describe('labels of columns', () => {
  const settings = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`Setting${at}`, at]))

  it.each([
    ['columns of field and title', { columns: described('field', 'title'), rows: objects }],
    ['columns of key and label', { columns: described('key', 'label'), rows: objects }],
    ['columns of field and headerName', { columns: described('field', 'headerName'), data: objects }],
    ['columns of dataIndex and title', { meta: { columns: described('dataIndex', 'title') }, rows: objects }],
    ['columns of accessor and header', { table: { columns: described('accessor', 'header'), rows: objects } }],
    ['columns of name and caption', { columns: described('name', 'caption'), rows: objects }],
    ['headers by key', { headers: Object.fromEntries(labelled), rows: objects }],
    ['labels by key', { config: { labels: Object.fromEntries(labelled) }, rows: objects }],
    ['field names by key', { fieldNames: Object.fromEntries(labelled), data: objects }],
    [
      'expressions beside a hundred settings, apart from the keys of positional rows',
      { list: { ...settings, Fields: described('Expression', 'Label') }, DataFields: ['q1', 'q2', 'q3'], data: cells },
    ],
  ])('come from %s and keep the key as the name', (_, body) => {
    expect(labelsOf(body)).toEqual(labelled)
    expect(columnsOf(body).map(({ role }) => role)).toEqual(['place', 'name', 'result'])
  })

  it('are one short line, English where several languages are given', () => {
    const labels = { q1: '{DE:Platz|EN:Rank|FR:Pl.}', q2: 'a\u0000b\r\nc\u202e', q3: 'x'.repeat(5_000) }
    const labelled = columnsOf({ labels, rows: objects }).map(({ label }) => label)
    expect(labelled).toEqual(['Rank', 'a b c', 'x'.repeat(80)])
  })

  it('are ignored when empty, repeated or the same as the key', () => {
    const labels = { q1: ' ', q2: 'Same', q3: 'Same' }
    expect(labelsOf({ labels, rows: objects })).toEqual(objects.slice(0, 3).map((_, at) => [`q${at + 1}`, undefined]))
  })

  it('do no harm under names of a prototype', () => {
    const hostile = '{"__proto__":"A","constructor":"B","q1":"Place"}'
    const text = JSON.stringify({ labels: {}, rows: objects }).replace('{}', hostile)
    expect(columnsOf(text).map(({ label }) => label)).toEqual(['Place', undefined, undefined])
    expect(Object.hasOwn(Object.prototype, 'A')).toBe(false)
  })
})

it('heads of tables without roles are the labels, unless another column has that name', () => {
  const columns = [{ name: 'q1', label: 'Place' }, { name: 'q2', label: 'q3' }, { name: 'q3' }]
  expect(labelHeads(columns)).toEqual(['Place', 'q2', 'q3'])
})
