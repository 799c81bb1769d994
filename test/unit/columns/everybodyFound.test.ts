import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { hasBibLines, searchColumnsOf } from '../../../main/features/columns/rules/searchText.ts'
import { joinRows } from '../../../main/features/results/rowSelection.ts'
import { createStageSearch } from '../../../main/features/results/stageSearch.ts'
import { readRows, storedTable } from '../../support/resultBodies/readings.ts'
import { rowsIn } from '../../support/units/rows.ts'

/** The places of the rows that a search finds, those with the query for a bib first. */
const searchIn = (body: Json): ((query: string) => Promise<readonly number[]>) => {
  const { rows, columns, searchText } = readRows(body)
  const stored = storedTable('c', rows.length)
  function* storedText() {
    yield
    return searchText
  }
  const search = createStageSearch({ columns: () => columns, load: async () => undefined, searchText: storedText })
  return async (query) => [...joinRows((await search.find(stored.stage, [stored], [stored], query))?.parts ?? [])]
}

const people = Array.from({ length: 24 }, (_, at) => ({
  first: `${['Ada', 'Bruno', 'Celia', 'Dario', 'Edda', 'Fabio'][at % 6]}`,
  last: `${['Holmqvist', 'Moeller', 'Lindgaard', 'Bergmann'][Math.floor(at / 6)]}${'abcdef'[at % 6]}`,
  club: `SV ${['Altdorf', 'Neuried', 'Seefeld'][at % 3]}`,
  bib: 311 + at * 7,
}))

it('finds members of relays in columns of their own, in lists, and in lists of objects', async () => {
  const teams = Array.from({ length: 6 }, (_, at) => people.slice(at * 4, at * 4 + 4))
  const names = teams.map((team) => team.map(({ first, last }) => `${first} ${last}`))
  const members: readonly ((at: number) => JsonObject)[] = [
    (at) => Object.fromEntries(['Runner1', 'Läufer 2', 'r3', 'r4'].map((name, leg) => [name, names[at]?.[leg] ?? ''])),
    (at) => ({ members: names[at] ?? [] }),
    (at) => ({
      members: (teams[at] ?? []).map(({ first: firstName, last: lastName }, leg) => {
        return { leg: leg + 1, firstName, lastName, time: `0:1${leg}:0${at}` }
      }),
    }),
  ]
  for (const membersAt of members) {
    const find = searchIn(
      teams.map((_, at) => ({ bib: at + 1, name: `Team ${'ABCDEF'[at]}`, time: `1:0${at}:00`, ...membersAt(at) })),
    )
    for (const [at, team] of teams.entries()) {
      for (const { first, last } of team)
        expect([first, last, await find(`${last} ${first}`)]).toEqual([first, last, [at]])
    }
  }
})

it('finds a bib first, also where no column is known for one', async () => {
  const body = people.map(({ bib, last }, at) => ({ who: `${last} ${at === 0 ? '318' : ''}`, nr: bib }))
  expect((await searchIn(body)('318'))[0]).toBe(1)
})

it('reads no links, ids, statuses, times and groups as words to find rows by', () => {
  const rows = people.map(({ first, last, bib, club }, at) => ({
    bib,
    fullName: `${first} ${last}`,
    club,
    photo: `https://photos.example/${bib}/large.jpg`,
    guid: `0f8fad5b-d9cb-469f-a165-7086772${89_000 + at}`,
    ageClass: at % 2 === 0 ? 'Senior' : 'M40',
    sex: at % 2 === 0 ? 'M' : 'F',
    updated: `2026-05-16T10:0${at % 10}:00Z`,
    state: at % 5 === 0 ? 'DNF' : 'finished',
    wave: at % 2 === 0 ? 'Green' : 'Yellow',
    laps: ['Lake', 'Hill'].map((name, lap) => ({ name, time: `0:1${lap}:${10 + at}` })),
    result: at % 5 === 0 ? '' : `0:3${at % 10}:${10 + at}`,
  }))
  expect(searchColumnsOf(readRows(rows).columns).map(({ name }) => name)).toEqual(['bib', 'fullName', 'club'])
})

it('reads all columns of words where no column is known to name people', () => {
  const rows = people.map(({ club: home }, at) => {
    return { crew: at % 2 === 0 ? 'Northern Lights' : 'Harbour Gulls', home, t: `0:3${at % 10}:00` }
  })
  expect(searchColumnsOf(readRows(rows).columns).map(({ name }) => name)).toEqual(['crew', 'home'])
})

it('finds names however their letters are written', async () => {
  const cases = rowsIn(`
    山田 太郎 | 山田太郎;山田 太郎;太郎 山田;山田　太郎
    佐藤　花子 | 佐藤花子;花子 佐藤
    ﾀﾅｶ ｼﾞﾛｳ | タナカ;タナカジロウ
    김 철수 | 김철수;철수
    Ｓｍｉｔｈ Ａｎｎ | smith ann;Ann Smith
    Łukasz Wójcik | lukasz wojcik;WÓJCIK ŁUKASZ
    Işıl ÖZTÜRK | isil ozturk;IŞIL Öztürk;ışıl
    İbrahim Çelik | ibrahim celik;İBRAHİM
    Lia O’Dell | odell;o'dell;OʼDell;o\`dell;O´Dell;dell o lia
    Мар'яна Ґудзь | марʼяна;МАР’ЯНА;маряна
    Pia Dell\`Orto-Ruun | dellorto;dell'orto ruun;orto‐ruun
    Jürgen Groß | jurgen;GROSS;groß
    Holm Ada (SWE) | Ada Holm;Holm, Ada;holm ada (swe);(SWE) Ada
  `)
  const find = searchIn(cases.map(([name], at) => ({ bib: 901 + at * 2, name, result: `0:4${at}:00` })))
  for (const [at, [, queries]] of cases.entries()) {
    for (const query of queries.split(';')) expect([query, await find(query)]).toEqual([query, [at]])
  }
})

const anyWord = fc.stringMatching(/^[A-ZÅÄÖŁŞÉ][a-zåäöłşéß]{2,9}$/)
const headers = 'name|Nachname und Vorname|zw|1|athlete.displayName|Participante|氏名|competitor'.split('|')

it('finds the row of every name by each of its words, whatever the column is called', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyWord, anyWord), { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...headers),
      fc.constantFrom('', ',', ' (SWE)'),
      async (names, header, behind) => {
        const body = names.map((name, at) => {
          return { n: 100 + at * 3, [header]: `${name.join(' ')}${behind}`, t: `0:3${at % 10}:0${at % 7}` }
        })
        const find = searchIn(body)
        for (const [at, [first, last]] of names.entries()) {
          for (const word of [first, last, `${last} ${first}`, first.toUpperCase()]) {
            expect([header, word, (await find(word)).includes(at)]).toEqual([header, word, true])
          }
        }
      },
    ),
    { numRuns: 15 },
  )
})

it('keeps the text of a plain body as short as its names, bibs and clubs', () => {
  const rows = people.map(({ first: firstName, last: lastName, club, bib }, at) => {
    return { bib, firstName, lastName, club, sex: 'M', age: 30 + at, result: `0:3${at % 10}:00` }
  })
  const { columns, searchText } = readRows(rows)
  expect(hasBibLines(columns)).toBe(true)
  expect(searchText.split('\n')[0]?.trim()).toBe('311  ada holmqvista sv altdorf')
})
