import { isAgeGroup } from '../cells/ageGroups.ts'
import { isCountryCode } from '../cells/countries.ts'
import { readName } from '../headers/readName.ts'
import { isSexWord } from '../headers/sexWords.ts'
import { statusOfWord } from '../cells/statusWords.ts'
import { kindOfToken, labelForm, splitCell, tokenText, type CellPart, type Pair, type TokenKind } from './cellPairs.ts'

type Seen = {
  readonly pairs: readonly Pair[]
  readonly plain: ReadonlyMap<TokenKind | null, number>
  readonly statuses: number
}

/**
 * How the cells of a column hold two things, by some of its filled cells: nearly all of them must be of one form, but for
 * those that hold the meant thing alone and words such as DNF. `name` of the column decides which thing is meant where
 * either may be. Null: they hold one thing, or the cells do not decide.
 */
export const findPart = (cells: readonly string[], name: string): CellPart | null => {
  const seen = lookAt(cells)
  if (seen === null) return null
  const forms = new Map<string, Pair[]>()
  for (const pair of seen.pairs) {
    const known = forms.get(pair.form)
    if (known === undefined) forms.set(pair.form, [pair])
    else known.push(pair)
  }
  const [best] = [...forms].filter(([form]) => !form.endsWith('()')).sort((a, b) => b[1].length - a[1].length)
  if (best === undefined) return null
  const [form, pairs] = best
  const at = meantOf(form, name)
  const empty = form.includes('(') ? (forms.get(`${form.slice(0, form.indexOf('('))}()`)?.length ?? 0) : 0
  const alone = seen.plain.get(kindAt(form, at)) ?? 0
  const foreign = cells.length - pairs.length - empty - alone - seen.statuses
  const areNearlyAll = foreign * 10 <= pairs.length + empty + foreign || (foreign === 1 && pairs.length >= 4)
  if (!areNearlyAll || pairs.length < (pairs.length + alone + empty) * leastShare(form)) return null
  return isSound(form, pairs, name) ? { form, at } : null
}

const lookAt = (cells: readonly string[]): Seen | null => {
  const pairs: Pair[] = []
  const plain = new Map<TokenKind | null, number>()
  let statuses = 0
  for (const cell of cells) {
    const pair = splitCell(cell)
    if (pair !== null) {
      pairs.push(pair)
      continue
    }
    const text = cell.trim()
    if (!/\d/.test(text) && statusOfWord(text) !== null) statuses += 1
    else {
      const kind = kindOfToken(text)
      plain.set(kind, (plain.get(kind) ?? 0) + 1)
    }
  }
  return pairs.length === 0 ? null : { pairs, plain, statuses }
}

/** Such as "number" and "text" of "number text". */
const kindAt = (form: string, at: 1 | 2): TokenKind => (form.match(/[a-z]+/g)?.[at - 1] ?? 'text') as TokenKind

const meantOf = (form: string, name: string): 1 | 2 => {
  if (form === '(number)time' || form === 'number time' || form === labelForm) return 2
  if (form === 'number text') return isNumbered(name) ? 1 : 2
  const roles = readName(name).claims.map(({ role }): string => role)
  return form === 'number(time)' && roles.some((role) => role === 'result' || role.endsWith('Time')) ? 2 : 1
}

const leastShare = (form: string): number => {
  if (form === 'time remark') return 0
  if (form.startsWith('time')) return 0.05
  if (form === 'text(number)' || form === 'text/number') return 0.1
  return form === 'number text' || form === labelForm ? 0.8 : 0.5
}

const shareOf = (pairs: readonly Pair[], is: (pair: Pair) => boolean): number => pairs.filter(is).length / pairs.length
const distinct = (texts: readonly string[]): number => new Set(texts).size

/** Whether the pairs of a column are what their form says, and not texts that only look like it. */
const isSound = (form: string, pairs: readonly Pair[], name: string): boolean => {
  const firsts = pairs.map(({ first }) => first)
  const seconds = pairs.map(({ second }) => second)
  if (form === 'number/number') return shareOf(pairs, ({ first, second }) => Number(second) >= Number(first)) >= 0.95
  if (form === 'number text') return areNames(seconds) && distinct(firsts) >= pairs.length * 0.95
  if (form === 'number(text)') {
    return areCodes(pairs) || (pairs.length >= 5 && distinct(seconds) <= pairs.length * 0.6)
  }
  if (form === 'number(number)') return pairs.length >= 3
  if (form === labelForm) return pairs.length >= 3 && isNumbered(name) && distinct(firsts) === 1
  if (form === 'text(number)' || form === 'text/number') return areRanked(form, pairs, name)
  if (form !== 'text(text)') return true
  if (pairs.length < 3) return false
  if (shareOf(pairs, ({ second }) => isCountryCode(second)) >= 0.8) return true
  if (isOfTeams(name) || !areNames(firsts)) return false
  return areCodes(pairs) || (pairs.length >= 6 && distinct(seconds) <= pairs.length * 0.7)
}

/** Short marks beside a name: sexes, age groups, countries. */
const areCodes = (pairs: readonly Pair[]): boolean =>
  shareOf(pairs, ({ second }) => isSexWord(second) || isAgeGroup(second) || isCountryCode(second)) >= 0.8

const areNames = (texts: readonly string[]): boolean =>
  texts.length >= 3 &&
  distinct(texts) >= texts.length * 0.9 &&
  texts.filter((text) => /[\p{L}.][ ,]\s?\p{L}/u.test(text)).length >= texts.length * 0.6

/** Ranks within groups: no group has one twice. Second teams of clubs are told apart by their numbers, too, and stay whole. */
const areRanked = (form: string, pairs: readonly Pair[], name: string): boolean => {
  if (isOfTeams(name)) return false
  const areGroups = shareOf(pairs, ({ first }) => isSexWord(first) || isAgeGroup(first)) >= 0.8
  const areApart = distinct(pairs.map(({ first, second }) => `${first} ${second}`)) >= pairs.length * 0.9
  // "M/40" is an age group, and so is "M40/44": ranks begin at 1.
  if (form === 'text/number')
    return pairs.length >= 3 && areGroups && areApart && pairs.some(({ second }) => Number(tokenText(second)) < 6)
  if (areGroups) return true
  const groups = pairs.map(({ first }) => first)
  return pairs.length >= 3 && areApart && (distinct(groups) <= pairs.length * 0.6 || areNames(groups))
}

/** The name says that the column holds bibs or places. */
const isNumbered = (name: string): boolean =>
  readName(name).claims.some(({ role }) => role === 'bib' || role.startsWith('place'))

const teamRoles: ReadonlySet<string> = new Set(['club', 'team', 'city', 'region'])
const isOfTeams = (name: string): boolean => readName(name).claims.some(({ role }) => teamRoles.has(role))
