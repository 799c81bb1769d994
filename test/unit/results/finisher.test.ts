import { expect, it } from 'vitest'
import type { Status } from '../../../preload/contract/results.ts'
import type { ColumnRole, TimeUnit } from '../../../preload/contract/roles.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { readEntrant } from '../../../main/features/files/rules/handOver/entrant.ts'
import { sayingTeamsOnce } from '../../../main/features/files/rules/handOver/profile.ts'
import { protocol } from '../../../main/features/files/rules/handOver/protocol.ts'
import { rowMembers } from '../../../main/features/files/rules/normalisedRow.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { statusOfWord } from '../../../main/features/columns/rules/cells/statusWords.ts'
import { cellTimeMs } from '../../../main/kernel/times.ts'

type Roles = { readonly [name: string]: ColumnRole | readonly [ColumnRole, TimeUnit] | null }

const columnsOf = (roles: Roles): readonly TableColumn[] =>
  Object.entries(roles).map(([name, said]) => {
    const base = { name, path: [name], kind: 'text' } as const
    if (said === null) return base
    return typeof said === 'string' ? { ...base, role: said } : { ...base, role: said[0], unit: said[1] }
  })

const seconds = (h: number, m: number, s: number): number => ((h * 60 + m) * 60 + s) * 1000

it('counts bare numbers only in the unit of their column', () => {
  expect(cellTimeMs(5072, undefined)).toBeNull()
  expect(cellTimeMs(5072, 's')).toBe(5_072_000)
  expect(cellTimeMs('507257', 'cs')).toBe(5_072_570)
  expect(cellTimeMs(143.88, 'min')).toBe(8_633_000)
  expect(cellTimeMs(143.88333333333333, 'min')).toBe(8_633_000)
  expect(cellTimeMs('15.455', 'min')).toBe(927_300)
  expect(cellTimeMs('2,398', 'h')).toBe(8_633_000)
  expect(cellTimeMs(0.125, 'd')).toBe(10_800_000)
  expect(cellTimeMs('22353', 'hms')).toBe(8_633_000)
  expect(cellTimeMs(22_353.5, 'hms')).toBe(8_633_500)
  expect(cellTimeMs(12_399, 'hms')).toBeNull()
  expect(cellTimeMs('83.59', 'm.ss')).toBe(5_039_000)
  expect(cellTimeMs(83.5, 'm.ss')).toBe(5_030_000)
  expect(cellTimeMs('83.61', 'm.ss')).toBeNull()
  expect(cellTimeMs('5072,5', 's')).toBe(5_072_500)
  expect(cellTimeMs('1:24:32', 'ms')).toBe(seconds(1, 24, 32))
})

it.each<readonly [Status | null, string]>([
  [
    'DNF',
    'DNF|dnf.|DNF (25 km)|Did Not Finish|did_not_finish|сошёл|Сошла|сошёл (25 км)|не закончили|Снялась|W/D|D.N.F.|PUL',
  ],
  ['DNF', 'aufgegeben|Abandon|keskeytti|nie ukończył|NU|não completou|ritirato|Brutit|utgått|bröt|brutt|Udgået'],
  [
    'DNF',
    'nedokončil|途中棄権|リタイア|退赛|기권|terk|Desistência|wycofała się|Feladta|uitgevallen|opgegeven|abandonat',
  ],
  ['DNS', 'DNS|не стартовал|не вышел на старт|Нет на старте|не допущена|scratched|н/я (б/у)|nicht angetreten'],
  ['DNS', 'Non partant|no presentado|ei lähtenyt|欠場|startade ej|Ej start|não largou|non partito|nie wystartował'],
  ['DNS', 'NS|NP|SCR|DNC|н.я.|nestartoval|ikke startet|불참|缺赛|Nem indult|niet gestart|Ei läht.'],
  ['DSQ', 'DSQ|DQ|Дисквалификация|Дисквалифицированы|снят|Снята|сняты|снят с дистанции|Снята (п. 12.3)|Finished (DSQ)'],
  ['DSQ', 'disqualifiziert|Disqualifié|descalificado|hylätty|失格|desclassificado|squalificato|dyskwalifikacja|실격'],
  [
    'DSQ',
    'DFS|M.P.|missing punch|UFD|diskvalificerad|diskvalifisert|取消资格|Kizárva|diszkvalifikált|gediskwalificeerd|descalificat',
  ],
  ['OTL', 'OTL|hors délai|fuera de tiempo|вне лимита|aikaraja ylittynyt|Финиш (вне лимита)|лимит|Превышен лимит'],
  ['OTL', 'не уложился в лимит|over time limit|Time limit exceeded|контрольное время|szintidőn kívül|buiten tijd'],
  ['OTL', 'OCO|TLE|over the cutoff|TOV|fuori tempo massimo|タイムオーバー|关门'],
  ['NC', 'n.c.|a.c.|VK|H.C.|AK|a.K.|NotCompeting|hors concours'],
  ['NC', 'NC|в/к|вне зачёта|außer Konkurrenz|non classé|NK|nieklasyfikowany|fuori classifica|utom tävlan'],
  ['on course', 'onCourse|на дистанции|unterwegs|en course|en carrera|matkalla|競技中|na trasie|em prova|in gara'],
  ['OK', 'finished|Финишировал|Finish (started)|im Ziel|arrivé|finalizado|maalissa|完走|ukończył|i mål|arrivato|완주'],
  [null, '|0|3|registered|paid|OK?|Downfield|dnfx|сошлись|снятки|(DNF)|лимит 6 ч|NT|NQ|LAP|NA|n/a'],
])('reads words for %s in every language, and no others: %s', (status, words) => {
  for (const word of words.split('|')) expect([word, statusOfWord(word)]).toEqual([word, status])
})

