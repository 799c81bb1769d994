import { memoised } from '../../../../kernel/bounded.ts'
import { fold } from '../../../../kernel/fold.ts'
import { nameWords, squash, wordSet } from '../headers/nameWords.ts'

/** Names of columns by the flag that they hold. */
const names = {
  'on lap': 'onlap isonlap',
  finisher: 'finisher финишер',
  'on start': 'onstart isonstart start isstart atstart isatstart настарте',
  started:
    'started gestartet стартовал prisdepart apriseledepart departpris partito partita startat startade startet odstartoval wystartowal salio largou lahtenyt basladi',
  finished:
    'finished finish финишировал финиш imziel isinfinish arrive ukonczyl ukonczone terminado terminou concluiu arrivato imal fullfort fullfortd gennemfort maalissa dokoncil bitirdi 完走 完赛',
  'on course':
    'oncourse running ontrack inrace надистанции natrasie ingara emprova encourse encarrera unterwegs 競技中',
  DNF: 'dnf didnotfinish retired withdrawn abandon abandonne abandonado abandono retirado retirada ritirato ritirata ritiro desistente desistiu desistencia сошел сход nieukonczyl nieukonczyla wycofany aufgegeben aufgabe ausgeschieden brutit utgatt brutt udgaet keskeytti keskeyttanyt nedokoncil vzdal dropped droppedout quit 途中棄権 リタイア 退赛 기권',
  DNS: 'dns didnotstart notstarted forfait nonpartant nichtgestartet nichtangetreten nonpartito assente niewystartowal nieobecny naolargou naopartiu nopresentado ausente nosalio startadeej ejstart ejstartat ikkestartet nestartoval eilahtenyt неявка нестартовал noshow 欠場 未出走 缺赛 불참',
  DSQ: 'dsq disq dq disqualified disqualifie disqualifiee disqualifiziert descalificado descalificada desclassificado desclassificada desqualificado squalificato squalificata squalifica дисквалифицирован дисквалификация снят zdyskwalifikowany dyskwalifikacja diskvalificerad diskvalifisert diskvalificeret diskvalifikovan hylatty 失格 取消资格 실격',
  NC: 'nc noncompetitive noncompeting notcompeting horsclassement horsconcours nonclasse notclassified outofcompetition unranked exhibition guest ausserkonkurrenz ausserwertung ohnewertung fuoriclassifica fuorigara fuoriconcorso foraclassificacao foradeclassificacao fueradeconcurso вк внеконкурса внезачета nieklasyfikowany pozakonkursem mimosoutez utomtavlan utenforkonkurranse udenforkonkurrence kilpailunulkopuolella',
}

/**
 * Meaning of a yes/no column. 'finisher' describes a finished race; 'on start' is written for people at the start and
 * for people who have started, so it decides nothing.
 */
export type Flag = keyof typeof names

const flagByName: ReadonlyMap<string, Flag> = new Map(
  Object.entries(names).flatMap(([flag, list]) => [...wordSet(list)].map((name) => [name, flag as Flag] as const)),
)

/** Words before the flag itself that change nothing: isFinished, racer_has_finished, est_abandon. */
const fillers = wordSet(
  'is has have was did are a ist hat est ha ha e er har on racer runner rider athlete participant competitor entrant person flag status coureur concurrent atleta corridore zawodnik laufer',
)

const counts = wordSet('total count nb num number no sum laps runs')

/** Behind a prefix of the service's own, as wtc_dnf; a total of them is none. */
const flagOfAbbreviation = (words: readonly string[]): Flag | undefined => {
  const last = words.at(-1) ?? ''
  const isShort = /^(?:dnf|dns|dsq|dq)$/.test(last)
  return isShort && words.length <= 3 && !words.some((word) => counts.has(word)) ? flagByName.get(last) : undefined
}

/** By the last part of a column's name; null for names that say nothing of the kind. */
export const flagOfName = memoised((name): Flag | null => {
  const words = nameWords(name.slice(name.lastIndexOf('.') + 1))
  const from = words.findIndex((word) => !fillers.has(word))
  return (
    flagByName.get(squash(words)) ??
    flagByName.get(squash(nameWords(name))) ??
    (from > 0 ? flagByName.get(squash(words.slice(from))) : undefined) ??
    flagOfAbbreviation(words) ??
    null
  )
})

const yes = wordSet('true t yes y 1 да ja j oui o si s sim kylla tak ano evet jah igen да + x ✓ ✔ ☑ v はい 有 是 예')
const no = wordSet('false f no n 0 нет nein non nao ei nie ne nej nei hayir いいえ 無 否 아니오')

/** Yes or no as services write it: true, "T", "Y", 1, "да", "O" for oui; null for anything else. */
export const flagValue = (cell: unknown): boolean | null => {
  if (typeof cell === 'boolean') return cell
  if (cell === 1) return true
  if (cell === 0) return false
  if (typeof cell !== 'string' || cell.length > 6) return null
  const word = fold(cell).trim()
  return yes.has(word) ? true : no.has(word) ? false : null
}

const reasons: ReadonlySet<Flag | null> = new Set<Flag | null>(['DSQ', 'DNF', 'DNS'])
const denials = wordSet('not none nicht keine kein pas aucun ningun nessuno brak ingen без никто')

/** `flagValue`, and yes for reasons of a disqualification in a column with such a header: "cut the course". */
export const reasonValue = (flag: Flag | null, cell: unknown): boolean | null => {
  const said = flagValue(cell)
  if (said !== null || !reasons.has(flag) || typeof cell !== 'string' || !/\p{L}{2}/u.test(cell)) return said
  const first =
    fold(cell.slice(0, 40))
      .split(/[^\p{L}]+/u)
      .find((word) => word !== '') ?? ''
  return denials.has(first) || no.has(first) ? null : true
}
