import { inEnvelope, pathOf, raceStage } from '../support/services/raceService.ts'
import { clock, pick, two } from './table/rows.ts'

/** The bodies every row of the bench uses: 100,000 generated finishers in 300 categories, Cyrillic and Latin, about 25 MB. */

const firstNames = ['Иван', 'Пётр', 'Анна', 'Мария', 'Сергей', 'Ольга', 'John', 'Eva', 'Лев', 'Юлия', 'Marta', 'Oskar']
// Surnames are made of two syllables and an ending: some five thousand, as many as a field of this size has.
const syllables = 'бе ва гу до жи зо ка ле мо ни па ро са ту фе ха ци че шу щег Ber Lin Nov Car'.split(' ')
const middles = 'рез лан с том вин кер лох дун мяк рил пот ждан гор шак ryd sti mel ks'.split(' ')
const lastEnds = ['ов', 'ова', 'ский', 'енко', 'берг', 'son', 'ин', 'ина']
const clubs = ['Динамо', 'Быстрые ноги', 'Trail Club', 'Северный ветер', 'Running Lab', '', 'Марафонец', 'Sisu']
const cities = ['Москва', 'Казань', 'Орёл', 'Riga', 'Пермь', 'Tallinn', 'Йошкар-Ола', 'Томск']

type BenchCategory = { readonly index: number; readonly name: string; readonly body: Buffer }

export const benchCategories = 300
export const benchStage = raceStage
export const nameAt = (index: number): string => `Category ${index}`
export const benchUrl = (origin: string, index: number): string => origin + pathOf(nameAt(index))

const lastName = (bib: number): string => {
  const name = `${pick(syllables, bib * 7 + (bib >> 5))}${pick(middles, bib * 5 + (bib >> 7))}${pick(lastEnds, bib * 3)}`
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}${bib % 17 === 0 ? '-Второв' : ''}`
}

const splitAt = (seconds: number, at: number, points: number): number => Math.round((seconds * (at + 1)) / (points + 1))

const finisher = (bib: number, position: number, points: number): object => {
  const seconds = 3_600 + position * 7 + (bib % 5)
  return {
    number: bib,
    position,
    resultTime: clock(seconds),
    leaderDifference: `+${clock(position * 7)}`,
    isFinished: true,
    isOnStart: true,
    club: pick(clubs, bib * 7),
    city: pick(cities, bib * 11),
    account: {
      firstName: pick(firstNames, bib * 5),
      lastName: lastName(bib),
      age: 18 + (bib % 60),
    },
    gap: `+0:${two(bib % 60)}`,
    ...Object.fromEntries(
      Array.from({ length: points }, (_, at) => [`split${at + 1}`, clock(splitAt(seconds, at, points))]),
    ),
  }
}

/**
 * `rows` finishers spread over `categories` bodies, each an envelope as the results service sends it. `times`: in how many
 * categories each of them is. `points`: times of the course in each row.
 */
export const benchBodies = (
  rows = 100_000,
  categories = benchCategories,
  times = 1,
  points = 0,
): readonly BenchCategory[] => {
  const bodies: BenchCategory[] = []
  let bib = 0
  for (let index = 0; index < categories; index += 1) {
    if (index % (categories / times) === 0) bib = 0
    const count = Math.floor((rows * (index + 1)) / categories) - Math.floor((rows * index) / categories)
    const data = Array.from({ length: count }, (_, position) => finisher((bib += 1), position + 1, points))
    const body = Buffer.from(inEnvelope(data))
    bodies.push({ index, name: nameAt(index), body })
  }
  return bodies
}
