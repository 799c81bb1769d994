import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoleGuess } from '../../../preload/contract/columns.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import type { ColumnRole, TimeUnit } from '../../../preload/contract/roles.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { cellTimeMs } from '../../../main/kernel/times.ts'
import { clockOf, guessedRoles, guessesOf } from '../../support/resultBodies/readings.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

const guessOf = (rows: readonly JsonObject[], name: string): RoleGuess =>
  guessesOf(rows).get(name) ?? { role: null, confidence: 0, reasons: [] }

/** Whole seconds of a field, from the winner on, without a pattern in their digits. */
const field = (winnerS: number, count: number, spread = 1): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(winnerS * (1 + (spread * (index + chance(index))) / count)))

/** A number from 0 to 1 that follows no pattern. */
const chance = (seed: number): number => {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
const twoDigits = (value: number): string => String(value).padStart(2, '0')

const writtenIn = (seconds: number, unit: TimeUnit): number => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  const written: { readonly [U in TimeUnit]: number } = {
    s: seconds,
    cs: Math.round(seconds * 100),
    ms: Math.round(seconds * 1000),
    min: rounded(seconds / 60, 2),
    h: rounded(seconds / 3600, 4),
    d: seconds / 86_400,
    hms: Number(`${hours}${twoDigits(minutes % 60)}${twoDigits(seconds % 60)}`),
    'm.ss': Number(`${minutes}.${twoDigits(seconds % 60)}`),
  }
  return written[unit]
}

const tableOf = (
  name: string,
  times: readonly number[],
  unit: TimeUnit,
  more: (place: number, seconds: number) => { readonly [name: string]: Json } = () => ({}),
): readonly JsonObject[] =>
  times.map((seconds, index) => ({
    place: index + 1,
    bib: 311 + ((index * 37) % 997),
    [name]: writtenIn(seconds, unit),
    ...more(index, seconds),
  }))

/** Cells of a service that writes times below `limit` seconds its own way, and clocks. */
const below =
  (limit: number, write: (seconds: number) => Json) =>
  (seconds: number, other: Json = clockOf(seconds)): Json =>
    seconds < limit ? write(seconds) : other

const runners = (count: number, more: (at: number) => JsonObject): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({ place: at + 1, bib: 50 + ((at * 7) % 31), ...more(at) }))

