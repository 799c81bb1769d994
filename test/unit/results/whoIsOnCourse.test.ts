import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import type { Status } from '../../../preload/contract/results.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { readRows } from '../../support/resultBodies/readings.ts'
import { statusOfWord } from '../../../main/features/columns/rules/cells/statusWords.ts'

/** The statuses of a body's rows, as the whole reading of it makes them. */
const statusesOf = (body: Json | string): readonly Status[] => {
  const { rows, reader } = readRows(body)
  return rows.map((row) => reader.status(row))
}

const names = 'Ada Holm|Ben Moe|Cleo Lind|Dan Berg|Eva Dahl|Finn Aas|Gro Vik|Hal Ness|Ida Sand|Jo Li'.split('|')
const nameAt = (at: number): string => `${names[at % names.length] ?? ''}${at < names.length ? '' : 'ova'}`

/** A row of the service: flags of a finish and a start, t or f, or neither; its time, with the times at its laps. */
const liveRow = (said: string, at: number): Json => {
  const [flags = '', time = '', ...laps] = said.split(' ')
  const [firstName = '', lastName = ''] = nameAt(at).split(' ')
  return {
    number: String(11 + at),
    position: time === '-' ? null : at + 1,
    resultTime: time.replace('-', ''),
    leaderDifference: at === 0 || time === '-' ? '' : `+0:${10 + at}`,
    isFinished: flags[0] === 't',
    ...(flags[1] === undefined ? {} : { isOnStart: flags[1] === 't' }),
    account: { firstName, lastName, age: 20 + at },
    laps: laps.map((totalTime, lap) => ({
      lapNumber: lap + 1,
      name: `Lap ${lap + 1}`,
      isOnLap: true,
      totalTime,
      lapTime: '12:00',
    })),
  }
}
const liveBody = (...rows: readonly string[]): Json => ({ isSuccess: true, data: rows.map(liveRow) })

it('reads unfinished people with a passed lap as on course, whatever the start flag', () => {
  const times = ['12:31', '12:45', '13:02', '13:18', '13:40']
  for (const flags of ['ff', 'ft', 'f']) {
    const running = times.map((time) => `${flags} ${time} ${time}`)
    const waiting = flags === 'ft' ? 'ff -' : 'ft -'
    expect(statusesOf(liveBody(...running, waiting))).toEqual([...running.map(() => 'on course'), 'unknown'])
  }
})

it('distinguishes finished, on course and not started in one body', () => {
  const finished = ['tt 25:01 12:31 25:01', 'tf 25:40 12:40 25:40']
  const body = liveBody(...finished, 'ft - 12:45', 'ff 13:02 13:02', 'ft -', 'ff -')
  expect(statusesOf(body)).toEqual(['OK', 'OK', 'on course', 'on course', 'unknown', 'unknown'])
})

it('shows no status for finishers whose finish was not understood', () => {
  const rows = names.map((name, at) => ({
    bib: 100 + at,
    name,
    splits: { '5 km': `0:2${at}:00`, '10 km': `0:4${at}:30`, '15 km': `1:0${at}:10` },
    zzz: `~${3_000 + at * 7}~`,
  }))
  expect(new Set(statusesOf({ data: rows }))).toEqual(new Set(['unknown']))
})

