/** Patterns of single cells, as results are written in any of the languages. */

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/
const localDate = /^\d{1,2}[./-]\d{1,2}[./-](\d{4})$/

/** The year of a date; null for anything else. Times of day behind it are allowed when they are midnight. */
export const yearOfDate = (text: string): number | null => {
  if (text.length < 8 || text.length > 30) return null
  const day = isoDate.exec(text)
  if (day !== null) return text.length === 10 || /[T ]00:00(?::00(?:\.0+)?)?/.test(text) ? Number(day[1]) : null
  const year = localDate.exec(text)?.[1]
  return year === undefined ? null : Number(year)
}

/** A date with a time of day, or an instant in full. */
export const isTimestamp = (text: string): boolean =>
  text.length >= 14 && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|^\d{1,2}[./]\d{1,2}[./]\d{4},? \d{1,2}:\d{2}/.test(text)

const lettersOnly = /^[\p{L}\p{M}][\p{L}\p{M} .,'’`´()\-–]*$/u

/** Only letters and the marks in names of people and places. */
export const isLettered = (text: string): boolean => text.length <= 80 && lettersOnly.test(text)

/** Begins as a word does, whatever comes after: Runner 12, Петров2, A1, Ёлкина; "Мл." */
export const isWorded = (text: string): boolean => text.length <= 80 && /^\p{L}/u.test(text)

/** A bib: a number, perhaps with a letter or two before or behind it. */
export const isBibShaped = (text: string): boolean => text.length <= 9 && /^\p{L}{0,3}[- ]?\d{1,6}\p{L}?$/u.test(text)

const pace = /^\d{1,2}[:'’]\d{2}(?:["”]|[.,]\d+)?\s?(?:\/|per|мин|min)/i

/** The bib of a leg, 15.1, 15-1, A15/1 and 1-15, or with a letter apart, 15 A. */
export const isLegShaped = (text: string): boolean =>
  text.length <= 9 &&
  /^\p{L}{0,3}[- ]?\d{1,5}(?:[.,]0?(?:[1-9]|[1-3]\d)|\s?[/-]\s?0*[1-9]\d{0,3}|[-/ ]\p{L})$/u.test(text)

/** A pace that says so itself, such as 4:57/km. */
export const isPaceShaped = (text: string): boolean => text.length <= 16 && pace.test(text)

const clubWord =
  /(?:^|[\s.-])(?:club|klub|clube|klubb|verein|clubul|association|athletic|athletics|atletica|athlétique|harriers|runners|running|striders|triathlon|tri|team|ac|aac|rc|asd|tsv|tv|sv|sc|lg|vfl|vfb|tus|il|ik|if|ok|sok|ol|fk|tk|ks|ak|клуб|ску|сш|сшор|дюсш|спартак|динамо|クラブ|走友会|陸上)(?:$|[\s.-])/iu

/** Has a word that is typical of club names. */
export const hasClubWord = (text: string): boolean => text.length <= 80 && clubWord.test(text)
