import { describe, expect, it } from 'vitest'
import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import type { PersonCard, PersonSplit, Picture } from '../../../preload/contract/results.ts'
import { countTicks, everyNth, spreadTicks } from '../../../renderer/components/charts/scale.ts'
import { findPerson, type Opened, type PersonFound } from '../../../renderer/features/results/person/findPerson.ts'
import { personText } from '../../../renderer/features/results/person/personText.ts'
import { paceValues, positionTicks, positionValues } from '../../../renderer/features/results/person/splitLines.ts'
import { isToOpen } from '../../../renderer/features/results/useOpenFirst.ts'
import { describePicture, tableOf, withinBin } from '../../../renderer/features/results/pictureBars.ts'
import { formatEdge, formatGap, formatRaceTime } from '../../../renderer/app/stage/raceTime.ts'
import { translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'

startPageTexts()

const split = (changed: Partial<PersonSplit>): PersonSplit => ({
  label: '5 km',
  totalMs: 1_200_000,
  lapMs: 1_200_000,
  place: null,
  rank: 12,
  medianTotalMs: 1_500_000,
  medianLapMs: 1_500_000,
  runners: 41,
  ...changed,
})

it('race times keep their fraction and their sign, and have hours only where there are some', () => {
  const times = [0, 59_000, 3_600_000, 5_072_500, -14_000].map(formatRaceTime)
  expect(times.join(' ')).toBe('0:00 0:59 1:00:00 1:24:32.5 −0:14')
  const gaps = [14_000, -14_000, 0, 3_720_000, 754_000].map(formatGap)
  expect(gaps.join(' ')).toBe('+0:14 −0:14 0:00 +1:02:00 +12:34')
})

it('race times are as short on an axis as its steps allow', () => {
  expect(formatEdge(5_400_000, 300_000)).toBe('1:30')
  expect(formatEdge(1_830_000, 30_000)).toBe('30:30')
  expect(formatEdge(5_430_000, 30_000)).toBe('1:30:30')
})

describe('axes', () => {
  it('count in round steps up to the largest value, in whole numbers', () => {
    expect(countTicks(139)).toEqual([0, 50, 100, 150])
    expect(countTicks(1)).toEqual([0, 1])
    expect(countTicks(0)).toEqual([0, 1])
    expect(countTicks(4865, 5)).toEqual([0, 1000, 2000, 3000, 4000, 5000])
  })

  it('reach around zero as far as values do', () => {
    expect(spreadTicks(-46, 5)).toEqual([-60, -40, -20, 0, 20])
    expect(spreadTicks(-5, 5).includes(0)).toBe(true)
  })

  it('begin places at 1 and reach the last of them', () => {
    for (const most of [2, 3, 9, 41, 362, 26_000]) {
      const ticks = positionTicks([most, null])
      expect(ticks[0]).toBe(1)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.toSorted((a, b) => a - b)).toEqual(ticks)
    }
  })

  it('leave out labels that would run into each other', () => {
    expect(everyNth(40, 280, 52)).toBe(8)
    expect(everyNth(3, 280, 52)).toBe(1)
  })
})

it('splits have a pace against the median only where both are known', () => {
  const [pace, ...unknown] = paceValues([split({}), split({ lapMs: null }), split({ medianLapMs: null })])
  expect(pace).toBeCloseTo(-20)
  expect(unknown).toEqual([null, null])
})

it('splits have the positions of the service where it gives all of them, else those counted by times', () => {
  const said = positionValues([split({ place: 7 }), split({ place: 9 }), split({ totalMs: null, lapMs: null })])
  expect(said).toEqual({ values: [7, 9, null], middle: [null, null, null], isSaid: true })
  const counted = positionValues([split({ place: 7 }), split({ place: null, rank: 11 })])
  expect(counted).toEqual({ values: [12, 11], middle: [21, 21], isSaid: false })
})