it('shows a missing result as unknown while the body gives no reason', () => {
  const reader = finisherReader(columnsOf({ p: 'place', t: 'result', s: 'status' }))
  for (const t of ['', '-', null, '0:00:00', 0, '99:59:59']) expect(reader.status({ p: 0, t, s: '' })).toBe('unknown')
  for (const s of ['3', 3, 'registered', null]) {
    expect(reader.status({ p: 1, t: '1:24:32', s })).toBe('OK')
    expect(reader.status({ p: null, t: '', s })).toBe('unknown')
  }
})

it('reads a reason in place of the result or the place', () => {
  const reader = finisherReader(columnsOf({ p: 'place', t: 'result' }))
  expect(reader.status({ p: '', t: 'DNF' })).toBe('DNF')
  expect(reader.status({ p: 'сошёл', t: '' })).toBe('DNF')
  expect(reader.status({ p: 'DSQ', t: '1:24:32' })).toBe('DSQ')
  expect(reader.status({ p: 'finish', t: '' })).toBe('unknown')
})

it('believes a flag that says disqualified over a status that says finished, and no flag over another reason', () => {
  const reader = finisherReader(columnsOf({ s: 'status', t: 'result', isDsq: null }))
  expect(reader.status({ s: 'Finished', t: '1:00:00', isDsq: true })).toBe('DSQ')
  expect(reader.status({ s: 'Finished', t: '1:00:00', isDsq: false })).toBe('OK')
  expect(reader.status({ s: 'DNS', t: '', isDsq: true })).toBe('DNS')
})

it('reads no place from a sentinel', () => {
  const reader = finisherReader(columnsOf({ p: 'place', o: 'placeOverall' }))
  for (const p of [0, -1, 1_000_000, 9_999_999, '', '-', 'DNF', 1.5]) expect(reader.place({ p })).toBeNull()
  expect(['3', '3.', '=3', 3].map((p) => reader.place({ p }))).toEqual([3, 3, 3, 3])
  expect(reader.place({ p: 1, o: 12 }, 'placeOverall')).toBe(12)
})

const anywhere = { distanceName: '', categoryName: '', ranking: 'place', leader: null } as const

it('keeps the minus of a gap, in JSON as in a protocol', () => {
  const clocks = finisherReader(columnsOf({ g: 'gap' }))
  const members = rowMembers({ reader: clocks, shown: clocks, columns: [], birthDates: 'year' })
  const gapMs = (g: string): unknown => JSON.parse(`{${members({ row: { g }, cells: [] })}`)
  expect(gapMs('-0:02')).toMatchObject({ gap: '-0:02', gapMs: -2_000 })
  expect(gapMs('+0:14')).toMatchObject({ gap: '+0:14', gapMs: 14_000 })
  const numbers = finisherReader(columnsOf({ g: ['gap', 's'] }))
  const options = { names: 'whole', isTransliterated: false, areFractionsCut: false } as const
  const told = [-120, 14, 0].map((g) => readEntrant(numbers, { g }, anywhere, options).gap.text)
  expect(told).toEqual(['-0:02:00', '+0:00:14', ''])
})