describe('the unit of a number of time', () => {
  it.each([
    ['min', 8633, 'minutes of a marathon with two decimals'],
    ['h', 8633, 'hours with four decimals'],
    ['d', 8633, 'days of a spreadsheet'],
    ['hms', 8633, 'clocks without colons'],
    ['m.ss', 4319, 'minutes and seconds with a point between them'],
    ['s', 4319, 'seconds'],
    ['ms', 8633, 'whole seconds that end with three zeros'],
  ] as const)('is %s for %s', (unit, winnerS, _title) => {
    expect(guessOf(tableOf('time', field(winnerS, 40), unit), 'time')).toMatchObject({ role: 'result', unit })
  })

  it.each(['42 km', '26.2 mi', 'Maratona', 'Marathon – 42,195 km'])('is told by the distance %s', (distance) => {
    const tenths = field(86_330, 5).map((time) => time / 10)
    for (const unit of ['s', 'ms', 'cs'] as const) {
      const rows = tableOf('time', tenths, unit, () => ({ distance }))
      expect(guessOf(rows, 'time'), unit).toMatchObject({ role: 'result', unit })
    }
  })

  it('is told by the pace, the speed and the clock times beside it', () => {
    const times = field(4_211, 12)
    const km = 21.0975
    const withPace = tableOf('time', times, 'min', (_, seconds) => ({ pace: rounded(seconds / 60 / km, 2) }))
    const withSpeed = tableOf('time', times.slice(0, 5), 'h', (_, s) => ({ speed: rounded((3600 * km) / s, 2) }))
    expect(guessOf(withPace, 'time')).toMatchObject({ role: 'result', unit: 'min' })
    expect(guessOf(withSpeed, 'time')).toMatchObject({ role: 'result', unit: 'h' })
    const withClocks = tableOf('time', field(8633, 4), 'min', (_, seconds) => ({ gun: clockOf(seconds) }))
    expect(guessOf(withClocks, 'time').unit).toBe('min')
  })

  it('is open for one decimal without a length: 58.3 are seconds of a lap or minutes of a long race', () => {
    const rows = runners(20, (at) => ({ time: rounded(58.3 + at * 1.7, 1) }))
    expect(guessOf(rows, 'time')).toMatchObject({ role: null, open: { units: expect.arrayContaining(['s', 'min']) } })
    const measured = rows.map((row) => ({ ...row, distance: '15 km' }))
    expect(guessOf(measured, 'time')).toMatchObject({ role: 'result', unit: 'min' })
  })

  it.each([
    ['times of day of a short race', '10 km', (at: number) => `11:${twoDigits(at * 2)}:15`, null],
    ['hours of a long race', '100 km', (at: number) => `11:${twoDigits(at * 2)}:15`, 'result'],
    ['minutes of a short race', '10 km', (at: number) => `${31 + at}:15`, 'result'],
    ['hours under the number of a race', 7, (at: number) => `${11 + (at >> 2)}:${twoDigits(at * 2)}:15`, 'result'],
    ['hours of an age', '65 M', (at: number) => `3:${twoDigits(at * 2)}:15`, 'result'],
  ] as const)('rejects an impossible result for the course: %s', (_, race, finish, role) => {
    const rows = runners(20, (at) => ({ race, time: finish(at) }))
    expect(guessOf(rows, 'time').role).toBe(role)
  })

  it.each([
    ['', 'time', () => ({})],
    ['', 'time', (at) => ({ gap: `+0:${twoDigits(at)}` })],
    ['h', 'time', () => ({ race: 'Marathon' })],
    ['h', 'time', (at) => ({ 'km/h': rounded((42.2 * 60) / (136 + at), 2) })],
    ['h', 'time', (at) => ({ pace: clockOf(((136 + at) * 60) / 42.195).slice(3) })],
    ['h', 'Time (h:mm)', () => ({})],
    ['m:ss', 'Time (m:ss)', () => ({})],
    ['m:ss', 'time', () => ({ race: '200 m' })],
    ['m:ss', 'time', (at) => ({ took: 136_000 + at * 1_000 })],
    ['m:ss', 'time', (at) => ({ gun: clockOf(136 + at) })],
  ] satisfies [string, string, (at: number) => JsonObject][])(
    'of 2:16 is told, or open: "%s" under %s',
    (said, header, beside) => {
      const { unit, open } = guessOf(
        runners(20, (at) => ({ [header]: `2:${16 + at}`, ...beside(at) })),
        header,
      )
      expect([unit, open?.units]).toEqual([said === 'h' ? said : undefined, said === '' ? ['min', 'h'] : undefined])
      expect(cellTimeMs('2:16', unit)).toBe(unit === 'h' ? 8_160_000 : 136_000)
    },
  )

  it.each([
    ['5k', '10k', 'half', '40k'],
    ['5 km', '10 km', '21.1 km', '40 km'],
    ['3.1M', '6.2M', '13.1M', '24.8M'],
    ['5000m', '10000 m', '21.1km', '40km'],
  ])('is told by the points of the course: %s, %s, %s, %s', (...names) => {
    const km = [5, 10, 21.1, 40]
    for (const unit of ['s', 'ms', 'min', 'h'] as const) {
      const cellAt = (seconds: number, at: number) => writtenIn(Math.round((seconds * (km[at] ?? 1)) / 42.2), unit)
      const rows = tableOf('official', field(8633, 12), unit, (_, seconds) =>
        Object.fromEntries(names.map((name, at) => [name, cellAt(seconds, at)])),
      )
      const guesses = guessesOf(rows)
      for (const name of names) expect(guesses.get(name), `${name} ${unit}`).toMatchObject({ role: 'split', unit })
      expect(guesses.get('official'), unit).toMatchObject({ role: 'result', unit })
    }
  })

  it.each([
    ['seconds with a fraction and minutes', [143.88, 150.35, 158.02], {}, expect.arrayContaining(['s', 'min'])],
    ['hundredths and milliseconds without a distance', field(1_187_431, 30), {}, ['cs', 'ms']],
    ['minutes and clocks with a point', [83.3, 84.15, 91.45], { distance: '21 km' }, ['min', 'm.ss']],
  ])('stays open between %s', (_, times, more, units) => {
    const rows = times.map((time, at) => ({ place: at + 1, name: `Ann ${at}`, ...more, time }))
    const reasons = [{ code: 'unit-open', word: 'result' }]
    expect(guessOf(rows, 'time')).toMatchObject({ role: null, reasons, open: { role: 'result', units } })
  })

  it('is none for speeds and scores', () => {
    const speeds = runners(20, (index) => ({
      '5K': rounded(14.3 - index * 0.2, 1),
      '10K': rounded(14.1 - index * 0.2, 1),
      '15K': rounded(13.9 - index * 0.2, 1),
      time: `1:0${Math.floor(index / 10)}:${twoDigits(10 + (index % 10) * 4)}`,
    }))
    expect(guessedRoles(speeds)).toMatchObject({ '5K': null, '10K': null, '15K': null })
    const scores = Array.from({ length: 20 }, (_, index) => ({
      pos: index + 1,
      'Ash Hill 5M': 200 - index * 2,
      'Vale Run': 200 - index * 3,
      Total: 800 - index * 9,
    }))
    const [, ...others] = guessesOf(scores).values()
    expect(others.filter(({ role, unit }) => unit !== undefined || /split|lap|result/u.test(role ?? ''))).toEqual([])
  })

  it('is none for a number shared by all rows, such as the ID of a team called tid', () => {
    const rows = tableOf('time_gun', field(3_183, 13), 's', () => ({ tid: '5032' }))
    expect(guessOf(rows, 'tid').role).not.toBe('result')
    expect(guessOf(rows, 'time_gun').unit).toBe('s')
  })

  it.each([
    ['d', 'days below an hour', 2_500, 4_000, below(3_600, (seconds) => seconds / 86_400)],
    ['d', 'a few days below an hour', 3_300, 9_000, below(3_600, (seconds) => seconds / 86_400)],
    ['d', 'days above a day', 70_000, 110_000, (seconds) => below(86_400, clockOf)(seconds, seconds / 86_400)],
    ['d', 'days with six decimals', 2_500, 4_000, below(3_600, (seconds) => rounded(seconds / 86_400, 6))],
    ['s', 'seconds below a minute', 40, 95, below(60, (seconds) => seconds + 0.25)],
    ['min', 'minutes below an hour', 2_400, 5_000, below(3_600, (seconds) => rounded(seconds / 60, 3))],
    [null, 'days with four decimals', 2_500, 4_000, below(3_600, (seconds) => rounded(seconds / 86_400, 4))],
    [null, 'dates of a spreadsheet', 2_500, 4_000, below(3_600, (seconds) => 45_291 + seconds / 86_400)],
  ] as const satisfies readonly (readonly [TimeUnit | null, string, number, number, (seconds: number) => Json])[])(
    'among clocks is %s for %s, however the table is sorted',
    (unit, _title, from, to, write) => {
      const rows = field(from, 20, to / from - 1).map((seconds, at) => ({
        place: at + 1,
        name: `Ann ${chance(at)}`,
        time: write(seconds),
      }))
      for (const sorted of [rows, rows.toReversed(), rows.toSorted((a, b) => a.name.localeCompare(b.name))]) {
        const { role, unit: said, open } = guessOf(sorted, 'time')
        expect([role, said ?? open?.units]).toEqual(unit === null ? [null, ['d']] : ['result', unit])
      }
    },
  )

  it('among clocks is never wrong, whatever form the service writes which times in', () => {
    let decided = 0
    const forms = fc.constantFrom<TimeUnit>('d', 's', 'min', 'm.ss', 'hms')
    const sizes = [fc.double({ min: 3.2, max: 11, noNaN: true }), fc.integer({ min: 5, max: 40 })] as const
    const limits = fc.constantFrom(60, 3_600, 'chance')
    expectAllIn(100, forms, ...sizes, limits, fc.boolean(), fc.nat(), (unit, size, count, limit, isSorted, seed) => {
      const rows = field(Math.round(Math.exp(size)), count).map((seconds, at) => {
        const isNumber = limit === 'chance' ? chance(seed + at) < chance(seed) : seconds < Number(limit)
        return { seconds, name: chance(at), time: isNumber ? writtenIn(seconds, unit) : clockOf(seconds) }
      })
      const table = isSorted ? rows : rows.toSorted((a, b) => a.name - b.name)
      const { role, unit: said } = guessOf(
        table.map(({ name, time }) => ({ name: `Ann ${name}`, time })),
        'time',
      )
      if (role === null || said === undefined || !rows.some(({ time }) => typeof time === 'string')) return
      decided += 1
      for (const { seconds, time } of rows) {
        const ms = cellTimeMs(time, said)
        expect(Math.abs((ms ?? Number.NaN) - seconds * 1000), `${time} ${said}`).toBeLessThan(700)
      }
    })
    expect(decided).toBeGreaterThan(5)
  })

  it.each(['CP', 'Control ', 'КП'])('is none for codes of controls, and comes from no card numbers: %s', (word) => {
    for (const courses of [1, 3]) {
      const codes = (at: number) => ({ [`${word}1`]: 31 + (at % courses), [`${word}2`]: 77 + (at % courses) })
      const roles = guessedRoles(tableOf('time', field(1_803, 12), 's', codes))
      expect([roles[`${word}1`], roles[`${word}2`], roles['time']]).toEqual([null, null, 'result'])
    }
    const rows = runners(12, (at) => ({ chip: 7_000 + Math.floor(chance(at) * 2_900), [`${word}1`]: 611 + at * 7 }))
    expect(guessOf(rows, `${word}1`).role).toBeNull()
  })

  it.each([2, 16])('is that of each of %i punches beside their codes, the first and the last as well', (count) => {
    for (const write of [clockOf, (seconds: number) => seconds]) {
      const rows = field(1_803, 9).map((seconds, row) => {
        const cells = Array.from({ length: count }, (_, at): readonly (readonly [string, Json])[] => [
          [`Control${at + 1}`, 31 + at],
          [`Punch${at + 1}`, write(Math.round((seconds * (at + 1)) / (count + 1)) + (row % 3))],
        ])
        return { Place: row + 1, ...Object.fromEntries(cells.flat()), Time: write(seconds) }
      })
      const splits = Object.entries(guessedRoles(rows)).filter(([, role]) => role === 'split' || role === 'lap')
      expect(splits.map(([name]) => name)).toEqual(Array.from({ length: count }, (_, at) => `Punch${at + 1}`))
    }
  })

  it('is never wrong, whatever the distance, pace, unit and other columns', () => {
    const timeRoles: readonly (ColumnRole | null)[] = ['result', 'gunTime', 'chipTime', 'split', 'lap']
    let decided = 0
    const units = fc.constantFrom<TimeUnit>('s', 'ms', 'cs', 'min', 'h')
    const evidence = fc.constantFrom('nothing', 'distance', 'metres', 'points', 'pace')
    expectAllIn(
      200,
      fc.integer({ min: 10, max: 1600 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      units,
      evidence,
      fc.integer({ min: 2, max: 70 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(1, 10, 1000),
      fc.integer({ min: 2, max: 6 }),
      (tenthsKm, ease, unit, beside, count, seed, steps, decimals) => {
        const km = tenthsKm / 10
        const winnerPace = 150 + Math.log10(km) * 25 + ease * 250
        const times = Array.from({ length: count }, (_, index) => {
          const later = (index + chance(seed * 100 + index)) / count
          return Math.round(km * winnerPace * (1 + later * 0.9) * steps) / steps
        })
        const written = (seconds: number): number =>
          unit === 'min' || unit === 'h' || unit === 's'
            ? rounded(
                seconds / { s: 1, min: 60, h: 3600 }[unit],
                unit === 's' ? 3 : unit === 'h' ? decimals + 2 : decimals,
              )
            : writtenIn(seconds, unit)
        const besides: { readonly [what: string]: (seconds: number) => JsonObject } = {
          distance: () => ({ distance: `${km} km` }),
          metres: () => ({ distance_m: Math.round(km * 1000) }),
          pace: (seconds) => ({
            pace: `${Math.floor(seconds / km / 60)}:${twoDigits(Math.floor(seconds / km) % 60)}`,
          }),
          points: (seconds) => ({
            [`${rounded(km / 4, 1)} km`]: written(seconds * 0.24),
            [`${rounded(km / 2, 1)} km`]: written(seconds * 0.49),
          }),
        }
        const rows = times.map((seconds, index) => ({
          place: index + 1,
          time: written(seconds),
          ...besides[beside]?.(seconds),
        }))
        for (const [name, guess] of guessesOf(rows)) {
          if (name === 'place' || name === 'pace' || !timeRoles.includes(guess.role)) continue
          decided += 1
          expect(guess.unit, name).toBe(unit)
        }
      },
    )
    expect(decided).toBeGreaterThan(100)
  })
})
