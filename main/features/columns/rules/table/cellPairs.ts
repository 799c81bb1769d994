import type { Cell } from '../../../../../preload/contract/ids.ts'
import { isPaceShaped } from '../cells/valueShapes.ts'
import { statusOfWord } from '../cells/statusWords.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'

/**
 * One of the two things in each cell of a column, such as the time or the place of "75:40(4)". `form` says what stands
 * where, as of `splitCell`; `at` is the thing that is meant. `isRest`: the column has that thing alone for its cells;
 * otherwise its cells stay whole, and only their meaning is read from that thing.
 */
export type CellPart = { readonly form: string; readonly at: 1 | 2; readonly isRest?: true }

export type TokenKind = 'time' | 'number' | 'pace' | 'text' | 'empty'
export type Pair = { readonly form: string; readonly first: string; readonly second: string }

const ordinal = /^[#№=]?\s?(\d{1,7}(?:[.,]\d{1,9})?)(?:[.)º°ª]|st|nd|rd|th|er|re|e|[eè]me|-?[йя])?$/i
const lettered = /^["'*]?\p{L}/u

export const kindOfToken = (token: string): TokenKind | null => {
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
export const labelForm = 'label number'
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

/** A quick check; most cells with one part fail it. */
export const mayHoldTwo = (cell: string): boolean => maybePair.test(cell)

/** The two things in a cell, and how they stand there; null for a cell that holds one. */
export const splitCell = (cell: string): Pair | null => {
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
  // Without a unit after it the number may be days.
  if (kindOfToken(rest) === 'time')
    return /^\d+[.)]/.test(text) ? { form: 'number time', first: number, second: rest } : null
  return lettered.test(rest) ? { form: 'number text', first: number, second: rest } : null
}

export const tokenText = (token: string): string => ordinal.exec(token)?.[1] ?? token

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