const placing = (changed: Partial<PersonCard['placings'][number]>): PersonCard['placings'][number] => ({
  category: '1' as CategoryId,
  index: 4,
  distanceName: '10 km',
  categoryName: 'Overall',
  place: null,
  placeOverall: null,
  placeSex: null,
  placeCategory: null,
  status: 'DNF',
  result: '',
  resultMs: null,
  rows: 60,
  finishers: 55,
  ...changed,
})
const card: PersonCard = {
  row: { category: '1' as CategoryId, index: 4, identity: '1:214', cells: ['Dynamo'], status: 'OK', place: 5 },
  columns: [{ name: 'club', kind: 'text', role: 'club' }],
  distanceName: '10 km',
  categoryName: 'Overall',
  fetchedAt: '2026-05-16T11:02:00.000Z' as Instant,
  rawJson: '{}',
  name: 'Ann Hill',
  bib: '214',
  status: 'OK',
  rule: 'bib-and-name',
  placings: [
    placing({ place: 5, status: 'OK', result: '41:07', resultMs: 2_467_000 }),
    placing({ category: '2' as CategoryId, categoryName: 'Women', rows: 20, finishers: 18 }),
  ],
  splits: [split({ totalMs: 1_200_000 }), split({ label: 'Finish', totalMs: null, lapMs: null, rank: null })],
  gaps: { leader: null, ahead: null, behind: null },
  before: [],
  behind: [],
}

it('the card as text holds every placing and the points that were passed, and says how old it is', () => {
  expect(personText(card, 'Spring race', 'Fetched 14:02', translate)).toBe(
    'Ann Hill, Bib 214\nDynamo\n10 km · Overall: Place 5 of 55, 41:07\n10 km · Women: DNF\n\n' +
      'Splits:\n5 km: 20:00 (12/41)\n\nSpring race. Fetched 14:02',
  )
})

it('the card as text gives a disqualified runner neither a place nor a time', () => {
  const placings = card.placings.map((placing) => ({ ...placing, status: 'DSQ' as const }))
  const text = personText({ ...card, placings }, 'Spring race', 'Fetched 14:02', translate)
  expect(text).toContain('10 km · Overall: DSQ\n')
  expect(text).not.toMatch(/41:07|Place 5/u)
})

describe('the person in the panel after a poll', () => {
  const category = '1' as CategoryId
  const [ann, leo, olga, nina, nobody] = ['214 Ann Hill', '7 Leo Woods', '214 Olga Stone', ' Nina Fields', ' '] as const
  const cardsOf = (runners: readonly string[]): readonly PersonCard[] =>
    runners.map((runner, index) => {
      const [bib = '', ...names] = runner.split(' ')
      const count = runners.slice(0, index + 1).filter((one) => one.startsWith(`${bib} `)).length
      const identity = bib === '' ? `1#${index}` : `${count === 1 ? '1' : `1~${count}`}:${bib}`
      const name = names.join(' ')
      return { ...card, bib, name, rawJson: JSON.stringify({ runner, index }), row: { ...card.row, index, identity } }
    })
  const look = (runners: readonly string[], opened: Opened, last?: PersonFound): Promise<PersonFound> => {
    const cards = cardsOf(runners)
    const matches = ({ bib, name }: PersonCard, words: string): boolean => bib.includes(words) || name.includes(words)
    return findPerson(
      {
        cardAt: (_, index) => Promise.resolve(cards[index] ?? null),
        search: (_, words) => Promise.resolve(cards.filter((one) => matches(one, words)).map(({ row }) => row)),
      },
      opened,
      last,
    )
  }
  const told = (found: PersonFound): readonly unknown[] =>
    found.kind === 'found'
      ? [found.card.name, found.card.row.index]
      : [found.kind, found.before === null ? null : found.before.name]
  const annOpened: Opened = { row: { id: '1/1:214', category, index: 0 }, bib: '214' }

  it('is the opened person, not the one now at that position', async () => {
    const first = await look([ann], annOpened)
    expect(told(first)).toEqual(['Ann Hill', 0])
    expect(told(await look([leo, ann], annOpened, first))).toEqual(['Ann Hill', 1])
    expect(told(await look([leo, ann], annOpened)), 'moved before the first look').toEqual(['Ann Hill', 1])
  })

  it('is gone, under the name shown before, when the row vanished', async () => {
    const first = await look([ann], annOpened)
    const gone = await look([leo], annOpened, first)
    expect(told(gone)).toEqual(['gone', 'Ann Hill'])
    expect(told(await look([], annOpened, gone))).toEqual(['gone', 'Ann Hill'])
    expect(told(await look([leo, ann], annOpened, gone)), 'comes back with the row').toEqual(['Ann Hill', 1])
  })

  it('is distinguished from another with the same bib, and kept when only the name was corrected', async () => {
    const first = await look([ann], annOpened)
    expect(told(await look([olga, ann], annOpened, first))).toEqual(['Ann Hill', 1])
    expect(told(await look([leo, olga], annOpened, first))).toEqual(['Olga Stone', 1])
  })

  it('is found by name where rows have no bib, and never taken for a row without a name', async () => {
    const opened: Opened = { row: { id: '1/1#0', category, index: 0 }, bib: '' }
    const first = await look([nina], opened)
    expect(told(await look([nobody, nina], opened, first))).toEqual(['Nina Fields', 1])
    expect(told(await look([nobody], opened, first))).toEqual(['gone', 'Nina Fields'])
  })
})

