import { fold } from '../fold.ts'
import { isSexWord } from './sexWords.ts'

/** What a single cell looks like. Patterns are written here after how results are written down, for all six languages. */

const letter = '[mwfhdnkмжюдк]'
const ageGroups = [
  // M40, М40-44, W 35+, F18-39, MU20, M-U18, mu 23, Ж50 и старше
  new RegExp(
    `^${letter}{1,2}[-_ /]?(?:u|до|under)?[-_ ]?\\d{2}(?:\\s?[-–—/]\\s?\\d{1,2})?\\s?(?:\\+|и старше|и ст\\.?|u\\.? alter)?$`,
  ),
  // 40-44, 60+, U20, под 18, 18-29 лет
  /^(?:u|до|under|under )?\s?\d{1,2}\s?(?:[-–—]\s?\d{1,2}|\+|и старше|и ст\.?)(?:\s?(?:лет|years|jahre|ans|anos|v))?$/,
  /^(?:u|под|до|under)[- ]?\d{2}$/,
  // W-JUN, M HK, WHK, MJ A, SEM, V1M, M0F, ESH, JUF
  new RegExp(`^${letter}[-_ ]?(?:jun|sen|vet|mas|hk|elite|ju ?\\d{2}|jugend|j[abc]|open|pro|jr|sr)$`),
  /^(?:se|es|ju|ca|mi|be|po|v[0-9]|m(?:10|[0-9]))[-_ ]?[mfh]$/,
  /^(?:junior|juniors|senior|seniors|veteran|veterans|master|masters|elite|open|юниоры|юниорки|ветераны|элита|senioren|junioren|veteranos?|juveniles?|cadetes?|espoirs?|yleinen)(?: ?[1-9mwfhжм])?$/,
]

export const isAgeGroup = (text: string): boolean => {
  if (text.length > 24 || text.length < 2) return false
  const word = text.toLowerCase()
  if (ageGroups.some((pattern) => pattern.test(word))) return true
  // Мужчины 40-49, Frauen U20, Women 35+
  const sex = /^(\p{L}{3,14})\.?\s(?:u\s?)?\d{2}(?:\s?[-–—]\s?\d{1,2}|\s?\+| и старше)?(?: лет)?$/u.exec(word)?.[1]
  return sex !== undefined && isSexWord(sex)
}

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

/** Nothing but letters and what stands between them in names of people and places. */
export const isLettered = (text: string): boolean => text.length <= 80 && lettersOnly.test(text)

/** Begins as a word does, whatever comes after: Runner 12, Петров2, A1, Ёлкина; "Мл." */
export const isWorded = (text: string): boolean => text.length <= 80 && /^\p{L}/u.test(text)

/** A bib: a number, perhaps with a letter or two before or behind it. */
export const isBibShaped = (text: string): boolean => text.length <= 9 && /^\p{L}{0,3}[- ]?\d{1,6}\p{L}?$/u.test(text)

const countries = new Set(
  'AFG ALB ALG AND ANG ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BIH BLR BOL BOT BRA BRN BUL BUR CAM CAN CHI CHL CHN CIV CMR COD COL CRC CRO CUB CYP CZE DEN DEU DNK DOM ECU EGY ERI ESA ESP EST ETH FIN FRA GAB GBR GEO GER GHA GRC GRE GUA HAI HKG HON HRV HUN INA IND IRI IRL IRN IRQ ISL ISR ISV ITA JAM JOR JPN KAZ KEN KGZ KOR KSA KUW LAT LBN LIB LIE LTU LUX LVA MAD MAR MAS MDA MEX MGL MKD MLT MNE MON MOZ MRI NAM NCA NED NEP NGR NLD NOR NZL OMA PAK PAN PAR PER PHI PHL POL POR PRK PRT PUR QAT ROM ROU RSA RUS RWA SCO SEN SGP SIN SLO SMR SRB SRI SUD SUI SVK SVN SWE SYR TAN THA TJK TKM TPE TTO TUN TUR UAE UGA UKR URU URY USA UZB VEN VIE VNM WAL ENG NIR ZAM ZIM ZAF'.split(
    ' ',
  ),
)

/** A three-letter code of a country, as sports or as standards write it. */
export const isCountryCode = (text: string): boolean => text.length === 3 && countries.has(text)

const firstNames = new Set(
  fold(
    'александр алексей андрей антон артем борис вадим валерий василий виктор виталий владимир вячеслав геннадий григорий денис дмитрий евгений егор иван игорь илья кирилл константин леонид максим михаил никита николай олег павел петр роман сергей станислав степан тимур федор юрий ярослав анна анастасия александра алена алина валентина вера виктория галина дарья евгения екатерина елена ирина ксения людмила любовь марина мария надежда наталья наталия оксана ольга полина светлана софия софья тамара татьяна юлия яна ' +
      'james john robert michael william david richard thomas charles daniel matthew mark paul steven andrew kevin brian george edward peter jack harry oliver mary patricia jennifer linda elizabeth susan jessica sarah karen lisa nancy emma olivia sophie alice kate laura julia anna jane helen claire ' +
      'hans karl klaus jürgen wolfgang stefan andreas michael markus matthias tobias lukas jonas felix sebastian florian uwe ute heike sabine petra monika claudia anja katrin johanna lena leonie hannah greta ' +
      'jean pierre michel philippe alain nicolas christophe laurent françois julien antoine olivier guillaume thierry pascal marie nathalie isabelle sylvie catherine françoise camille chloé céline sandrine manon léa ' +
      'josé antonio manuel francisco javier carlos miguel alejandro pablo jorge luis sergio fernando diego juan maría carmen ana isabel laura cristina marta lucía elena raquel pilar rosa ' +
      'juhani matti mikko timo kari antti jukka pekka heikki ville juha sami tuomas janne markku anne anu tiina päivi sari minna kaisa hanna aino helena johanna liisa',
  ).split(' '),
)

/** Some word of it is a common first name. */
export const hasFirstName = (text: string): boolean =>
  fold(text)
    .split(/[ ,.]+/)
    .some((word) => firstNames.has(word))

export const isPatronymic = (text: string): boolean => /(?:вич|вна|ична|кызы|оглы|гызы)$/i.test(text)

const pace = /^\d{1,2}[:'’]\d{2}(?:["”]|[.,]\d+)?\s?(?:\/|per|мин|min)/i

/** A pace that says so itself, such as 4:57/km. */
export const isPaceShaped = (text: string): boolean => text.length <= 16 && pace.test(text)