it('does not take a few without a finish for on course where nearly all have finished long ago', () => {
  const rows = Array.from({ length: 150 }, (_, at) => {
    const isDone = at < 145
    const later = (minutes: number) => `${minutes + Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
    const times = { time: isDone ? `1:${later(10)}` : '', half: `0:${later(30)}` }
    return { bib: String(200 + at), name: nameAt(at), racer_has_finished: isDone, ...times }
  })
  expect(statusesOf(rows).slice(140)).toEqual([...Array<Status>(5).fill('OK'), ...Array<Status>(5).fill('unknown')])
})

it('reads flags as services write them, in their languages', () => {
  const flags = `abandon O N DNF|disqualifie O N DSQ|forfait oui non DNS|hors_classement 1 0 NC|dns true false DNS|dsq "1" "0" DSQ|
    retirado Sí No DNF|ritirato X  DNF|squalificato sì no DSQ|nieukończył tak nie DNF|desclassificado S N DSQ|is_disqualified Y N DSQ`
  /** JSON, or a text without quotes. */
  const valueOf = (cell: string): Json => (/^(?:\d|true|false|".*")$/u.test(cell) ? (JSON.parse(cell) as Json) : cell)
  for (const flag of flags.split(/\|\s*/u)) {
    const [name = '', yes = '', no = '', status] = flag.split(' ')
    const rows = names.map((who, at) => ({
      dossard: 40 + at * 3,
      nom: who,
      temps: at === 3 ? '00:00:00' : `01:0${at}:00`,
      classement_general: at === 3 ? 0 : at + 1,
      pris_depart: 'O',
      [name]: valueOf(at === 3 ? yes : no),
    }))
    const told = statusesOf({ data: rows })
    expect([name, told[3], told[0]]).toEqual([name, status, 'OK'])
  }
})

it("does not read a column of counts under a flag's name as a flag", () => {
  const rows = names.map((name, at) => ({ bib: at + 31, name, place: at + 1, result: `0:2${at}:00`, dnf: at % 4 }))
  expect(new Set(statusesOf(rows))).toEqual(new Set(['OK']))
})

it('ignores the status of a race or a group', () => {
  const runners = (first: number): Json =>
    names.slice(0, 5).map((name, at) => ({
      name,
      bib: first + at,
      status: 'finish',
      group: { status: 'finished' },
      finishTime: at < 3 ? `1:0${at}:10` : '',
      rank: at < 3 ? at + 1 : 0,
    }))
  expect(statusesOf({ data: runners(10) })).toEqual(['OK', 'OK', 'OK', 'unknown', 'unknown'])
})

it('gives no role to the status of a race or a group, be it the same for all or not', () => {
  const rows = names.map((name, at) => ({
    bib: at + 61,
    name,
    race: { status: at < 5 ? 'running' : 'finished' },
    group: { status: at < 5 ? 'in progress' : 'finished' },
    state: { code: 'running' },
    resultTime: at % 5 < 3 ? `1:0${at}:10` : '',
  }))
  const told = statusesOf({ data: rows })
  expect(told.filter((status) => status !== 'OK' && status !== 'unknown')).toEqual([])
  expect(told.filter((status) => status === 'OK')).toHaveLength(6)
})

it('reads the codes of orienteering programs under their headers only', () => {
  const line = (at: number, code: string, time: string): string =>
    [at + 1, nameAt(at).split(' ')[1], nameAt(at).split(' ')[0], time, code, at + 1].join(';')
  const codes = ['0', '1', '2', '3', '4', '5', '0', '0']
  const times = ['0:31:10', '', '', '0:40:12', '0:41:00', '2:10:00', '0:35:01', '']
  const wanted: readonly Status[] = ['OK', 'DNS', 'DNF', 'DSQ', 'DSQ', 'OTL', 'OK', 'unknown']
  const textOf = (head: string, linesOf: (code: string, at: number) => string) =>
    [head, ...codes.map(linesOf)].join('\r\n')
  const lineAt = (code: string, at: number) => line(at, code, times[at] ?? '')
  for (const head of ['Classifier', 'Wertung'])
    expect(statusesOf(textOf(`Stno;Surname;First name;Time;${head};Block`, lineAt))).toEqual(wanted)
  const swedish = 'OS0016;Startnr;Efternamn;Förnamn;Tid;Status;Lag'
  expect(statusesOf(textOf(swedish, (code, at) => `;${lineAt(code, at)}`))).toEqual(wanted)
  const other = textOf('Stno;Surname;First name;Time;Gate;Block', (code, at) => line(at, code, `0:31:1${at}`))
  expect(new Set(statusesOf(other))).toEqual(new Set(['OK']))
})

it('reads the codes of live orienteering results, a started runner being on course once a control is passed', () => {
  const rows = [0, 9, 9, 10, 3, 11, 0].map((status, at) => ({
    place: status === 0 ? String(at + 1) : '',
    name: nameAt(at),
    club: 'OK Nord',
    result: status === 0 || status === 3 ? `0:3${at}:10` : '',
    status,
    timeplus: '+',
    split_5km: at === 2 || status === 10 ? '' : `0:1${at}:00`,
  }))
  expect(statusesOf({ status: 'OK', results: rows })).toEqual('OK|on course|unknown|unknown|DSQ|DNS|OK'.split('|'))
})

it('reads non-finishers as neither finished nor on course', () => {
  const rows = names.map((name, at) => ({
    bib: at + 7,
    name,
    rank: at < 6 ? at + 1 : '',
    race_time: `1${at}:4${at}:1${at}`,
    is_finisher: at < 6 ? 'True' : 'False',
    status: at < 6 ? 'f' : at === 9 ? 'np' : 'a',
  }))
  expect(statusesOf(rows)).toEqual([...Array<Status>(6).fill('OK'), 'unknown', 'unknown', 'unknown', 'DNS'])
})

it('reads flags behind a prefix of the service, and takes totals for none', () => {
  const rows = names.map((name, at) => ({
    bib: at + 7,
    name,
    time: at === 2 ? '' : `0:4${at}:00`,
    xyz_dnf: at === 2,
    total_dsq: at === 4 ? 1 : 0,
  }))
  expect(statusesOf(rows).map((status) => (status === 'OK' ? 1 : status))).toEqual([1, 1, 'DNF', 1, 1, 1, 1, 1, 1, 1])
})

it('reads "ok" with a passed control and no finish as on course, unless the team is out', () => {
  const names = 'Stno|Surname|First name|Time|Classifier|Team classifier|Punch1|Punch2|Finish'.split('|')
  const lines = [
    '1;Holm;Ada;0:31:10;0;0;0:10:00;0:20:00',
    '2;Moe;Ben;;0;0;;0:11:00',
    '3;Lind;Cleo;;0;0;;',
    '4;Berg;Dan;;2;2;0:12:00;',
    '5;Dahl;Eva;0:35:10;0;0;0:12:10;0:24:00',
    '6;Aas;Finn;;0;3;0:12:00;',
    '7;Vik;Gro;;0;0;0:12:00;0:25:00;0:41:10',
  ]
  const roleOf = (name: string) =>
    (name === 'Time' ? { role: 'result' } : name === 'Punch1' ? { role: 'split' } : {}) as object
  const reader = finisherReader(names.map((name) => ({ name, path: [name], kind: 'text', ...roleOf(name) })))
  const rows = lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at] ?? '', cell])))
  expect(rows.map(reader.status)).toEqual(['OK', 'on course', 'unknown', 'DNF', 'OK', 'unknown', 'unknown'])
})

it('reads words with letters of another alphabet that look the same', () => {
  expect(['c\u043dят', 'C\u043dята', '\u0441нят'].map(statusOfWord)).toEqual(['DSQ', 'DSQ', 'DSQ'])
  expect(['\u0414NF', 'cош\u0435л'].map(statusOfWord)).toEqual(['DNF', 'DNF'])
  expect(['c\u0445\u043ed', 'D\u0415'].map(statusOfWord)).toEqual([null, null])
})
