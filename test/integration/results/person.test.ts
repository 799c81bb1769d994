import { afterAll, describe, expect, it } from 'vitest'
import type { PersonCard, Picture } from '../../../preload/contract/results.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

const firstNames = ['Anna', 'Peter', 'Maria', 'Leo', 'Olga', 'Ivan', 'Nina', 'Paul']
const lastNames = ['Hill', 'Stone', 'Rivers', 'Fields', 'Woods']

/** A name of its own for each of the first 40. */
const nameAt = (at: number): string => `${firstNames[at % 8]} ${lastNames[Math.floor(at / 8)]}`

type Runner = { readonly bib: number; readonly name: string; readonly seconds: number | null }

const runners: readonly Runner[] = Array.from({ length: 40 }, (_, at) => ({
  bib: 201 + at,
  name: nameAt(at),
  seconds: at === 39 ? null : 2400 + at * 20,
}))

/** As services send them: places of the category, a result, and two points on the way. */
const rowsOf = (field: readonly Runner[]): readonly object[] =>
  field.map(({ bib, name, seconds }, at) => ({
    position: seconds === null ? null : at + 1,
    number: bib,
    fullName: name,
    club: 'Dynamo',
    resultTime: seconds === null ? '' : clock(seconds),
    ...(seconds === null ? { status: 'DNF' } : {}),
    laps:
      seconds === null
        ? []
        : [0.4, 1].map((share, point) => ({
            lapNumber: point + 1,
            name: point === 0 ? '4 km' : 'Finish',
            totalTime: clock(Math.round(seconds * share)),
            lapTime: clock(point === 0 ? Math.round(seconds * 0.4) : seconds - Math.round(seconds * 0.4)),
            position: at + 1,
          })),
  }))

const cardOf = async ({ open, idOf }: TakenRows, category: string, index: number): Promise<PersonCard> =>
  open.call('results:person', { category: idOf(category), index })

describe('a person', () => {
  it('is found in every category of the stage by bib and name, with the place each of them gives', async () => {
    const rows = await takeRows(cores, {
      Overall: rowsOf(runners),
      Men: rowsOf(runners.filter((_, at) => at % 2 === 0)),
      'M40-49': rowsOf(runners.filter((_, at) => at % 10 === 4)),
    })
    const card = await cardOf(rows, 'Overall', 14)
    expect(card.rule).toBe('bib-and-name')
    expect(card.name).toBe(nameAt(14))
    expect(card.placings.map(({ categoryName, place, index }) => [categoryName, place, index])).toEqual([
      ['Overall', 15, 14],
      ['Men', 8, 7],
      ['M40-49', 2, 1],
    ])
    expect(card.placings[0]).toMatchObject({ result: '0:44:40', resultMs: 2_680_000, rows: 40, finishers: 39 })
    const [, , group] = card.placings
    const again = await cardOf(rows, 'M40-49', group?.index ?? 0)
    expect(again.placings).toEqual(card.placings)
  })

  it('is the same person under another bib only by the service’s ID', async () => {
    const withId = (bib: number) =>
      rowsOf(runners.slice(0, 12)).map((row, at) => ({ ...row, participantId: 70_001 + at, number: bib + at }))
    const known = await takeRows(cores, { Overall: withId(5), Women: withId(905) })
    const card = await cardOf(known, 'Women', 3)
    expect(card.rule).toBe('id')
    expect(card.placings.map(({ categoryName, index }) => [categoryName, index])).toEqual([
      ['Overall', 3],
      ['Women', 3],
    ])
  })

  it('is not matched by ID with a category that counts its IDs anew', async () => {
    const withIds = (field: readonly Runner[], step: number) =>
      rowsOf(field).map((row, at) => ({ participantId: 1 + at * step, ...row }))
    const men = runners.filter((_, at) => at % 2 === 0)
    const women = runners.filter((_, at) => at % 2 === 1)
    // Without gaps they are not IDs; with gaps the name and the bib must agree.
    for (const step of [1, 7]) {
      const rows = await takeRows(cores, { Men: withIds(men, step), Women: withIds(women, step) })
      const card = await cardOf(rows, 'Men', 3)
      expect([card.rule, ...card.placings.map(({ categoryName }) => categoryName)]).toEqual([
        step === 1 ? 'bib-and-name' : 'id',
        'Men',
      ])
    }
  })

  it('is matched by name only with a remark; a row without a name stands alone', async () => {
    const rows = await takeRows(cores, {
      Overall: [
        { position: 1, fullName: 'Ann Hill', resultTime: '0:40:00' },
        { position: 2, fullName: '', resultTime: '0:41:00' },
      ],
      Women: [{ position: 1, fullName: 'ANN  HILL', resultTime: '0:40:00' }],
    })
    const card = await cardOf(rows, 'Overall', 0)
    expect(card.rule).toBe('name')
    expect(card.placings.map(({ categoryName }) => categoryName)).toEqual(['Overall', 'Women'])
    const nobody = await cardOf(rows, 'Overall', 1)
    expect(nobody.rule).toBeNull()
    expect(nobody.placings).toHaveLength(1)
  })

  it('stands between those before and behind in the order of places, with gaps by results as received', async () => {
    const shuffled = rowsOf(runners).toReversed()
    const rows = await takeRows(cores, { Overall: shuffled })
    const card = await cardOf(rows, 'Overall', shuffled.length - 1 - 14)
    expect(card.before.map(({ place, name }) => [place, name])).toEqual([
      [13, nameAt(12)],
      [14, nameAt(13)],
    ])
    expect(card.behind.map(({ place }) => place)).toEqual([16, 17])
    expect(card.gaps.leader).toMatchObject({ name: nameAt(0), ms: 280_000 })
    expect(card.gaps.ahead).toMatchObject({ place: 14, ms: 20_000 })
    expect(card.gaps.behind).toMatchObject({ place: 16, ms: -20_000 })
  })

  it('has no one ahead in first place, and no adjacent rows without a place', async () => {
    const rows = await takeRows(cores, { Overall: rowsOf(runners) })
    const first = await cardOf(rows, 'Overall', 0)
    expect(first.gaps).toMatchObject({ leader: null, ahead: null })
    expect(first.before).toEqual([])
    const last = await cardOf(rows, 'Overall', 39)
    expect(last.status).toBe('DNF')
    expect([...last.before, ...last.behind]).toEqual([])
    expect(last.gaps).toEqual({ leader: null, ahead: null, behind: null })
  })

  it('has the points of the course beside the category’s medians', async () => {
    const rows = await takeRows(cores, { Overall: rowsOf(runners) })
    const { splits } = await cardOf(rows, 'Overall', 9)
    expect(splits.map(({ label, rank, runners: count }) => [label, rank, count])).toEqual([
      ['4 km', 10, 39],
      ['Finish', 10, 39],
    ])
    expect(splits.map(({ totalMs }) => totalMs)).toEqual([1_032_000, 2_580_000])
    // The middle one of 39 finishers is the twentieth.
    expect(splits.map(({ medianTotalMs }) => medianTotalMs)).toEqual([1_112_000, 2_780_000])
    expect((await cardOf(rows, 'Overall', 39)).splits).toEqual([])
  })

  it('is read again once another body has come', async () => {
    const rows = await takeRows(cores, { Overall: rowsOf(runners), Men: rowsOf(runners.slice(0, 10)) })
    await cardOf(rows, 'Overall', 0)
    await rows.retake('Men', rowsOf(runners.slice(0, 5)))
    expect((await cardOf(rows, 'Overall', 7)).placings).toHaveLength(1)
    expect((await cardOf(rows, 'Overall', 2)).placings).toHaveLength(2)
  })
})

