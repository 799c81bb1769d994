import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { isResults, type StandingTable } from '../../../main/features/replies/rules/judgeReply.ts'
import { replyText } from '../../../main/features/replies/rules/replyText.ts'
import { isShrunk } from '../../../main/features/replies/rules/shrinkage.ts'
import type { ReplyTable } from '../../../main/features/replies/rules/tableSigns.ts'
import { evidenceOf } from '../../../main/features/columns/rules/table/tableShape.ts'
import { courseBodies } from '../../support/resultBodies/courseBodies.ts'
import { deepBodies } from '../../support/resultBodies/deepBodies.ts'
import {
  clock,
  csvBody,
  inventedField,
  objectBody,
  type Invented,
  type Tongue,
} from '../../support/resultBodies/field.ts'
import { objectBodies } from '../../support/resultBodies/objectBodies.ts'
import { readRows } from '../../support/resultBodies/readings.ts'
import { tableBodies } from '../../support/resultBodies/tableBodies.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const text = (value: Json): string => JSON.stringify(value)

const tableOf = (body: string): ReplyTable => readRows(body)

const standing = ({ columns, rows }: ReplyTable): StandingTable => ({
  columns,
  rows: rows.length,
  evidence: evidenceOf(columns, rows),
  read: () => rows,
})

const corpus = [...objectBodies, ...tableBodies, ...courseBodies, ...deepBodies]

/** As the service of product.md gives them. */
const finisherOf = (runner: Invented): { readonly [key: string]: Json } => ({
  number: runner.bib,
  position: runner.place,
  resultTime: clock(runner.ms),
  status: 'OK',
  isFinished: true,
  club: runner.club,
  city: runner.city,
  account: { firstName: runner.first, lastName: runner.last, age: runner.age },
})
const finishers = (tongue: Tongue, count: number, seed = 1): string =>
  text({ isSuccess: true, data: inventedField(tongue, count, 2_400_000, seed).map(finisherOf) })

const nobody = { number: null, position: null, resultTime: null, status: null, club: null, city: null }
const blanks = { number: null, position: 0, resultTime: '', status: ' ', isFinished: false, club: '—', city: '-' }
const blankRow: Json = { ...blanks, account: { firstName: '', lastName: null, age: 0 } }

/** Bodies of a 200 reply that hold rows, but no results. */
const messages = rowsIn(`
  empty objects | {"data":[{},{},{}]}
  one null | [{"number":null}]
  rows of blank cells | ${text({ data: [blankRow, blankRow, blankRow, blankRow] })}
  rows of zeros | [{"place":0,"number":0,"name":"","time":"0:00:00"},{"place":0,"number":0,"name":"","time":"0:00:00"}]
  rows of words for nothing | [{"number":"null","name":"N/A","time":"-"},{"number":"undefined","name":"None","time":"--:--"}]
  lists with nothing in them | {"columns":["bib","name","time"],"rows":[[null,"",""],[null,"",""]]}
  a message with a code | [{"message":"Internal error","code":500}]
  an error | {"data":[{"error":"try later"}]}
  errors | {"data":[{"error":"try later"},{"error":"try later"},{"error":"try later"},{"error":"try later"}]}
  an item with a text | {"status":"ok","items":[{"text":"Maintenance until 12:00"}]}
  an id with details | [{"id":1,"detail":"The stage is being recalculated"}]
  an error with its name | [{"name":"Error","message":"Not found","code":0,"status":404}]
  an error that says a number | [{"number":503,"name":"ServiceUnavailable","text":"back soon"}]
  a problem of RFC 9457 | [{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"busy","instance":"/r/1"}]
  an error with its time | [{"timestamp":"2026-05-16T10:00:00Z","status":503,"error":"Service Unavailable","path":"/v3/x"}]
  an error by key | {"results":{"1":{"message":"maintenance"}}}
  an error of JSON-RPC | [{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"Server busy"}}]
  a maintenance window | {"data":[{"status":"maintenance","until":"2026-05-16T12:00:00Z"}]}
  an announcement with its time | [{"title":"Maintenance","date":"2026-05-16","time":"12:00"}]
  a result that is a text | [{"place":null,"result":"Results will be published later"}]
  HTML in a cell | {"data":[{"html":"<h1>503</h1><p>Wartungsarbeiten</p>"}]}
  HTML in a name | [{"name":"<b>We will be back soon, thank you for your patience</b>"}]
  Russian | [{"Сообщение":"Сервис временно недоступен"}]
  Russian in a known field | [{"Результат":"Ошибка сервера"}]
  Russian in the row of a runner | ${text([{ ...nobody, account: { lastName: 'Технические работы до 12:00' } }])}
  German | {"data":{"items":[{"text":"Wartung","bis":"12:00"}]}}
  Spanish | [{"estado":"mantenimiento","hora":"12:00","aviso":"volvemos pronto"}]
  French | [{"erreur":"réessayez plus tard"}]
  Finnish | [{"viesti":"Huoltokatko klo 12 asti"}]
  positional | {"columns":["text","until"],"rows":[["Maintenance","12:00"]]}
  Portuguese | [{"mensagem":"Em manutenção"}]
  Japanese | [{"notice":"休止中"}]
  Turkish | [{"bakım":"12:00 kadar"}]
  a name of an error | [{"name":"InternalServerError"}]
  a field for details with nothing in it | [{"id":1,"detail":"..."}]
  a result that is still to come | {"data":[{"result":"pending"}]}
  how far a calculation is | {"results":[{"status":"processing","progress":45}]}
  a fault | [{"@type":"Fault","faultstring":"Server busy"}]
  a message in the place of a name, with all else of a finisher | [{"number":1,"resultTime":"1:00:05","position":1,"account":{"lastName":"Service unavailable, try later"}}]
`)

