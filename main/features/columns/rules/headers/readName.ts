import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { memoised } from '../../../../kernel/bounded.ts'
import { expressionField } from './expressionField.ts'
import { nameWords, wordSet } from './nameWords.ts'
import type { Claim } from '../roles/claim.ts'
import { claimsOf } from './roleWords.ts'

export type NameReading = {
  /** Possible meanings of the name; empty when unknown. */
  readonly claims: readonly Claim[]
  /** A unit of time that the name ends with. */
  readonly unit: TimeUnit | null
  /** The name only says where the column stands: empty, a number, "column 3". */
  readonly isNameless: boolean
  /** Some word of it speaks of something else than the finisher: a leader, a coach, a best lap. */
  readonly isForeign: boolean
}

const stopWords = wordSet(
  'в во по на среди из и от до с of in the by for per at to der die das des dem im nach und le la les du de d l et en par au el los las del por y',
)
const formatWords = wordSet('hh mm ss ч чч мм сс м с h m s hhmmss')
const neutralWords = wordSet(
  'account runner participant athlete person competitor user member profile data row item entry entrant attributes attrs fields personal info details detail result results race official node участник участника спортсмен спортсмена данные teilnehmer laufer coureur corredor participante kilpailija finisher record value',
)
const trailingWords = wordSet('abbrev abbr string text value str label display formatted txt raw val title name code')
const namelessWords = wordSet(
  'column col columna spalte colonne столбец колонка поле field feld champ campo sarake value f c v x',
)
const units: ReadonlyMap<string, TimeUnit> = new Map(
  (
    [
      ['ms', 'ms msec msecs millis milliseconds millisecond millisekunden мс миллисекунды миллисекунд'],
      ['cs', 'cs centis centiseconds centisecond hundredths hundertstel centesimas сотые сотых'],
      ['s', 's sec secs seconds second sek sekunden сек секунды секунд secondes segundos sekuntia'],
    ] as const
  ).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)
/** Fields under these names do not describe the finisher, unless the whole name is known. */
const foreign = wordSet(
  'distance race event stage heat leader winner previous prev next best avg average lap laps split splits coach trainer start wave order payment group category organizer series record дистанция соревнование лидер лучший тренер старт',
)

/** Under these stands what the group or category is called, at most. */
const groupWords: ReadonlySet<string> = new Set(['group', 'category'])

/** Others than the finisher, and other times than those of this race. */
const ofOthers = wordSet(
  'leader winner previous prev next best avg average last coach trainer лидер лучший тренер победитель',
)

/** A place, a time or a bib under one of these may be the team's; where it comes from is the runner's as well. */
const teamWords = wordSet(
  'team club mannschaft verein equipe equipo joukkue seura команда клуб organisation organization',
)
const origins: ReadonlySet<string> = new Set(['city', 'region', 'country'])

/** Decides by words alone; dotted paths, headers with units or examples in brackets, and two languages in one header are seen through. */
export const readName = memoised((name): NameReading => readWords(name.slice(0, 120)))

const readWords = (name: string): NameReading => {
  const words = nameWords(name)
  const whole = readPhrase(words)
  if (whole !== null) return reading(isWholeName(whole) ? (readNamePart(name) ?? whole) : whole)
  const field = expressionField(name)
  if (field !== null) return readWords(field)
  const shorter = readPhrase(nameWords(name.replace(/[([{].*?[)\]}]/g, ' ')))
  if (shorter !== null) return reading(shorter)
  const agreed = readParts(name)
  if (agreed !== null) return reading({ claims: agreed, unit: null })
  const under = readLastPart(name)
  if (under !== null) return reading(under)
  const isForeign = words.some((word) => ofOthers.has(word))
  return { claims: [], unit: null, isNameless: isNameless(words), isForeign }
}

const isWholeName = ({ claims }: Phrase): boolean => claims.some(({ role }) => role === 'name')

/** Under a parent such as `name` stands each part of a name by itself, not a name of all parts. */
const readNamePart = (name: string): Phrase | null => {
  const dot = name.lastIndexOf('.')
  const phrase = dot <= 0 ? null : readPhrase(nameWords(name.slice(dot + 1)))
  return phrase !== null && phrase.claims.some(({ role, strength }) => nameParts.has(role) && strength >= 0.85)
    ? phrase
    : null
}

