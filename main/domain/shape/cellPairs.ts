import type { Cell } from '../../../preload/contract.ts'
import { isAgeGroup } from '../roles/ageGroups.ts'
import { isCountryCode } from '../roles/countries.ts'
import { readName } from '../roles/readName.ts'
import { isSexWord } from '../roles/sexWords.ts'
import { isPaceShaped } from '../roles/valueShapes.ts'
import { statusOfWord } from '../statusWords.ts'
import { cellTimeMs } from '../times.ts'

/**
 * One of the two things in each cell of a column, such as the time or the place of "75:40(4)". `form` says what stands
 * where, as of `splitCell`; `at` is the thing that is meant. `isRest`: the column has that thing alone for its cells;
 * otherwise its cells stay whole, and only their meaning is read from that thing.
 */
export type CellPart = { readonly form: string; readonly at: 1 | 2; readonly isRest?: true }

type Kind = 'time' | 'number' | 'pace' | 'text' | 'empty'
type Pair = { readonly form: string; readonly first: string; readonly second: string }

const ordinal = /^[#№=]?\s?(\d{1,7}(?:[.,]\d{1,9})?)(?:[.)º°ª]|st|nd|rd|th|er|re|e|[eè]me|-?[йя])?$/i
const lettered = /^["'*]?\p{L}/u

const kindOfToken = (token: string): Kind | null => {
  if (token === '') return 'empty'
  if (ordinal.test(token)) return 'number'
  if (/[:h'’′ч]/.test(token) && cellTimeMs(token, undefined) !== null) return 'time'
  if (isPaceShaped(token)) return 'pace'
  return token.length <= 60 && lettered.test(token) ? 'text' : null
}

const maybePair = /[)\]/\\|+*!]|\d\s|\s\d|^[#№([]/
const bracketsBehind = /^([^()[\]]*[^()[\]\s])\s*[([]\s*([^()[\]]*?)\s*[)\]]$/
const bracketsBefore = /^[([]\s*(\d{1,5})[.)]?\s*[)\]]\s*([^()[\]]+)$/
const slashed = /^([^/\\|]*[^/\\|\s])\s*[/\\|]\s*([^/\\|\s][^/\\|]*)$/
const counted = /^(\d{1,6})\.?\s+(?:of|out of|из|von|sur|de|di|z|ze|av|af|van)\s+(\d{1,6})$/i
const plus = /^([^+]*\d)\s*(\+\s?\d\S*)$/
const numbered = /^(?:[#№]|no\.?\s|nr\.?\s)?\s?(\d{1,6})[.):,]?\s+(.+)$/i
const labelled = /^(\p{L}[\p{L} .]*?)[\s:.#№]+(\d{1,6})$/u
/** The same words in every cell, and a number: "Bib number 6". */
const labelForm = 'label number'
const spaced = /^(\S.*?)\s+(\S+)$/
const remark = /^(?:\*{1,3}|\p{L}{1,3}!?)$/u
/** Behind a time of day they change its meaning. */
const halfDay = /^[ap]\.?m\.?$/i

/** Forms in which brackets or a slash may stand. */
const bracketed: ReadonlySet<string> = new Set([
  'time(number)',
  'time(time)',
  'time(pace)',
  'time(text)',
  'number(number)',
  'number(text)',
  'number(time)',
  'text(number)',
  'text(text)',
])
const bySlash: ReadonlySet<string> = new Set(['number/number', 'time/number', 'time/time', 'time/pace', 'text/number'])

/** A quick look at a cell; most cells that hold one thing only fail it. */
export const mayHoldTwo = (cell: string): boolean => maybePair.test(cell)

/** The two things in a cell, and how they stand there; null for a cell that holds one. */
const splitCell = (cell: string): Pair | null => {
  const text = cell.trim()
  if (text.length < 3 || text.length > 90 || !maybePair.test(text)) return null
  return inBrackets(text) ?? aroundSlash(text) ?? withPlus(text) ?? withSpace(text)
}

const inBrackets = (text: string): Pair | null => {
  const behind = bracketsBehind.exec(text)
  if (behind !== null) {
    const [, first = '', second = ''] = behind
    const [a, b] = [kindOfToken(first), kindOfToken(second)]
    if (a === null || b === null || (b === 'text' && statusOfWord(second) !== null)) return null
    if (b === 'empty') return a === 'pace' || a === 'empty' ? null : { form: `${a}()`, first, second }
    return bracketed.has(`${a}(${b})`) ? { form: `${a}(${b})`, first, second } : null
  }
  const [, first, second = ''] = bracketsBefore.exec(text) ?? []
  return first !== undefined && kindOfToken(second) === 'time' ? { form: '(number)time', first, second } : null
}

const aroundSlash = (text: string): Pair | null => {
  const [, place, of = ''] = counted.exec(text) ?? []
  if (place !== undefined) return { form: 'number/number', first: place, second: of }
  const [, first, second = ''] = slashed.exec(text) ?? []
  if (first === undefined) return null
  const form = `${kindOfToken(first)}/${kindOfToken(second)}`
  return bySlash.has(form) ? { form, first, second } : null
}

const withPlus = (text: string): Pair | null => {
  const [, first, second = ''] = plus.exec(text) ?? []
  if (first === undefined || kindOfToken(first) !== 'time' || cellTimeMs(second, undefined) === null) return null
  return { form: 'time+time', first, second }
}

const withSpace = (text: string): Pair | null => {
  // A time with its unit is one thing.
  if (kindOfToken(text) === 'time') return null
  const [, first = '', second = ''] = spaced.exec(text) ?? /^(.*\d)(\*{1,3})$/.exec(text) ?? []
  if (kindOfToken(first) === 'time') {
    if (/^\d{1,5}[.)]?$/.test(second)) return { form: 'time number', first, second }
    if (second.includes(':') && kindOfToken(second) === 'time') return { form: 'time time', first, second }
    const isRemark = remark.test(second) && !halfDay.test(second) && statusOfWord(second) === null
    return isRemark ? { form: 'time remark', first, second } : null
  }
  const [, number, rest = ''] = numbered.exec(text) ?? []
  if (number === undefined) {
    const [, label, behind = ''] = labelled.exec(text) ?? []
    return label === undefined ? null : { form: labelForm, first: label, second: behind }
  }
  // Without a mark behind it the number may count days.
  if (kindOfToken(rest) === 'time')
    return /^\d+[.)]/.test(text) ? { form: 'number time', first: number, second: rest } : null
  return lettered.test(rest) ? { form: 'number text', first: number, second: rest } : null
}

const tokenText = (token: string): string => ordinal.exec(token)?.[1] ?? token

/** The part of one cell; null for a cell of another form, which holds it nowhere. */
const partOf = (cell: string, { form, at }: CellPart): string | null => {
  const pair = splitCell(cell)
  if (pair === null) return null
  const isEmpty = pair.form.endsWith('()') && form.startsWith(pair.form.slice(0, -1))
  if (pair.form !== form && !isEmpty) return null
  return tokenText(at === 1 ? pair.first : pair.second)
}

/** Words that are the same in every cell are worth no column. */
export const hasRest = ({ form }: CellPart): boolean => form !== labelForm

/** A cell as the column means it: its part, or the whole cell when it is of another form and not only the rest is wanted. */
export const readPart = (cell: Cell | undefined, part: CellPart): Cell | undefined => {
  const said = typeof cell === 'string' ? partOf(cell, part) : null
  if (part.isRest === true) return said === null || said === '' ? undefined : said
  return said ?? cell
}

/** Cells looked at that must hold some pair before the others are looked at. */
const fewLooks = 16

type Seen = {
  readonly pairs: readonly Pair[]
  readonly plain: ReadonlyMap<Kind | null, number>
  readonly statuses: number
}

/**
 * How the cells of a column hold two things, by some of its filled cells: nearly all of them must be of one form, but for
 * those that hold the meant thing alone and words such as DNF. `name` of the column decides which thing is meant where
 * either may be. Null: they hold one thing, or nobody can tell.
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
  const plain = new Map<Kind | null, number>()
  let statuses = 0
  for (const [at, cell] of cells.entries()) {
    const pair = splitCell(cell)
    if (pair !== null) {
      pairs.push(pair)
      continue
    }
    if (at >= fewLooks && pairs.length === 0) return null
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
const kindAt = (form: string, at: 1 | 2): Kind => (form.match(/[a-z]+/g)?.[at - 1] ?? 'text') as Kind

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
  const rests = pairs.map(({ second }) => second)
  if (form === 'number/number') {
    return shareOf(pairs, ({ first, second }) => Number(second) >= Number(first)) >= 0.95
  }
  if (form === 'number text')
    return (
      pairs.length >= 3 &&
      arePeople(
        pairs.map((pair) => pair.second),
        pairs,
      )
    )
  if (form === 'number(text)') {
    return pairs.length < 5 ? areCodes(pairs) : areCodes(pairs) || distinct(rests) <= pairs.length * 0.6
  }
  if (form === 'number(number)') return pairs.length >= 3
  if (form === labelForm)
    return pairs.length >= 3 && isNumbered(name) && distinct(pairs.map(({ first }) => first)) === 1
  if (form === 'text(number)' || form === 'text/number') return areRanked(form, pairs, name)
  if (form !== 'text(text)') return true
  if (pairs.length < 3) return false
  if (shareOf(pairs, ({ second }) => isCountryCode(second)) >= 0.8) return true
  if (isOfTeams(name) || !areNames(pairs.map(({ first }) => first))) return false
  return areCodes(pairs) || (pairs.length >= 6 && distinct(rests) <= pairs.length * 0.7)
}

/** Short marks that say more of somebody: sexes, age groups, countries. */
const areCodes = (pairs: readonly Pair[]): boolean =>
  shareOf(pairs, ({ second }) => isSexWord(second) || isAgeGroup(second) || isCountryCode(second)) >= 0.8

const areNames = (texts: readonly string[]): boolean =>
  texts.length >= 3 &&
  distinct(texts) >= texts.length * 0.9 &&
  texts.filter((text) => /[\p{L}.][ ,]\s?\p{L}/u.test(text)).length >= texts.length * 0.6

const arePeople = (texts: readonly string[], pairs: readonly Pair[]): boolean =>
  areNames(texts) && distinct(pairs.map(({ first }) => first)) >= pairs.length * 0.95

/** Ranks within groups: no group has one twice. Second teams of clubs are told apart by their numbers, too, and stay whole. */
const areRanked = (form: string, pairs: readonly Pair[], name: string): boolean => {
  if (isOfTeams(name)) return false
  const areGroups = shareOf(pairs, ({ first }) => isSexWord(first) || isAgeGroup(first)) >= 0.8
  const areApart = distinct(pairs.map(({ first, second }) => `${first} ${second}`)) >= pairs.length * 0.9
  // "M/40" is an age group, and so is "M40/44": ranks begin at 1.
  if (form === 'text/number')
    return pairs.length >= 3 && areGroups && areApart && pairs.some(({ second }) => Number(tokenText(second)) < 6)
  if (areGroups) return true
  const groups = distinct(pairs.map(({ first }) => first))
  return pairs.length >= 3 && areApart && (groups <= pairs.length * 0.6 || areNames(pairs.map(({ first }) => first)))
}

/** The name says that the column holds bibs or places. */
const isNumbered = (name: string): boolean =>
  readName(name).claims.some(({ role }) => role === 'bib' || role.startsWith('place'))

const teamRoles: ReadonlySet<string> = new Set(['club', 'team', 'city', 'region'])
const isOfTeams = (name: string): boolean => readName(name).claims.some(({ role }) => teamRoles.has(role))