describe('a reply in place of a good table', () => {
  const tables = [
    ['finishers of the service', tableOf(finishers('ru', 12))] as const,
    ['one finisher', tableOf(finishers('en', 1))] as const,
    ...corpus.map(({ title, text: body }) => [title, tableOf(body)] as const),
  ]
  const before = [['no table', null] as const, ...tables.map(([title, table]) => [title, standing(table)] as const)]

  it.each([...messages, ['CSV', 'error;message\n503;Service unavailable\n']])(
    'with %s is not results, whatever the table before',
    (_, body) => {
      const reply = tableOf(body)
      // Each with an eighth of the tables: together they meet all.
      const met = before.filter((_, at) => at === 0 || at % 8 === body.length % 8)
      for (const [title, table] of met) expect([title, isResults(table, reply)]).toEqual([title, false])
    },
  )

  it.each(
    rowsIn(`
      one column of ids | [{"id":1},{"id":2},{"id":3}]
      ids and a yes | [{"id":1,"active":true},{"id":2,"active":true},{"id":3,"active":true}]
      ids and texts | [{"id":1,"kind":"a"},{"id":2,"kind":"b"},{"id":3,"kind":"c"}]
      distances | [{"id":1,"name":"5 km"},{"id":2,"name":"10 km"},{"id":3,"name":"21 km"}]
      counts | [{"queue":1,"size":3},{"queue":2,"size":7},{"queue":3,"size":9}]
      categories with their counts | [{"id":1,"title":"M40","count":14},{"id":2,"title":"M50","count":9},{"id":3,"title":"W40","count":7}]
      positions alone | [{"position":1},{"position":2},{"position":3}]
      pages | [{"page":1,"size":20,"total":60},{"page":2,"size":20,"total":60},{"page":3,"size":20,"total":60}]
      a bare number of bibs | [{"number":1},{"number":2},{"number":3}]
      numbers with a flag | [{"number":1,"ok":true},{"number":2,"ok":true},{"number":3,"ok":true}]
    `),
  )('with numbers that happen to be bibs is not results: %s', (_, body) => {
    const runners = inventedField('ru', 30, 2_400_000, 3).map(finisherOf)
    const numbered = tableOf(text({ data: runners.map((runner, index) => ({ ...runner, number: index + 1 })) }))
    expect(isResults(standing(numbered), tableOf(body))).toBe(false)
  })

  it.each(
    rowsIn(`
      ids alone | [{"id":"a81f"},{"id":"a81e"},{"id":"77"}]
      codes | [{"code":"E42"},{"code":"E43"}]
      a list of distances | [{"id":1,"name":"10 km"},{"id":2,"name":"21 km"},{"id":3,"name":"42 km"}]
      sponsors | [{"id":1,"name":"Вода","url":"https://a.example"},{"id":2,"name":"Хлеб","url":"https://b.example"}]
      the state of servers | [{"name":"db","status":"ok","time":"12:00:01"},{"name":"api","status":"fail","time":"12:00:01"}]
      a number | [{"number":503}]
      two numbers | [{"x":1,"y":2}]
      a queue | [{"queue":14,"wait":"0:05"}]
    `),
  )('is no results when it holds %s', (_, body) => {
    expect(isResults(standing(tableOf(finishers('ru', 12))), tableOf(body))).toBe(false)
  })

  it('is not results when the rows keep their IDs and lose all people', () => {
    const row = (index: number, isGone: boolean): Json => ({
      id: `9c1d-${index}`,
      distance: '10 km',
      category: 'M',
      number: isGone ? null : index + 1,
      name: isGone ? null : `Runner${'abcdefgh'[index]} Smith`,
      time: isGone ? null : `0:4${index}:00`,
    })
    const rows = (isGone: boolean): ReplyTable =>
      tableOf(text(Array.from({ length: 8 }, (_, index) => row(index, isGone))))
    expect(isResults(standing(rows(false)), rows(true))).toBe(false)
    expect(isResults(standing(rows(false)), rows(false))).toBe(true)
  })

  it('is results of whatever kind of table, in place of the same kind with other people', () => {
    for (const [title, table] of tables) {
      const half = { columns: table.columns, rows: table.rows.slice(0, Math.ceil(table.rows.length / 2)) }
      expect([title, isResults(standing(table), half)]).toEqual([title, true])
    }
    expect(isResults(standing(tableOf(finishers('ru', 30, 1))), tableOf(finishers('en', 25, 9)))).toBe(true)
  })

  it.each(corpus)('is results as the first one: $title', ({ text: body }) => {
    expect(isResults(null, tableOf(body))).toBe(true)
  })

  const field = inventedField('ru', 24, 2_400_000, 5)
  const one = text({ data: field.slice(3, 4).map(finisherOf) })
  const tablesOfRace = {
    seconds: '[{"bib":1,"time":2400},{"bib":2,"time":2500}]',
    clocks: '[{"bib":"1","time":"0:40:00"},{"bib":"2","time":"0:41:40"}]',
    starters: text(field.map(({ bib, first, last, club }) => ({ number: bib, name: `${last} ${first}`, club }))),
    renamed: objectBody('', 'b=bib|fio=name|t=result|p=place', field, undefined, (rows) => ({ rows })).text,
    short: objectBody('', 'startnr=bib|tijd=result', field).text,
    asCsv: csvBody('', ';', 'Место=place|Номер=bib|Фамилия=lastName|Имя=firstName|Результат=result', field).text,
    recalculated: text({
      data: field.map((runner) => finisherOf({ ...runner, ms: runner.ms + 61_000, place: 25 - runner.place })),
    }),
    relay: text(
      Array.from('АБВГДЕ', (letter, index) => ({
        place: index + 1,
        team: `Эстафета ${letter}`,
        time: clock(9_000_000 + index * 9_000),
        members: String(field.slice(index * 4, index * 4 + 4).map(({ last }) => last)),
      })),
    ),
    one,
    bibsOnly: text(field.map(({ bib }) => ({ number: bib, name: null, resultTime: null }))),
    resultsOf: text({ data: field.map(finisherOf) }),
  }
  type Step = keyof typeof tablesOfRace
  const steps =
    `starters resultsOf, starters bibsOnly, resultsOf starters, resultsOf renamed, resultsOf short, resultsOf asCsv,
    resultsOf recalculated, resultsOf relay, resultsOf one, renamed resultsOf, short renamed, asCsv renamed, relay resultsOf,
    seconds clocks, clocks seconds, one resultsOf, one one, bibsOnly resultsOf`
      .split(/,\s+/u)
      .map((step) => step.split(' ') as [Step, Step])

  it.each(steps)('is results when %s are followed by %s', (before, after) => {
    expect(isResults(standing(tableOf(tablesOfRace[before])), tableOf(tablesOfRace[after]))).toBe(true)
  })

  it.each(
    rowsIn(`
      in Chinese | [{"号码":1,"姓名":"王伟","成绩":"0:41:00"}]
      in Japanese | [{"背番号":"1","氏名":"山田 太郎","記録":"0:41:00"}]
      in Dutch | [{"Startnr":5,"Naam":"Jan","Tijd":"0:41:00"}]
      of a bib | [{"number":1}]
      of a code | [{"v":"x2"}]
      with a remark | [{"number":3,"name":"Ann","comment":"VIP"}]
      with a strange club | [{"number":3,"name":"Ann","time":"0:41:00","club":"Error 404"}]
      without a meaning | [{"x":"a","y":"b","z":"c"},{"x":"d","y":"e","z":"f"}]
    `),
  )('is results as the first one when it is a small table %s', (_, body) => {
    expect(isResults(null, tableOf(body))).toBe(true)
  })

  it('is results when a message that was taken for a table is followed by a table of one row', () => {
    const message = tableOf('[{"message":"Internal error","code":500}]')
    expect(isResults(standing(message), tableOf(one))).toBe(true)
    expect(isResults(standing(message), tableOf('{"data":[{"error":"try later"}]}'))).toBe(false)
  })

  it('is never results when no cell says anything, and always when it is the same table', () => {
    const blank = fc.constantFrom<Json>(null, '', ' ', '-', '—', 0, '0', '00:00', false, [], {}, 'n/a', '\u00a0')
    const good = tableOf(finishers('en', 9))
    expectAll(
      fc.array(fc.dictionary(fc.constantFrom('number', 'name', 'x', 'resultTime', 'status'), blank), {
        minLength: 1,
      }),
      (rows) => {
        const read = tableOf(text({ data: rows }))
        expect([isResults(standing(good), read), isResults(null, read)]).toEqual([false, false])
      },
    )
    expectAll(
      fc.constantFrom<Tongue>('ru', 'en', 'de', 'fr', 'es', 'fi'),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 60 }),
      (tongue, count, seed, later) => {
        const before = standing(tableOf(finishers(tongue, count, seed)))
        expect(isResults(before, tableOf(finishers(tongue, later, seed)))).toBe(true)
      },
    )
  })
})

