import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ColumnsAnswer } from '../../../main/cli/columnRoles.ts'
import { closing } from '../../support/atEnd.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import { bytesOf, envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()

type Answer = ColumnsAnswer & { readonly total: number }

type Taken = Awaited<ReturnType<typeof takeBody>>

/** A stage of one category that was taken into a data folder of its own; later commands get no URL and no key. */
const takeBody = async (answer: Script) => {
  const race = closing(await startRaceService('M'))
  race.answer('M', answer)
  const data = await mkdtemp(join(terminal.home(), 'data-'))
  const take = () => terminal.take(race, '--data', data)
  await take()
  const run = (verb: string, ...args: readonly string[]) =>
    terminal.ask<Answer>([verb, race.stage, ...args, '--data', data])
  const runInWords = (verb: string, ...args: readonly string[]) =>
    terminal.run([verb, race.stage, ...args, '--data', data])
  const columns = async (...args: readonly string[]) => {
    const { code, stderr, answer } = await run('columns', ...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return answer.columns
  }
  return { race, take, run, runInWords, columns }
}

test("shows the service's label of a column and keeps it and the key when rows change", async () => {
  const labels = { q1: 'Place', q2: 'Name', q3: 'Finish time', q4: 'Remark of the jury' }
  let remark = 'x'
  const { take, columns } = await takeBody((response) => {
    const data = Array.from({ length: 8 }, (_, at) => ({
      q1: at + 1,
      q2: `Ada Ahlborn${at}`,
      q3: `0:4${at}:17`,
      q4: remark,
    }))
    sendJson(response, { labels, data })
  })
  const shown = async () => (await columns()).map(({ name, label, role }) => [name, label, role])
  const expected = [
    ['q1', 'Place', 'place'],
    ['q2', 'Name', 'name'],
    ['q3', 'Finish time', 'result'],
    ['q4', 'Remark of the jury', null],
  ]
  expect(await shown()).toEqual(expected)
  remark = 'y'
  await take()
  expect(await shown()).toEqual(expected)
})

const found = async (run: Taken['run'], search: string): Promise<number> =>
  (await run('results', '--search', search)).answer.total

const riddle = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    'a=b': `A${index + 1}`,
    'who:is it': `Runner${String.fromCodePoint(97 + (index % 26))}x`,
    count: 4_000 - index,
    startNr: 300 + ((index * 7) % 40),
    Bib: 101 + ((index * 3) % 40),
  }))

const jsonOf =
  (rows: readonly object[]): Script =>
  (response) =>
    sendJson(response, envelope(rows))

const named = (columns: Answer['columns'], name: string) => {
  const column = columns.find((known) => known.name === name)
  if (column === undefined) throw new Error(`no column ${name}`)
  return column
}

test('columns lists the same roles as results --roles, with the best two guesses and three examples each', async () => {
  const { run, runInWords, columns } = await takeBody(jsonOf(riddle(30)))
  const shown = await columns()
  const { answer } = await run('results', '--roles')
  expect(shown.map(({ guesses: _, examples: __, ...column }) => column)).toEqual(answer.columns)
  const table = await runInWords('results', '--roles', '--category', 'M')
  expect(table).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Bib +bib +/mu) })
  expect(table.stderr).toContain('30 rows')
  expect(named(shown, 'a=b').examples).toEqual(['A1', 'A2', 'A3'])
  const bib = named(shown, 'Bib')
  expect(bib.role).toBe('bib')
  expect(bib.guesses[0]).toEqual({ role: 'bib', confidence: bib.confidence })
  for (const { guesses, role } of shown) {
    expect(guesses.length).toBeLessThanOrEqual(2)
    expect(new Set(guesses.map((guess) => guess.role)).size).toBe(guesses.length)
    if (role !== null) expect(guesses[0]?.role).toBe(role)
  }
  // Both are bibs; the one that loses the role says so.
  expect(named(shown, 'startNr').guesses.map(({ role }) => role)).toContain('bib')
})

test('columns --set corrects several columns at once, with any names, and none removes a role', async () => {
  const { race, columns } = await takeBody(jsonOf(riddle(30)))
  race.forget()
  const set = await columns('--set', 'a=b=bib', '--set', 'who:is it=name', '--set', 'count=result:s')
  expect(named(set, 'a=b')).toMatchObject({ role: 'bib', confidence: 1, reason: 'Corrected by a user.' })
  expect(named(set, 'who:is it').role).toBe('name')
  expect(named(set, 'count')).toMatchObject({ role: 'result', unit: 's' })
  expect(named(set, 'Bib').role).toBeNull()
  expect(race.asked()).toEqual([])
  // Another column takes the role, other corrections stay, and the first is guessed again.
  const moved = await columns('--set', 'startNr=bib', '--set', 'count=none')
  expect(moved.map(({ name, role }) => [name, role])).toEqual([
    ['a=b', null],
    ['who:is it', 'name'],
    ['count', null],
    ['startNr', 'bib'],
    ['Bib', null],
  ])
})

