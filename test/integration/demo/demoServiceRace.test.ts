import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoService } from '../../../main/demo/demoService.ts'
import { getResults, startOrFail, type DemoRow, type FetchedCategory } from '../../support/services/demoCalls.ts'

let service: DemoService
let categories: readonly FetchedCategory[]

beforeAll(async () => {
  service = await startOrFail({})
  categories = await getResults(service)
})

afterAll(() => service.close())

const secondsOf = (time: string): number => time.split(':').reduce((before, part) => before * 60 + Number(part), 0)
const overall = (): readonly FetchedCategory[] => categories.filter(({ category }) => category === 'Overall')
const allRows = (): readonly DemoRow[] => categories.flatMap(({ rows }) => rows)

describe('the generated race', () => {
  test('has 3 distances, 24 categories and 5,000 runners, each with a bib of its own', () => {
    expect(new Set(categories.map(({ distance }) => distance))).toEqual(new Set(['5 km', '10 km', '21.1 km']))
    expect(categories).toHaveLength(24)
    expect(new Set(allRows().map(({ number }) => number)).size).toBe(5000)
    const entries = overall().flatMap(({ rows }) => rows)
    expect(entries).toHaveLength(5000)
    expect(new Set(entries.map(({ number }) => number)).size).toBe(5000)
  })

  test('lists each runner in the overall category, one by sex and one age group', () => {
    const lists = new Map<number, string[]>()
    for (const { category, rows } of categories) {
      for (const { number } of rows) lists.set(number, [...(lists.get(number) ?? []), category])
    }
    for (const names of lists.values()) {
      expect(names).toEqual(['Overall', expect.stringMatching(/^(?:Men|Women)$/), expect.stringMatching(/^[MW]\d/)])
    }
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
    for (const { rows } of categories) {
      for (const { account } of rows) {
        const born = new Date(account.birthDate)
        const birthday = Date.UTC(2026, born.getUTCMonth(), born.getUTCDate())
        const isBefore = birthday <= Date.UTC(2026, 4, 16)
        expect(2026 - born.getUTCFullYear() - (isBefore ? 0 : 1)).toBe(account.age)
      }
    }
  })

  test('ranks each category by result, equal results sharing a place, gaps counted from its own leader', () => {
    for (const { rows } of categories) {
      const placed = rows.filter(({ position }) => position !== null)
      const seconds = placed.map(({ resultTime }) => secondsOf(resultTime))
      placed.forEach((row, index) => {
        expect(row.position).toBe(seconds.indexOf(seconds[index] ?? -1) + 1)
        expect(secondsOf(row.leaderDifference.slice(1))).toBe((seconds[index] ?? 0) - (seconds[0] ?? 0))
      })
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
      expect(rows.slice(0, placed.length)).toEqual(placed)
    }
    const ties = overall().flatMap(({ rows }) =>
      rows.filter((row, index) => row.position !== null && row.position === rows[index - 1]?.position),
    )
    expect(ties.length).toBeGreaterThan(10)
  })

  test('gives a runner the same result in every category', () => {
    const results = new Map<number, string>()
    for (const { number, resultTime } of allRows()) {
      expect(results.get(number) ?? resultTime).toBe(resultTime)
      results.set(number, resultTime)
    }
  })

  test('has splits that add up to the result and end at the overall place', () => {
    for (const { rows } of overall()) {
      for (const { laps, resultTime, position } of rows.filter(
        ({ status, isFinished }) => isFinished && status === undefined,
      )) {
        const totals = laps.map(({ totalTime }) => secondsOf(totalTime))
        const lapSeconds = laps.map(({ lapTime }) => secondsOf(lapTime))
        totals.forEach((total, index) => expect(total - (totals[index - 1] ?? 0)).toBe(lapSeconds[index]))
        expect(Math.min(...lapSeconds)).toBeGreaterThan(0)
        expect(laps.at(-1)).toMatchObject({ totalTime: resultTime, groupRacePosition: position })
      }
    }
  })

  test('has people with every status, and places for finishers only', () => {
    const entries = overall().flatMap(({ rows }) => rows)
    const statuses = entries.map(({ status }) => status)
    for (const status of ['DNF', 'DNS', 'DSQ']) expect(statuses).toContain(status)
    const open = entries.filter(({ status, isFinished }) => status === undefined && !isFinished)
    expect(open.some(({ isOnStart, laps }) => isOnStart && laps.at(-1)?.isOnLap === true)).toBe(true)
    expect(open.some(({ isOnStart, laps }) => !isOnStart && laps.length === 0)).toBe(true)
    for (const row of entries) expect(row.position !== null).toBe(row.isFinished && row.status === undefined)
  })

  test('has one category without rows', () => {
    expect(categories.filter(({ rows }) => rows.length === 0).map(({ category }) => category)).toEqual(['M70+'])
  })

  test('has bib 214, both alphabets, and names and clubs with special characters', () => {
    const entries = overall().flatMap(({ rows }) => rows)
    expect(entries.find(({ number }) => number === 214)?.account).toMatchObject({
      firstName: 'Пётр',
      lastName: 'Иванов',
    })
    const names = entries.map(({ account }) => `${account.firstName} ${account.lastName}`)
    for (const pattern of [/^[А-ЯЁ]/u, /^[A-Z]/, /ё/, /й/, /и\u0306/, /\S-\S/, /'/, /^.{60,}$/u]) {
      expect(names.some((name) => pattern.test(name))).toBe(true)
    }
    const clubs = new Set(entries.map(({ club }) => club))
    for (const club of ['', '=Динамо', '+7 Бегунов', '-Темп-', '@рассвет']) expect(clubs).toContain(club)
  })

  test('is the same at every start', async () => {
    const other = await startOrFail({})
    expect(other.stages).toEqual(service.stages)
    const again = await getResults(other)
    expect(again.map(({ etag }) => etag)).toEqual(categories.map(({ etag }) => etag))
    await other.close()
  })

  test('has GUIDs of version 4', () => {
    const guids = [
      service.stages[0]?.guid,
      ...service.races,
      ...service.orders,
      ...categories.flatMap(({ link }) => link.split('/').slice(-2)),
    ]
    for (const guid of guids)
      expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('the live race', () => {
  const joinedAtSecond = 15 * 60
  const isGhost = ({ number }: DemoRow): boolean => number > 9_000

  test('grows with the clock up to the full race, with a new entity tag only when rows differ', async () => {
    let nowMs = 1_000_000
    const live = await startOrFail({ isLive: true, liveSpeed: 1, now: () => nowMs })
    const counts: number[] = []
    let before = await getResults(live)
    for (const minute of [0, 10, 25, 25, 60, 600]) {
      nowMs = 1_000_000 + minute * 60_000
      const current = await getResults(live)
      current.forEach(({ rows, etag }, index) => {
        const earlier = before[index]
        expect(etag === earlier?.etag).toBe(JSON.stringify(rows) === JSON.stringify(earlier?.rows))
      })
      counts.push(current.flatMap(({ rows }) => rows.filter(({ isFinished }) => isFinished)).length)
      before = current
    }
    expect(new Set(counts).size).toBe(5)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(before.map(({ etag }) => etag)).toEqual(categories.map(({ etag }) => etag))
    await live.close()
  })

  test('shows only runners whose finish time has passed as finished', async () => {
    let nowMs = 0
    const live = await startOrFail({ isLive: true, liveSpeed: 60, now: () => nowMs })
    nowMs = 20_000
    // The race is joined at 15:00, and 20 s at 60 times the speed are 20 minutes of it.
    const passed = ({ isFinished, resultTime }: DemoRow): boolean => isFinished && secondsOf(resultTime) <= 35 * 60
    const bibs = (rows: readonly DemoRow[]): readonly number[] =>
      rows.map(({ number }) => number).toSorted((a, b) => a - b)
    const overallOf = (all: readonly FetchedCategory[]) => all.filter(({ category }) => category === 'Overall')
    const shown = overallOf(await getResults(live)).map(({ rows }) =>
      bibs(rows.filter((row) => row.isFinished && !isGhost(row))),
    )
    expect(shown.flat().length).toBeGreaterThan(100)
    expect(shown).toEqual(overallOf(categories).map(({ rows }) => bibs(rows.filter(passed))))
    await live.close()
  })

  test('is corrected like a real race, with every type of change', async () => {
    let nowMs = 0
    const live = await startOrFail({ isLive: true, liveSpeed: 60, now: () => nowMs })
    const at = async (second: number): Promise<readonly FetchedCategory[]> => {
      nowMs = ((second - joinedAtSecond) / 60) * 1000
      return await getResults(live)
    }
    const seen = new Set<string>()
    let before = await at(joinedAtSecond)
    for (let second = joinedAtSecond + 60; second <= 75 * 60; second += 120) {
      const current = await at(second)
      current.forEach(({ category, rows }, index) => {
        const known = new Map((before[index]?.rows ?? []).map((row) => [row.number, row]))
        const now = new Set(rows.map(({ number }) => number))
        for (const row of rows) {
          const was = known.get(row.number)
          if (was === undefined) seen.add('new')
          else if (!was.isFinished && row.isFinished) seen.add('first result')
          else if (was.resultTime !== row.resultTime) seen.add('result')
          if (was !== undefined && was.account.firstName !== row.account.firstName) seen.add('name')
          if (was !== undefined && was.club !== row.club) seen.add('club')
          if (was !== undefined && was.status !== row.status) seen.add(`status ${row.status}`)
        }
        for (const row of known.values()) {
          if (now.has(row.number)) continue
          seen.add(isGhost(row) ? 'vanished' : 'left a group')
          if (!isGhost(row)) expect(category).toMatch(/^[MW]\d/)
        }
      })
      before = current
    }
    expect([...seen].toSorted()).toEqual(
      [
        'club',
        'first result',
        'left a group',
        'name',
        'new',
        'result',
        'status DNF',
        'status DNS',
        'status DSQ',
        'vanished',
      ].toSorted(),
    )
    await live.close()
  })

  test('recalculates the women of one distance all at once', async () => {
    let nowMs = 0
    const live = await startOrFail({ isLive: true, liveSpeed: 60, now: () => nowMs })
    const women = async (second: number): Promise<ReadonlyMap<number, DemoRow>> => {
      nowMs = ((second - joinedAtSecond) / 60) * 1000
      const found = (await getResults(live)).find(
        ({ distance, category }) => distance === '10 km' && category === 'Women',
      )
      return new Map((found?.rows ?? []).filter(({ isFinished }) => isFinished).map((row) => [row.number, row]))
    }
    const before = await women(55 * 60 - 1)
    const after = await women(55 * 60)
    expect(before.size).toBeGreaterThan(50)
    for (const [bib, { resultTime }] of before) {
      expect(secondsOf(resultTime) - secondsOf(after.get(bib)?.resultTime ?? '0')).toBe(90)
    }
    await live.close()
  })

  test('keeps what it has shown when the clock is set back', async () => {
    let nowMs = 0
    const live = await startOrFail({ isLive: true, liveSpeed: 60, now: () => nowMs })
    nowMs = 40_000
    const late = await getResults(live)
    nowMs = -5_000_000
    expect(await getResults(live)).toEqual(late)
    await live.close()
  })
})
