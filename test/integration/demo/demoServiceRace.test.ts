import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { closing } from '../../support/atEnd.ts'
import { getResults, startOrFail, type DemoRow, type FetchedCategory } from '../../support/services/demoCalls.ts'

const service = closing(await startOrFail({}))
const categories = await getResults(service)

const secondsOf = (time: string): number => time.split(':').reduce((before, part) => before * 60 + Number(part), 0)
const overallOf = (all: readonly FetchedCategory[]) => all.filter(({ category }) => category === 'Overall')
const allRows: readonly DemoRow[] = categories.flatMap(({ rows }) => rows)
const entries = overallOf(categories).flatMap(({ rows }) => rows)

describe('the generated race', () => {
  test('has 3 distances, 24 categories and 5,000 runners, each with a bib of its own', () => {
    expect(new Set(categories.map(({ distance }) => distance))).toEqual(new Set(['5 km', '10 km', '21.1 km']))
    expect(categories).toHaveLength(24)
    expect(new Set(allRows.map(({ number }) => number)).size).toBe(5000)
    expect(entries).toHaveLength(5000)
    expect(new Set(entries.map(({ number }) => number)).size).toBe(5000)
  })

  test('lists each runner in the overall category, one by sex and one age group', () => {
    const lists = new Map<number, string[]>()
    for (const { category, rows } of categories) {
      for (const { number } of rows) lists.set(number, [...(lists.get(number) ?? []), category])
    }
    const others = [...lists.values()].filter((names) => !/^Overall,(?:Men|Women),[MW]\d[^,]*$/.test(names.join()))
    expect(others).toEqual([])
  })

  test('puts each runner in the right age group', () => {
    for (const { category, rows } of categories.filter(({ category: name }) => /^[MW]\d/.test(name))) {
      const [low = 0, high = 0] = category
        .slice(1)
        .split(/[-+]/)
        .map((text) => Number(text || 99))
      const sex = category.startsWith('M') ? 'M' : 'F'
      const strangers = rows.filter(({ account }) => account.sex !== sex || account.age < low || account.age > high)
      expect(strangers).toEqual([])
    }
  })

  test('gives each runner a birth date that fits the age on the day of the race', () => {
    const ageOf = (birthDate: string): number => {
      const born = new Date(birthDate)
      const birthday = Date.UTC(2026, born.getUTCMonth(), born.getUTCDate())
      return 2026 - born.getUTCFullYear() - (birthday <= Date.UTC(2026, 4, 16) ? 0 : 1)
    }
    expect(allRows.filter(({ account }) => ageOf(account.birthDate) !== account.age)).toEqual([])
  })

  test('ranks each category by result, equal results sharing a place, gaps counted from its own leader', () => {
    for (const { rows } of categories) {
      const placed = rows.filter(({ position }) => position !== null)
      const seconds = placed.map(({ resultTime }) => secondsOf(resultTime))
      const places = new Map(seconds.map((second, index) => [second, index + 1] as const).toReversed())
      expect(placed.map(({ position }) => position)).toEqual(seconds.map((second) => places.get(second)))
      expect(placed.map(({ leaderDifference }) => secondsOf(leaderDifference.slice(1)))).toEqual(
        seconds.map((second) => second - (seconds[0] ?? 0)),
      )
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
      expect(rows.slice(0, placed.length)).toEqual(placed)
    }
    const ties = overallOf(categories).flatMap(({ rows }) =>
      rows.filter((row, index) => row.position !== null && row.position === rows[index - 1]?.position),
    )
    expect(ties.length).toBeGreaterThan(10)
  })

  test('gives a runner the same result in every category', () => {
    const results = new Map(allRows.map(({ number, resultTime }) => [number, resultTime]))
    expect(allRows.filter(({ number, resultTime }) => results.get(number) !== resultTime)).toEqual([])
  })

  test('has splits that add up to the result and end at the overall place', () => {
    const isWrong = ({ laps, resultTime, position }: DemoRow): boolean => {
      const totals = laps.map(({ totalTime }) => secondsOf(totalTime))
      const last = laps.at(-1)
      return (
        laps.some(({ lapTime }, index) => (totals[index] ?? 0) - (totals[index - 1] ?? 0) !== secondsOf(lapTime)) ||
        laps.some(({ lapTime }) => secondsOf(lapTime) <= 0) ||
        last?.totalTime !== resultTime ||
        last.groupRacePosition !== position
      )
    }
    const finishers = entries.filter(({ status, isFinished }) => isFinished && status === undefined)
    expect(finishers.length).toBeGreaterThan(1_000)
    expect(finishers.filter(isWrong)).toEqual([])
  })

  test('has people with every status, and places for finishers only', () => {
    const statuses = entries.map(({ status }) => status)
    for (const status of ['DNF', 'DNS', 'DSQ']) expect(statuses).toContain(status)
    const open = entries.filter(({ status, isFinished }) => status === undefined && !isFinished)
    expect(open.some(({ isOnStart, laps }) => isOnStart && laps.at(-1)?.isOnLap === true)).toBe(true)
    expect(open.some(({ isOnStart, laps }) => !isOnStart && laps.length === 0)).toBe(true)
    const isPlaced = ({ isFinished, status }: DemoRow): boolean => isFinished && status === undefined
    expect(entries.filter((row) => (row.position !== null) !== isPlaced(row))).toEqual([])
  })

  test('has one category without rows', () => {
    expect(categories.filter(({ rows }) => rows.length === 0).map(({ category }) => category)).toEqual(['M70+'])
  })

  test('has bib 214, both alphabets, and names and clubs with special characters', () => {
    const bib214 = entries.find(({ number }) => number === 214)
    expect(bib214?.account).toMatchObject({ firstName: 'Пётр', lastName: 'Иванов' })
    const names = entries.map(({ account }) => `${account.firstName} ${account.lastName}`)
    for (const pattern of [/^[А-ЯЁ]/u, /^[A-Z]/, /ё/, /й/, /и\u0306/, /\S-\S/, /'/, /^.{60,}$/u]) {
      expect(names.some((name) => pattern.test(name))).toBe(true)
    }
    const clubs = new Set(entries.map(({ club }) => club))
    for (const club of ['', '=Динамо', '+7 Бегунов', '-Темп-', '@рассвет']) expect(clubs).toContain(club)
  })
})

describe('the live race', async () => {
  const joinedAtSecond = 15 * 60
  const isGhost = ({ number }: DemoRow): boolean => number > 9_000
  const isFinished = (row: DemoRow): boolean => row.isFinished

  let nowMs = 0
  const live = closing(await startOrFail({ isLive: true, liveSpeed: 60, now: () => nowMs }))
  const atSecond = async (second: number): Promise<readonly FetchedCategory[]> => {
    nowMs = ((second - joinedAtSecond) / 60) * 1000
    return await getResults(live)
  }
  const recalculatedAt = 55 * 60
  const seconds = [joinedAtSecond, 30 * 60, 35 * 60, recalculatedAt - 1, recalculatedAt, 75 * 60, 75 * 60, 36_000]
  const moments: (readonly FetchedCategory[])[] = []
  for (const second of seconds) moments.push(await atSecond(second))
  const at = (second: number): readonly FetchedCategory[] => moments[seconds.indexOf(second)] ?? []

  test('grows with the clock up to the full race, which is the same at every start, with a new entity tag only when rows differ', () => {
    let before = moments[0] ?? []
    const counts = moments.map((current) => {
      const isSame = current.map(({ rows }, index) => isDeepStrictEqual(rows, before[index]?.rows))
      expect(current.map(({ etag }, index) => etag === before[index]?.etag)).toEqual(isSame)
      before = current
      return current.flatMap(({ rows }) => rows.filter(isFinished)).length
    })
    expect(new Set(counts).size).toBeGreaterThan(4)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(before.map(({ etag }) => etag)).toEqual(categories.map(({ etag }) => etag))
    expect(live.stages).toEqual(service.stages)
  })

  test('shows only runners whose finish time has passed as finished', () => {
    const passed = ({ resultTime }: DemoRow): boolean => secondsOf(resultTime) <= 35 * 60
    const bibs = (rows: readonly DemoRow[]): readonly number[] =>
      rows.map(({ number }) => number).toSorted((a, b) => a - b)
    const shown = overallOf(at(35 * 60)).map(({ rows }) => bibs(rows.filter((row) => row.isFinished && !isGhost(row))))
    expect(shown.flat().length).toBeGreaterThan(100)
    expect(shown).toEqual(overallOf(categories).map(({ rows }) => bibs(rows.filter(isFinished).filter(passed))))
  })

  test('is corrected like a real race, with every type of change', () => {
    const seen = new Set<string>()
    let before = moments[0] ?? []
    for (const current of moments.slice(1, -1)) {
      current.forEach(({ category, rows }, index) => {
        const known = new Map((before[index]?.rows ?? []).map((row) => [row.number, row]))
        for (const row of rows) {
          const was = known.get(row.number)
          known.delete(row.number)
          if (was === undefined) seen.add('new')
          if (was === undefined) continue
          if (!was.isFinished && row.isFinished) seen.add('first result')
          else if (was.resultTime !== row.resultTime) seen.add('result')
          if (was.account.firstName !== row.account.firstName) seen.add('name')
          if (was.club !== row.club) seen.add('club')
          if (was.status !== row.status) seen.add(`status ${row.status}`)
        }
        for (const row of known.values()) {
          seen.add(isGhost(row) ? 'vanished' : 'left a group')
          if (!isGhost(row)) expect(category).toMatch(/^[MW]\d/)
        }
      })
      before = current
    }
    const changes = ['club', 'first result', 'left a group', 'name', 'new', 'result', 'vanished']
    expect([...seen].toSorted()).toEqual([...changes, 'status DNF', 'status DNS', 'status DSQ'].toSorted())
  })

  test('recalculates the women of one distance all at once', () => {
    const women = (second: number): ReadonlyMap<number, number> => {
      const found = at(second).find(({ distance, category }) => distance === '10 km' && category === 'Women')
      const finishers = (found?.rows ?? []).filter(isFinished)
      return new Map(finishers.map(({ number, resultTime }) => [number, secondsOf(resultTime)]))
    }
    const before = women(recalculatedAt - 1)
    const after = women(recalculatedAt)
    expect(before.size).toBeGreaterThan(50)
    expect(new Set([...before].map(([bib, result]) => result - (after.get(bib) ?? 0)))).toEqual(new Set([90]))
  })

  test('keeps what it has shown when the clock is set back', async () => {
    expect(await atSecond(0)).toEqual(moments.at(-1))
  })
})