test('columns --set applies to every table of the stage that has the column', async () => {
  const { race, take, columns } = await takeBody(jsonOf(riddle(30)))
  race.list('M', 'F')
  race.answer('F', jsonOf(riddle(20).map((row) => ({ ...row, wave: 'A' }))))
  await take()
  expect(named(await columns('--set', 'who:is it=club'), 'who:is it').role).toBe('club')
  expect(named(await columns(), 'wave').examples).toEqual(['A'])
})

test('columns names an unknown point of a list by its own cells and corrects all points of the list at once', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    bib: index + 1,
    laps: [1, 2, 3].map((lap) => ({ name: `Lap ${lap}`, note: `word ${lap}.${index}` })),
  }))
  const { columns } = await takeBody(jsonOf(rows))
  const shown = await columns()
  const second = shown.find(({ name, examples }) => name.includes('Lap 2') && examples[0]?.startsWith('word'))
  expect(second?.examples).toEqual(['word 2.0', 'word 2.1', 'word 2.2'])
})

test('columns --charset applies to stored replies without a request, and auto resets it', async () => {
  const person = (initial: string, at: number) => `${at + 1};${at + 101};Бегун Петр ${initial};0:3${at % 10}:00`
  const people = Array.from('АБВГДЕЖЗИКЛМ', person)
  const lines = ['Место;Номер;Участник;Результат', ...people].join('\r\n')
  const { race, run, columns } = await takeBody(
    bytesOf(encodeText(lines, 'windows-1251'), 200, 'text/csv; charset=windows-1252'),
  )
  expect(await found(run, 'бегун')).toBe(0)
  race.forget()
  const read = await columns('--charset', 'cp1251')
  expect(read.map(({ name, role }) => [name, role])).toEqual([
    ['Место', 'place'],
    ['Номер', 'bib'],
    ['Участник', 'name'],
    ['Результат', 'result'],
  ])
  expect(named(read, 'Участник').examples).toEqual(['Бегун Петр А', 'Бегун Петр Б', 'Бегун Петр В'])
  expect(await found(run, 'бегун')).toBe(12)
  expect(race.asked()).toEqual([])
  const back = await columns('--charset', 'auto')
  expect(back.map(({ name }) => name)).not.toContain('Участник')
  expect(await found(run, 'бегун')).toBe(0)
})

test('columns --header sets whether the first line has the headers; roles set in the same call apply to the new columns', async () => {
  const text = ['a,b,c', ...Array.from({ length: 9 }, (_, index) => `${index + 1},x${index},0:4${index}:00`)].join('\n')
  const { run, columns } = await takeBody(bytesOf(text, 200, 'text/csv'))
  const without = await columns('--header', 'no', '--set', '2=club')
  expect(without.map(({ name }) => name)).toEqual(['1', '2', '3'])
  expect(named(without, '2')).toMatchObject({ role: 'club', confidence: 1 })
  expect((await run('results')).answer.total).toBe(10)
  expect((await columns('--header', 'yes')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect((await columns('--header', 'auto')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect((await run('results')).answer.total).toBe(9)
})

describe('refusals', () => {
  let taken: Taken
  let before: Answer['columns']
  beforeAll(async () => {
    taken = await takeBody(jsonOf(riddle(30)))
    before = await taken.columns()
  })

  test.each([
    ['--set|cuont=result:s', 'there is no column “cuont”; did you mean “count”?'],
    ['--set|count=resutl:s', 'there is no role “resutl”; did you mean “result”?'],
    ['--set|count=result:weeks', 'there is no unit “weeks”; units are s,'],
    ['--set|count=result', '“count” has plain numbers: choose a unit, for example count=result:s'],
    ['--set|who:is it=result', 'no cell of “who:is it” is a time'],
    ['--set|who:is it=place', 'who:is it'],
    ['--set|a=b=bib|--set|startNr=bib', 'two columns cannot both be bib'],
    ['--set|count=age|--set|count=id', '“count” is given more than once'],
    ['--set|count=age:s', 'age has no unit'],
    ['--set|count', '“count” is not COLUMN=ROLE[:UNIT]'],
    ['--set|a=b=bib|--set|nothing=club', 'there is no column “nothing”'],
    ['--charset|windows-1521', 'there is no charset “windows-1521”; did you mean “windows-1251”'],
    ['--header|maybe', 'yes, no or auto'],
    ['--charset|utf-16le', 'a table would lose all its rows: nothing was changed'],
  ])('columns %s is refused with exit 2 and a sentence', async (words, sentence) => {
    expect(await taken.run('columns', ...words.split('|'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(sentence),
      answer: { ok: false, error: { kind: 'invalid-input' } },
    })
  })

  test('change nothing', async () => {
    expect(await taken.columns()).toEqual(before)
  })
})