describe('a picture', () => {
  const pictureOf = ({ open, stage }: TakenRows, input: object = {}): Promise<Picture> =>
    open.call('results:picture', { stage, kind: 'times', ...input })

  it('counts each person of a distance once, also in several categories', async () => {
    const rows = await takeRows(cores, {
      Overall: rowsOf(runners),
      Men: rowsOf(runners.filter((_, at) => at % 2 === 0)),
    })
    const picture = await pictureOf(rows)
    expect(picture).toMatchObject({ counted: 39, withoutTime: 1, rows: 60, categories: 2, time: 'result' })
    expect(picture.bins.reduce((sum, { count }) => sum + count, 0)).toBe(39)
    const men = await pictureOf(rows, { categories: [rows.idOf('Men')] })
    expect(men.counted).toBe(20)
  })

  it('places a person among them', async () => {
    const rows = await takeRows(cores, { Overall: rowsOf(runners) })
    const { person, bins } = await pictureOf(rows, { person: { category: rows.idOf('Overall'), index: 9 } })
    expect(person).toMatchObject({ ms: 2_580_000, faster: 9, slower: 29 })
    const bin = bins[person?.bin ?? -1]
    expect(bin?.fromMs).toBeLessThanOrEqual(2_580_000)
    expect(bin?.toMs).toBeGreaterThan(2_580_000)
    const none = await pictureOf(rows, { person: { category: rows.idOf('Overall'), index: 39 } })
    expect(none.person).toBeNull()
  })

  it('of arrivals goes by the gun where the body has it', async () => {
    const rows = await takeRows(cores, {
      Overall: runners.slice(0, 20).map(({ bib, name, seconds }, at) => ({
        position: at + 1,
        number: bib,
        fullName: name,
        chipTime: clock(seconds ?? 0),
        gunTime: clock((seconds ?? 0) + 600),
      })),
    })
    const arrivals = await pictureOf(rows, { kind: 'arrivals' })
    expect(arrivals.time).toBe('gunTime')
    expect(arrivals.bins[0]?.fromMs).toBeGreaterThanOrEqual(2_940_000)
    expect((await pictureOf(rows)).time).toBe('chipTime')
  })

  it('is empty for a stage never downloaded, and not found for an unknown one', async () => {
    const rows = await takeRows(cores, { Overall: rowsOf(runners) })
    expect(await pictureOf(rows, { distance: 'no-such' })).toMatchObject({ bins: [], counted: 0, fetchedAt: null })
    const unknown = await rows.open.ask('results:picture', {
      stage: '00000000-0000-4000-8000-00000000dead',
      kind: 'times',
    })
    expect(unknown).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })
})