it('Enter opens the first row found, the very bib in its place when that comes, and neither once something else was done', () => {
  const entered = { asked: '214 in Men', opening: 3, isOpened: false }
  const opened = { ...entered, isOpened: true }
  const isToOpenFor = (from: typeof entered | null, asked: string, shown: number, first: string, person?: string) =>
    isToOpen(from, asked, shown, '214', { first, shown: person })
  expect(isToOpenFor(entered, '214 in Men', 3, '3214'), 'a part of the bib').toBe(true)
  expect(isToOpenFor(opened, '214 in Men', 3, '214', '3214'), 'the very bib after it').toBe(true)
  expect(isToOpenFor(opened, '214 in Men', 3, '2140', '3214'), 'another part').toBe(false)
  expect(isToOpenFor(opened, '214 in Men', 3, '214', '214'), 'who is shown').toBe(false)
  expect(isToOpenFor(opened, '214 in Men', 4, '214', '3214'), 'somebody else was opened').toBe(false)
  expect(isToOpenFor(entered, '214 in All', 3, '214'), 'another scope or other words').toBe(false)
  expect(isToOpenFor(null, '214 in Men', 3, '214'), 'no Enter').toBe(false)
})

it('a picture is described and told as a table with its open end', () => {
  const picture: Picture = {
    kind: 'times',
    time: 'result',
    stepMs: 60_000,
    bins: [
      { fromMs: 1_800_000, toMs: 1_860_000, count: 3, upTo: 3 },
      { fromMs: 1_860_000, toMs: 1_920_000, count: 6, upTo: 9 },
      { fromMs: 1_920_000, toMs: null, count: 1, upTo: 10 },
    ],
    counted: 10,
    rows: 12,
    withoutTime: 2,
    medianMs: 1_870_000,
    person: { ms: 1_875_000, bin: 1, faster: 5, slower: 4 },
    categories: 1,
    fetchedAt: null,
  }
  expect(describePicture(picture, 'Overall', translate, 'en')).toBe(
    'Finish times in Overall: 10 finishers from 30:00 to 32:00, median 31:10, most between 31:00 and 32:00. ' +
      'Here 31:15: 5 faster, 4 slower.',
  )
  expect(tableOf(picture, translate, 'en').rows.at(-1)).toEqual(['32:00', 'later', '1', '10'])
  expect(withinBin(picture)).toBe(0.25)
})