it('says the result of a team once in a protocol, and its name where nobody else is named', () => {
  const reader = finisherReader(columnsOf({ b: 'bib', n: 'name', c: 'team', p: 'place', t: 'result' }))
  const options = { names: 'whole', isTransliterated: false, areFractionsCut: false } as const
  const once = sayingTeamsOnce(protocol)
  const told = ['7.1 Lev Owls', '7.2 Ada Owls', '8 Tom Owls', '9 Eva Owls', '10  Larks'].map((line) => {
    const [b = '', n = '', c = ''] = line.split(' ')
    const entrant = once(readEntrant(reader, { b, n, c, p: 3, t: '1:20:00' }, anywhere, options))
    return `${entrant.names.whole} ${entrant.place} ${entrant.resultText}`
  })
  expect(told).toEqual(['Lev 3 1:20:00', 'Ada null ', 'Tom 3 1:20:00', 'Eva 3 1:20:00', 'Larks 3 1:20:00'])
})

it('reads sex, years, points and gaps in the ways they are written', () => {
  const reader = finisherReader(
    columnsOf({ s: 'sex', y: 'birthYear', d: 'birthDate', a: 'age', g: 'gap', x: 'points' }),
  )
  expect(['M', 'Herren'].map((s) => reader.sex({ s }))).toEqual(['m', 'm'])
  expect(['Ж', 'w', 'жен.'].map((s) => reader.sex({ s }))).toEqual(['f', 'f', 'f'])
  expect(['1', ''].map((s) => reader.sex({ s }))).toEqual([null, null])
  expect(reader.birthYear({ y: '1987' })).toBe(1987)
  expect(reader.birthYear({ y: '', d: '03.07.1991' })).toBe(1991)
  expect(reader.birthYear({ d: '1991-07-03' })).toBe(1991)
  expect(reader.age({ a: '39' })).toBe(39)
  expect(reader.age({ a: 0 })).toBeNull()
  expect(reader.gapMs({ g: '+1:04' })).toBe(64_000)
  expect(reader.points({ x: '87,5' })).toBe(87.5)
})

it('does not take a Spanish M for a man: it may stand for mujer', () => {
  const reader = finisherReader(columnsOf({ Sexo: 'sex' }))
  expect(['H', 'M', 'F'].map((Sexo) => reader.sex({ Sexo }))).toEqual(['m', null, 'f'])
})

it('brings the time and the place of a point together, and never invents a piece over a missed point', () => {
  const flat = finisherReader(columnsOf({ '5 km': 'split', '10 km': 'split', '15 km': 'split' }))
  const told = (cells: { readonly [point: string]: string }) =>
    flat.splits(cells).map(({ label, totalMs, lapMs, place }) => [label, totalMs, lapMs, place].join(' '))
  expect(told({ '5 km': '20:00', '10 km': '41:00', '15 km': '1:03:00' })).toEqual([
    '5 km 1200000 1200000 ',
    '10 km 2460000 1260000 ',
    '15 km 3780000 1320000 ',
  ])
  const missed = ['5 km 1200000 1200000 ', '10 km   ', '15 km 3780000  ']
  expect(told({ '5 km': '20:00', '10 km': '', '15 km': '1:03:00' })).toEqual(missed)
  const laps = finisherReader(columnsOf({ lap_1: 'lap', lap_2: 'lap' }))
  expect(laps.splits({ lap_1: '20:00', lap_2: '21:00' }).map(({ totalMs }) => totalMs)).toEqual([1_200_000, 2_460_000])
  expect(laps.splits({ lap_1: '', lap_2: '21:00' }).map(({ totalMs }) => totalMs)).toEqual([null, null])
})

it("does not read a service's sentinel as a finish, and reads the time beside it", () => {
  const reader = finisherReader(columnsOf({ t: ['result', 's'], c: 'chipTime' }))
  for (const t of [1_000_000, '1000000', 9_999_999]) {
    expect(reader.finishMs({ t, c: '' })).toBeNull()
    expect(reader.status({ t, c: '' })).toBe('unknown')
    expect(reader.finishMs({ t, c: '1:24:32' })).toBe(seconds(1, 24, 32))
  }
  expect(reader.finishMs({ t: 5072, c: '' })).toBe(5_072_000)
  for (const unit of ['cs', 'ms'] as const) {
    const other = finisherReader(columnsOf({ t: ['result', unit] }))
    expect(other.finishMs({ t: 9_999_999 })).toBeNull()
    expect(other.finishMs({ t: 5_072_000 })).not.toBeNull()
  }
})
