import type { Facts } from './rowFacts.ts'

/**
 * How much speaks for two rows being the same finisher, apart from bib and name: +2 the same result or date of birth,
 * +1 the same year of birth or age, +1 the same club or city; less for what contradicts it, most for the other sex.
 */
export const evidenceFor = (early: Facts, earlier: number, late: Facts, later: number): number =>
  ofResults(early, earlier, late, later) + ofPersons(early, earlier, late, later)

const ofResults = (early: Facts, earlier: number, late: Facts, later: number): number => {
  const was = early.result(earlier)
  const is = late.result(later)
  if (was === null || is === null) return 0
  const isSame = was.ms === null || is.ms === null ? was.text === is.text : was.ms === is.ms
  return isSame ? 2 : -1
}

const ofPersons = (early: Facts, earlier: number, late: Facts, later: number): number => {
  const was = early.rowAt(earlier)
  const is = late.rowAt(later)
  const readers = [early.side.reader, late.side.reader] as const
  const [sexBefore, sexAfter] = [readers[0].sex(was), readers[1].sex(is)]
  const sex = sexBefore !== null && sexAfter !== null && sexBefore !== sexAfter ? -3 : 0
  const isSameText = (role: 'club' | 'city'): boolean => {
    const text = readers[0].text(was, role)
    return text !== '' && text === readers[1].text(is, role)
  }
  return sex + ofAges(early, earlier, late, later) + (isSameText('club') || isSameText('city') ? 1 : 0)
}

const ofAges = (early: Facts, earlier: number, late: Facts, later: number): number => {
  const was = early.rowAt(earlier)
  const is = late.rowAt(later)
  const readers = [early.side.reader, late.side.reader] as const
  const [born, bornNow] = [readers[0].text(was, 'birthDate'), readers[1].text(is, 'birthDate')]
  if (born !== '' && bornNow !== '') return born === bornNow ? 2 : -2
  const [year, yearNow] = [readers[0].birthYear(was), readers[1].birthYear(is)]
  if (year !== null && yearNow !== null) return year === yearNow ? 1 : -1
  const [age, ageNow] = [readers[0].age(was), readers[1].age(is)]
  if (age === null || ageNow === null || Math.abs(age - ageNow) === 1) return 0
  return age === ageNow ? 1 : -1
}

/** 1 when a word of three letters and more stayed: a first name outlives a wedding. */
export const nameLikeness = (was: string, is: string): number => {
  const words = new Set(was.split(' '))
  return is.split(' ').some((word) => word.length >= 3 && words.has(word)) ? 1 : 0
}
