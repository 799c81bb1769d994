import type { Status } from '../../preload/contract.ts'
import { fold } from './fold.ts'
import { once } from './once.ts'

/** Russian, English, German, French, Spanish and Finnish; folded when they are compared. */
const words: readonly (readonly [Status, readonly string[]])[] = [
  [
    'OK',
    [
      'ok|finished|finish|finisher|fin|completed|classified|official finisher',
      'финишировал|финишировала|финиш|финишер|финишировали|завершил|завершила|на финише',
      'завершили|закончил|закончила|закончили|ок',
      'im ziel|ziel|gewertet|klassiert|beendet',
      'arrivé|arrivée|classé|classée|fini|terminé',
      'finalizado|finalizada|finalizó|llegado|llegada|clasificado|clasificada|terminado',
      'maalissa|hyväksytty',
    ],
  ],
  [
    'DNF',
    [
      'dnf|did not finish|not finished|retired|withdrawn|withdrew|ret|rtd',
      'abandoned|dropped out|dropped|did not complete|not completed|wd|w/d',
      'сошел|сошла|сошли|сход|сошел с дистанции|сошла с дистанции|не финишировал',
      'не финишировала|не финиш|не фин|не закончил|не закончила|н/ф|нф',
      'не финишировали|не закончили|не завершил|не завершила|не завершили|снялся|снялась|снялись',
      'aufgegeben|aufgabe|ausgeschieden|nicht im ziel|nicht beendet|aufg|ausg',
      'abandon|abandonné|abandonnée|abd|ab|non arrivé|non arrivée|non terminé',
      'abandono|abandonó|abandona|retirado|retirada|no finalizó|no finalizado|no finalizada',
      'no terminó|no terminado|no llegó|abandonado',
      'keskeytti|keskeyttänyt|keskeytys|kesk|keskeyttänyt kilpailun',
    ],
  ],
  [
    'DNS',
    [
      'dns|did not start|no show|noshow|absent|no start|non starter|scratched|scr',
      'не стартовал|не стартовала|не стартовали|неявка|не явился|не явилась|не старт',
      'не вышел на старт|не вышла на старт|не вышли на старт|не явились|нет на старте|не допущен|не допущена',
      'отсутствует|отсутствовал|отсутствовала|н/с|нс|н/я|ня|не яв|не ст',
      'nicht gestartet|nicht angetreten|n. gest|n. angetr|n.a|nicht am start',
      'non partant|non partante|np|forfait|absente|abs|non parti',
      'no salió|no presentado|no presentada|no tomó la salida|no se presentó|ausente',
      'ei lähtenyt|ei startannut|ei lähtenyt kilpailuun|ei osallistunut',
    ],
  ],
  [
    'DSQ',
    [
      'dsq|dq|disq|disqualified|disqualification',
      'дисквалификация|дисквалифицирован|дисквалифицирована|дискв|дисквал|дискв-ция|дисквалифицированы|дисквалиф',
      'снят|снята|сняты|снятие|снят с дистанции|снята с дистанции|сняты с дистанции|снятие с дистанции',
      'снят с соревнований|снята с соревнований|сняты с соревнований|снят судьями|снята судьями',
      'disqualifiziert|disqualifikation|disqu',
      'disqualifié|disqualifiée',
      'descalificado|descalificada|descalificación|desc|descalif',
      'hylätty|hylkäys|hyl|diskattu',
    ],
  ],
  [
    'OTL',
    [
      'otl|over time limit|over the time limit|outside time limit|time limit|over limit|cut off|cutoff',
      'time limit exceeded|exceeded time limit|over the limit|out of time|timed out|time out|timeout|overtime',
      'missed cut off|missed cutoff|hors délai|hors délais|hd|hors temps|éliminé par le temps',
      'вне лимита|превышение лимита|превышен лимит|превысил лимит|превысила лимит|лимит времени',
      'лимит|вне лимита времени|превышение лимита времени|превышен лимит времени|превысил лимит времени',
      'превысила лимит времени|превысили лимит|не уложился в лимит|не уложилась в лимит|не уложились в лимит',
      'не уложился в лимит времени|не уложилась в лимит времени|не уложился|не уложилась|не успел|не успела',
      'вне контрольного времени|превышение контрольного времени|превышено контрольное время',
      'превысил контрольное время|превысила контрольное время|контрольное время|пкв',
      'zeitlimit|zeitüberschreitung|zeitlimit überschritten|außerhalb des zeitlimits',
      'fuera de tiempo|fuera de control|fuera de límite|fuera de hora',
      'aikaraja|aikaraja ylittynyt|aikarajan ulkopuolella|yliaika',
    ],
  ],
  [
    'NC',
    [
      'nc|not classified|unclassified|non competitive|exhibition|hors concours|hc|unofficial|not ranked|unranked|out of competition',
      'вк|в/к|вне конкурса|вне зачета|в/з',
      'außer konkurrenz|a.k|ausser konkurrenz|ohne wertung|nicht gewertet|ausser wertung',
      'non classé|non classée|hors classement|hors catégorie',
      'no clasificado|no clasificada|fuera de concurso|fuera de competición',
      'kilpailun ulkopuolella|ulkopuolella|ei luokiteltu',
    ],
  ],
  [
    'on course',
    [
      'on course|started|running|racing|in progress|on the course|in race|oncourse',
      'на дистанции|на трассе|стартовал|стартовала|бежит|в гонке|на маршруте|в пути',
      'стартовали|бегут',
      'unterwegs|auf der strecke|gestartet|im rennen|läuft',
      'en course|parti|partie|en cours',
      'en carrera|en curso|en ruta',
      'matkalla|radalla|reitillä|lähtenyt',
    ],
  ],
]

const plain = (word: string): string =>
  fold(word.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/_/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!*]+$/, '')

const statusByWord = once(
  () =>
    new Map(
      words.flatMap(([status, list]) =>
        list.flatMap((row) => row.split('|').map((word) => [plain(word), status] as const)),
      ),
    ),
)
const abbreviation = /^(dnf|dns|dsq|otl)(?![\p{L}\p{N}])/u

/** Rows of a table say few words, many times. */
const known = new Map<string, Status | null>()

/** What is said in brackets behind a word. */
const remark = /\s*\(([^()]*)\)$/
const isInOrder = (status: Status | undefined): boolean => status === 'OK' || status === 'on course'

const statusIn = (text: string): Status | undefined => {
  const said = [text, text.replace(remark, ''), abbreviation.exec(text)?.[1] ?? '']
  const status = said.map((words) => statusByWord().get(words)).find((found) => found !== undefined)
  const remarked = isInOrder(status) ? statusByWord().get(remark.exec(text)?.[1] ?? '') : undefined
  return remarked === undefined || isInOrder(remarked) ? status : remarked
}

/**
 * The status that a word of a results body stands for, whatever its case; null for words nobody knows. An abbreviation
 * counts with more behind it ("DNF 25 km"), other words only with a remark in brackets ("сошёл (25 км)"), which may be what
 * counts ("finished (DSQ)").
 */
export const statusOfWord = (word: string): Status | null => {
  if (word === '' || word.length > 60) return null
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  const status = statusIn(plain(word)) ?? null
  if (known.size >= 2_000) known.clear()
  known.set(word, status)
  return status
}

/** Of a cell that should hold a result or a place: only words for why there is none. A "finish" there says nothing. */
export const reasonOfWord = (word: string): Status | null => {
  // Nearly all of them are times and places, which are not worth remembering.
  if (!/^\p{L}/u.test(word)) return null
  const status = statusOfWord(word)
  return status === 'OK' ? null : status
}