it.each([
  ['[{"message":"Internal error","code":500}]', 'Internal error · 500'],
  ['{"status":"ok","items":[{"text":"Maintenance until 12:00"}]}', 'Maintenance until 12:00'],
  ['{"data":[{"error":"try later"},{"error":"try later"}]}', 'try later'],
  ['{"data":[{"html":"<h1>503</h1>\\n<p>Wartung</p>"}]}', '503 Wartung'],
  ['{"data":[{},{}]}', ''],
  ['{"isSuccess":true,"message":"Maintenance","data":[{},{"number":null}]}', 'Maintenance'],
])('the text of a reply without results is what it says: %s', (body, said) => {
  expect(replyText(tableOf(body), body)).toBe(said)
})

it('the text of a reply without results is bounded', () => {
  const body = text([{ message: 'word '.repeat(5_000) }])
  expect(replyText(tableOf(body), body).length).toBeLessThanOrEqual(300)
})

it.each([
  ['is announced', true, '120 45 75|120 79 41|120 120 61|9 5 4|5 3 2|4 2 2'],
  ['is not announced', false, '120 80 40|120 120 60|4 3 1|3 1 2|1 1 1|10 40 0'],
])('a table that shrinks %s: rows before, rows after, people lost', (_, isAnnounced, tables) => {
  for (const table of tables.split('|')) {
    const [before = 0, after = 0, lost = 0] = table.split(' ').map(Number)
    expect([table, isShrunk({ before, after, lost })]).toEqual([table, isAnnounced])
  }
})