const nameParts: ReadonlySet<string> = new Set(['firstName', 'lastName', 'middleName'])

type Phrase = { readonly claims: readonly Claim[]; readonly unit: TimeUnit | null }

const reading = ({ claims, unit }: Phrase): NameReading => ({ claims, unit, isNameless: false, isForeign: false })

/** Drops words that cannot change the meaning, one by one, until the rest is known. */
const readPhrase = (words: readonly string[]): Phrase | null => {
  let rest = words
  let unit: TimeUnit | null = null
  for (const shorten of [same, withoutStops, withoutUnit, withoutFormat, withoutNeutral, withoutTrailing]) {
    const last = rest.at(-1) ?? ''
    const shorter = shorten(rest)
    if (shorten === withoutUnit && shorter !== rest) unit = units.get(last) ?? null
    if (shorter.length === 0) return null
    if (shorter === rest && shorten !== same) continue
    rest = shorter
    const claims = claimsOf(rest)
    if (claims.length > 0) return { claims, unit }
  }
  return null
}

type Shorten = (words: readonly string[]) => readonly string[]

const same: Shorten = (words) => words
const dropping =
  (isDropped: (word: string) => boolean): Shorten =>
  (words) => {
    const kept = words.filter((word) => !isDropped(word))
    return kept.length === words.length || kept.length === 0 ? words : kept
  }
const withoutStops = dropping((word) => stopWords.has(word))
/** One letter alone may mean anything; two of them are the pattern of a time. */
const withoutFormat: Shorten = (words) =>
  words.filter((word) => formatWords.has(word)).length < 2 ? words : dropping((word) => formatWords.has(word))(words)
const withoutUnit: Shorten = (words) => (words.length > 1 && units.has(words.at(-1) ?? '') ? words.slice(0, -1) : words)
const withoutNeutral: Shorten = (words) => {
  const from = words.findIndex((word) => !neutralWords.has(word))
  return from <= 0 ? words : words.slice(from)
}
const withoutTrailing: Shorten = (words) => {
  const rest = withoutNeutral(words)
  return rest.length > 1 && trailingWords.has(rest.at(-1) ?? '') ? rest.slice(0, -1) : rest
}

/** "Place / Место": every part must be known, and one role be among the claims of each. */
const readParts = (name: string): readonly Claim[] | null => {
  const parts = name
    .split(/[/|(),;]+|\s[-–—]\s/)
    .map((part) => nameWords(part))
    .filter((part) => part.length > 0)
  if (parts.length < 2 || parts.length > 4) return null
  const read = parts.map((part) => readPhrase(part)?.claims ?? [])
  const [first = [], ...others] = read
  const agreed = first.filter(({ role }) => others.every((claims) => claims.some((claim) => claim.role === role)))
  return agreed.length === 0 ? null : agreed
}

/** Under an unknown parent a name means less. */
const readLastPart = (name: string): Phrase | null => {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || dot === name.length - 1) return null
  const strangers = nameWords(name.slice(0, dot)).filter((word) => foreign.has(word))
  const isOfGroup = strangers.length > 0 && strangers.every((word) => groupWords.has(word))
  if (strangers.length > 0 && !isOfGroup) return null
  const phrase = readPhrase(nameWords(name.slice(dot + 1)))
  if (phrase === null) return null
  // `club.id` is the ID of the club.
  const said = phrase.claims.filter(({ role }) => (isOfGroup ? role === 'ageGroup' : role !== 'id'))
  if (said.length === 0) return null
  const isOfTeam = nameWords(name.slice(0, dot)).some((word) => teamWords.has(word))
  const claims = said.map(({ role, strength }): Claim => ({
    role,
    strength: isOfTeam && !origins.has(role) ? 0.5 : strength === 1 ? 0.85 : strength === 0.85 ? 0.7 : 0.5,
  }))
  return { ...phrase, claims }
}

const isNameless = (words: readonly string[]): boolean =>
  words.length <= 2 && words.every((word) => /^\d{1,3}$/.test(word) || namelessWords.has(word))
