import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutIndex } from '../../../main/features/publish/rules/siteIndex.ts'
import type { SiteDirectory, SiteFound } from '../../../preload/contract/publish/site.ts'
import { choosePieces, chooseSimilar, findPeople, mostPieces, readQuery } from '../../../renderer/site/query.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

const person = (key: string, name: string, bib = key): SiteFound => [key, name, bib, 0, 0, 1, '0:31:00', 'OK']

const indexOf = (people: readonly SiteFound[]) => {
  const cut = cutIndex(people)
  const pieces = new Map(
    cut.map(({ people: members }, at) => [`s/${at}`, members.flatMap((one) => people.slice(one, one + 1))]),
  )
  const index: SiteDirectory['index'] = cut.map(({ firstKey }, at) => [firstKey, `s/${at}`])
  return { index, pieces }
}

const searchBy = ({ index, pieces }: ReturnType<typeof indexOf>, text: string) => {
  const query = readQuery(text)
  const { paths, isPartial } = choosePieces(index, query)
  const hits = findPeople(
    query,
    paths.flatMap((path) => pieces.get(path) ?? []),
  )
  return { query, paths, isPartial, hits, keys: hits.shown.map(([key]) => key) }
}
const search = (people: readonly SiteFound[], text: string) => searchBy(indexOf(people), text).keys

const people = [
  person('1', 'Иванов Пётр'),
  person('2', 'Соловьёва Анна'),
  person('3', 'Щербаков Илья'),
  person('4', 'Kuznetsov Mikhail'),
  person('5', 'Müller-Østergård Jürgen'),
  person('6', 'Петров Иван'),
  person('7', 'Сапарұлы Нұрлан'),
  person('123', 'Седьмой Номер'),
  person('214', 'Первый Номер'),
  person('2140', 'Иванов 214'),
  person('08', 'Восьмой Номер'),
]

it.each([
  ['214', '214 2140'],
  ['соловьева', '2'],
  ['Solovyova', '2'],
  ['shcherbakov', '3'],
  ['кузнецов', '4'],
  ['kuznet', '4'],
  ['михаил', '4'],
  ['mik', '4'],
  ['mueller', ''],
  ['muller ostergard', '5'],
  ['iva petr', '1 6'],
  ['пётр иванов', '1'],
  ['Nurlan', '7'],
  ['1123', ''],
  ['0214', '214 2140'],
  ['008', '08'],
  ['8', '08'],
  ['nobody', ''],
] as const)('finds for %s', (text, expected) => {
  expect(search(people, text).join(' ')).toBe(expected)
})

it.each([
  ['Ванов', '2140 1'],
  ['Кузнецав', '4'],
  ['Шербакоп Илья', '3'],
  ['Иванов Пепр', '1'],
  ['Солвьёва Анна', '2'],
  ['Ивнова', ''],
  ['Лим', ''],
  ['8888', ''],
])('finds names with one wrong letter for %s', (text, expected) => {
  const { index, pieces } = indexOf(people)
  const query = readQuery(text)
  const near = chooseSimilar(index, query).flatMap((path) => pieces.get(path) ?? [])
  const { shown } = findPeople(query, near, true)
  expect(shown.map(([key]) => key).join(' ')).toBe(expected)
})

it('shows the very bib first, whole words before beginnings', () => {
  const alike = [
    person('9', 'Иванова Ольга'),
    person('8', 'Иванов Яков'),
    person('7', 'Абель Ivan'),
    person('12', 'X', 'ivanov'),
  ]
  expect(search(alike, 'ivanov')).toEqual(['12', '8', '9'])
  expect(search(alike, 'ivan')).toEqual(['7', '8', '9', '12'])
})

it('finds whoever a naive scan finds, or says that there may be others', () => {
  const surnames = fc.constantFrom('Иванов', 'Ivanova', 'Петров', 'Щербаков', 'Соловьёв', 'Кузнецова', 'Müller')
  const firstNames = fc.constantFrom('Пётр', 'Анна', 'Илья', 'Mikhail', 'Фёдор', 'Оля')
  const queries = fc
    .tuple(surnames, firstNames, fc.nat(9), fc.nat(5))
    .map(([surname, first, one, other]) => `${surname.slice(0, 2 + one)} ${first.slice(0, other)}`)
  const fields = fc.array(fc.tuple(surnames, firstNames), { minLength: 1, maxLength: 1_500 })
  expectAllIn(20, fields, queries, (names, text) => {
    const field = names.map(([surname, first], at) => person(String(at + 1), `${surname} ${first}`))
    const { query, paths, isPartial, hits } = searchBy(indexOf(field), text)
    expect(paths.length).toBeLessThanOrEqual(mostPieces)
    if (!isPartial) expect(hits).toEqual(findPeople(query, field))
  })
})

it('finds everybody of 4,000 by their bib and by their whole name', () => {
  const field = Array.from({ length: 4_000 }, (_, at) =>
    person(String(at + 1), `${['Иванов', 'Петров', 'Сидоров', 'Смирнов'][at % 4] ?? ''}${at % 1_000} Пётр`),
  )
  const index = indexOf(field)
  for (let at = 0; at < field.length; at += 151) {
    const [key, name] = field[at] ?? person('', '')
    for (const text of [key, name]) expect(searchBy(index, text).keys).toContain(key)
  }
})
