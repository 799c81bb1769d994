import type { Cell } from '../../../../../preload/contract/ids.ts'
import type { Status } from '../../../../../preload/contract/results.ts'
import { memoised } from '../../../../kernel/bounded.ts'
import { fold } from '../../../../kernel/fold.ts'
import { inEachAlphabet } from '../../../../kernel/text/lookAlikes.ts'
import { once } from '../../../../kernel/once.ts'
import { isDitto } from '../../../../kernel/gapTimes.ts'
import { isBlank } from './blanks.ts'
import { nameWords, squash } from '../headers/nameWords.ts'

/**
 * Russian, English, German, French, Spanish, Finnish, Polish, Portuguese, Italian, Czech, Swedish, Norwegian, Danish, Turkish,
 * Japanese, Chinese and Korean; folded when they are compared.
 */
const words = {
  OK: [
    'ok|finished|finish|finisher|fin|completed|classified|official finisher',
    'финишировал|финишировала|финиш|финишер|финишировали|завершил|завершила|на финише',
    'завершили|закончил|закончила|закончили|ок',
    'im ziel|ziel|gewertet|klassiert|beendet',
    'arrivé|arrivée|classé|classée|fini|terminé',
    'finalizado|finalizada|finalizó|llegado|llegada|clasificado|clasificada|terminado',
    'maalissa|hyväksytty',
    'ukończył|ukończyła|ukończyli|na mecie|sklasyfikowany|sklasyfikowana|concluiu|concluído|concluída|completou|terminou|chegou',
    'arrivato|arrivata|arrivati|classificato|classificata|classificado|classificada|dokončil|dokončila|v cíli',
    'i mål|godkänd|fullföljt|fullföljde|fullført|fullførte|godkjent|gennemført|gennemførte|bitirdi|tamamladı',
    '完走|ゴール|フィニッシュ|完赛|完賽|已完赛|已完成|완주|골인',
  ],
  DNF: [
    'dnf|did not finish|not finished|retired|withdrawn|withdrew|ret|rtd|pul|pulled|raf',
    'abandoned|dropped out|dropped|did not complete|not completed|wd',
    'сошел|сошла|сошли|сход|сошел с дистанции|сошла с дистанции|не финишировал',
    'не финишировала|не финиш|не фин|не закончил|не закончила|нф',
    'не финишировали|не закончили|не завершил|не завершила|не завершили|снялся|снялась|снялись',
    'aufgegeben|aufgabe|ausgeschieden|nicht im ziel|nicht beendet|aufg|ausg',
    'abandon|abandonné|abandonnée|abd|ab|non arrivé|non arrivée|non terminé',
    'abandono|abandonó|abandona|retirado|retirada|no finalizó|no finalizado|no finalizada',
    'no terminó|no terminado|no llegó|abandonado',
    'feladta|nem ért célba|nem fejezte be|uitgevallen|opgegeven|abandonat',
    'keskeytti|keskeyttänyt|keskeytys|kesk|keskeyttänyt kilpailun',
    'nie ukończył|nie ukończyła|nie ukończyli|nieukończył|nieukończyła|nieukończony|nu|wycofał się|wycofała się|wycofany|wycofana|zrezygnował|zrezygnowała|zszedł z trasy|zeszła z trasy',
    'não completou|não terminou|não concluiu|não finalizou|desistiu|desistência|desistente|abandonou|retirou se',
    'ritirato|ritirata|ritirati|ritiro|rit|non arrivato|non arrivata|non terminato|abbandono|abbandonato|abbandonata',
    'nedokončil|nedokončila|nedokončili|vzdal|vzdala|odstoupil|odstoupila',
    'brutit|bröt|brutit loppet|utgått|utgick|utg|ej fullföljt|fullföljde ej|fullföljde inte|ej i mål',
    'brutt|brøt|brøt løpet|ikke fullført|fullførte ikke|ikke i mål|udgået|udgik|ikke gennemført|gennemførte ikke',
    'bitiremedi|terk|terk etti|yarışı bıraktı|bıraktı|днф',
    '途中棄権|棄権|リタイア|リタイヤ|途中リタイア|未完走|未完赛|未完賽|退赛|退賽|中途退赛|弃赛|棄賽|未完成|기권|중도포기|중도 포기|미완주',
  ],
  DNS: [
    'dns|did not start|no show|noshow|absent|no start|non starter|scratched|scr|ns|dnc',
    'не стартовал|не стартовала|не стартовали|неявка|не явился|не явилась|не старт',
    'не вышел на старт|не вышла на старт|не вышли на старт|не явились|нет на старте|не допущен|не допущена',
    'отсутствует|отсутствовал|отсутствовала|нс|ня|не яв|не ст',
    'nicht gestartet|nicht angetreten|n. gest|n. angetr|n.a|nicht am start',
    'non partant|non partante|np|forfait|absente|abs|non parti',
    'no salió|no presentado|no presentada|no tomó la salida|no se presentó|ausente',
    'nem indult|nem rajtolt|niet gestart|neprezentat',
    'ei lähtenyt|ei läht|ei startannut|ei lähtenyt kilpailuun|ei osallistunut',
    'nie wystartował|nie wystartowała|nie wystartowali|nie stawił się|nie stawiła się|nieobecny|nieobecna',
    'não largou|não partiu|não compareceu|não alinhou|faltou|non partito|non partita|non partiti|assente|non presentato',
    'nestartoval|nestartovala|nestartovali|nenastoupil|nenastoupila|nepřítomen|nepřítomna',
    'startade ej|startade inte|ej start|ej startat|ej startande|återbud|ikke startet|startet ikke|ikke start|ikke møtt|ikke mødt|udeblevet|afbud',
    'başlamadı|start almadı|yarışa başlamadı|katılmadı|днс',
    '欠場|不出場|未出走|不出走|欠席|不参加|未起跑|未出发|未出發|缺赛|缺席|未参赛|未參賽|弃权|棄權|불참|결장|미출발|미출전|미참가',
  ],
  DSQ: [
    'dsq|dq|disq|disqualified|disqualification|dfs|false start|bfd|ufd|ocs|dne',
    'дисквалификация|дисквалифицирован|дисквалифицирована|дискв|дисквал|дискв-ция|дисквалифицированы|дисквалиф',
    'снят|снята|сняты|снятие|снят с дистанции|снята с дистанции|сняты с дистанции|снятие с дистанции',
    'снят с соревнований|снята с соревнований|сняты с соревнований|снят судьями|снята судьями',
    'disqualifiziert|disqualifikation|disqu',
    'disqualifié|disqualifiée',
    'descalificado|descalificada|descalificación|desc|descalif',
    'kizárva|kizárt|diszkvalifikált|gediskwalificeerd|descalificat',
    'hylätty|hylkäys|hyl|diskattu',
    'dyskwalifikacja|zdyskwalifikowany|zdyskwalifikowana|dyskw|desclassificado|desclassificada|desclassificação|desqualificado|desqualificada|desqualificação',
    'squalificato|squalificata|squalificati|squalifica|squal|diskvalifikace|diskvalifikován|diskvalifikována|diskvalifikovaný',
    'diskvalificerad|diskvalificerade|diskad|diskv|felstämplat|felstämpling|ej godkänd|diskvalifisert|disket|feilstemplet|diskvalificeret',
    'diskalifiye|diskalifiye edildi|ihraç|失格|取消资格|取消資格|取消成绩|取消成績|실격|실격처리',
    'mp|mispunched|mispunch|mis punch|missing punch|fehlstempel|fehlst|poste manquant|pm',
  ],
  OTL: [
    'otl|over time limit|over the time limit|outside time limit|time limit|over limit|cut off|cutoff',
    'time limit exceeded|exceeded time limit|over the limit|out of time|timed out|time out|timeout|overtime',
    'missed cut off|missed cutoff|over cut off|over cutoff|over the cut off|over the cutoff|oco|tle|hors délai|hors délais|hd|hors temps|éliminé par le temps',
    'вне лимита|превышение лимита|превышен лимит|превысил лимит|превысила лимит|лимит времени',
    'лимит|вне лимита времени|превышение лимита времени|превышен лимит времени|превысил лимит времени',
    'превысила лимит времени|превысили лимит|не уложился в лимит|не уложилась в лимит|не уложились в лимит',
    'не уложился в лимит времени|не уложилась в лимит времени|не уложился|не уложилась|не успел|не успела',
    'вне контрольного времени|превышение контрольного времени|превышено контрольное время',
    'превысил контрольное время|превысила контрольное время|контрольное время|пкв',
    'zeitlimit|zeitüberschreitung|zeitlimit überschritten|außerhalb des zeitlimits',
    'szintidőn kívül|buiten tijd',
    'fuera de tiempo|fuera de control|fuera de límite|fuera de hora',
    'aikaraja|aikaraja ylittynyt|aikarajan ulkopuolella|yliaika',
    'poza limitem|po limicie|limit czasu|przekroczony limit|przekroczył limit|fora do tempo|fora de tempo|fora do limite|limite de tempo|fuori tempo massimo|fuori tempo|ftm|tempo massimo',
    'časový limit|po limitu|mimo limit|över maxtiden|maxtid|över maxtid|över tidsgränsen|over makstid|makstid|over tidsgrænsen|süre aşımı|zaman aşımı',
    'tov|time over|制限時間オーバー|制限時間超過|時間超過|タイムオーバー|関門アウト|超时|超時|关门|시간초과|시간 초과|제한시간초과|컷오프',
  ],
  NC: [
    'nc|not classified|unclassified|non competitive|not competitive|not competing|non competing|exhibition|guest|a.c|hors concours|hc|unofficial|not ranked|unranked|out of competition',
    'вк|вне конкурса|вне зачета|вз|vk',
    'außer konkurrenz|ak|ausser konkurrenz|ohne wertung|nicht gewertet|ausser wertung',
    'non classé|non classée|hors classement|hors catégorie',
    'no clasificado|no clasificada|fuera de concurso|fuera de competición',
    'kilpailun ulkopuolella|ulkopuolella|ei luokiteltu',
    'nieklasyfikowany|nieklasyfikowana|nie klasyfikowany|nie klasyfikowana|niesklasyfikowany|niesklasyfikowana|nk|nkl|pk|poza konkursem|poza klasyfikacją',
    'não classificado|não classificada|extra competição|non classificato|non classificata|fuori gara|fuori classifica|fuori concorso|mimo soutěž|nehodnocen|neklasifikován',
    'utom tävlan|ej klassificerad|utenfor konkurranse|ikke klassifisert|uden for konkurrence|ikke klassificeret|klasman dışı',
    'オープン参加|順位なし|参考記録|不计名次|不計名次|无名次|번외',
  ],
  'on course': [
    'on course|started|running|racing|in progress|on the course|in race|oncourse',
    'на дистанции|на трассе|стартовал|стартовала|бежит|в гонке|на маршруте|в пути',
    'стартовали|бегут',
    'unterwegs|auf der strecke|gestartet|im rennen|läuft',
    'en course|parti|partie|en cours',
    'en carrera|en curso|en ruta',
    'matkalla|radalla|reitillä|lähtenyt',
    'na trasie|wystartował|wystartowała|biegnie|em prova|na prova|em corrida|em andamento|in gara|in corsa|na trati|odstartoval|odstartovala',
    'ute på banan|på banan|i loppet|pågår|i løypa|underveis|på ruten|undervejs|yarışta|parkurda',
    '競技中|走行中|レース中|比赛中|比賽中|进行中|進行中|경기중|경기 중|진행중|레이스 중',
  ],
} satisfies { readonly [S in Status]?: readonly string[] }

const plain = (word: string): string =>
  fold(word.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/_/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!*]+$/, '')

const statusByWord = once(
  () =>
    new Map(
      Object.entries(words).flatMap(([status, list]) =>
        list.flatMap((row) => row.split('|').map((word) => [plain(word), status as Status] as const)),
      ),
    ),
)
const abbreviation = /^(dnf|dns|dsq|otl)(?![\p{L}\p{N}])/u
/** A status word with a remark: "disqualified by the jury", "сошел на 12 км". */
const beginning = /^(\p{L}{5,})(?=[^\p{L}\p{N}])/u
const areOut: ReadonlySet<Status | undefined> = new Set<Status | undefined>(['DNF', 'DNS', 'DSQ'])

const small = (code: number): number =>
  (code >= 65 && code <= 90) || (code >= 0x410 && code <= 0x42f) ? code + 32 : code
const isLatin = (code: number): boolean => code >= 97 && code <= 122
const isCyrillic = (code: number): boolean => code >= 0x430 && code <= 0x44f

/** The first two letters of a text as a number; null unless they are plain letters of one alphabet. */
const beginningOf = (text: string): number | null => {
  const first = small(text.charCodeAt(0))
  const second = small(text.charCodeAt(1))
  const isPlain = (isLatin(first) && isLatin(second)) || (isCyrillic(first) && isCyrillic(second))
  return isPlain ? first * 0x1_0000 + second : null
}

const beginnings = once(() => new Set([...statusByWord().keys()].map(beginningOf)))

/** Nearly all texts are names and places, which two letters tell. */
const beginsOtherwise = (word: string): boolean => {
  const beginning = beginningOf(word)
  return beginning !== null && !beginnings().has(beginning)
}

/** Longer than any word, as a sentence about a disqualification may be. */
const longest = 200

/** As n.c., D.N.F. and н/я. */
const longestDotted = 8

/** A remark in brackets behind a word. */
const remark = /\s*\(([^()]*)\)$/
const isInOrder = (status: Status | null | undefined): boolean => status === 'OK' || status === 'on course'

const statusIn = (text: string): Status | undefined => {
  const bare = text.replace(remark, '')
  const short = bare.length <= longestDotted ? bare.replace(/[./]/g, '') : ''
  const said = [text, bare, short, abbreviation.exec(text)?.[1] ?? '', ...inEachAlphabet(text)]
  const status = said.map((words) => statusByWord().get(words)).find((found) => found !== undefined)
  if (status === undefined) {
    const first = statusByWord().get(beginning.exec(text)?.[1] ?? '')
    return areOut.has(first) ? first : undefined
  }
  const remarked = isInOrder(status) ? statusByWord().get(remark.exec(text)?.[1] ?? '') : undefined
  return remarked === undefined || isInOrder(remarked) ? status : remarked
}

/** Rows of a table say few words, many times. */
const knownStatus = memoised((word) => statusIn(plain(word)) ?? null)

/**
 * The status that a word of a results body stands for, whatever its case and with letters of another alphabet that look the
 * same; null for unknown words. An abbreviation
 * counts with more behind it ("DNF 25 km"), and so do long words for why there is no result ("disqualified: cut the course");
 * other words only with a remark in brackets ("finished (DSQ)"), which may be what counts.
 */
export const statusOfWord = (word: string): Status | null =>
  word === '' || word.length > longest || beginsOtherwise(word) ? null : knownStatus(word)

/** Status numbers of OE and OS (SportSoftware), in a column of their own (`isCodeName`). */
const codes: readonly Status[] = ['OK', 'DNS', 'DNF', 'DSQ', 'DSQ', 'OTL', 'NC']
const codeNames = new Set(['classifier', 'wertung', 'staffelwertung', 'teamclassifier', 'evaluation'])

/** Names under which OE and OS write their codes, by language of the program. */
export const isCodeName = (name: string): boolean => codeNames.has(squash(nameWords(name)))

/** 0 ok · 1 did not start · 2 did not finish · 3 mispunched · 4 disqualified · 5 over the time limit · 6 not competing. */
export const statusOfCode = (cell: Cell): Status | null => {
  const text = typeof cell === 'object' ? '' : String(cell).trim()
  return /^[0-6]$/.test(text) ? (codes[Number(text)] ?? null) : null
}

/** The same as LiveResultat counts them, which goes on: 9 started · 10 not started yet · 11 did not start. */
export const statusOfLiveCode = (cell: Cell): Status | null =>
  cell === 9 || cell === '9' ? 'on course' : cell === 11 || cell === '11' ? 'DNS' : statusOfCode(cell)

const closingBracket = 41
const behind = /^[\d:.,\s]+[\s(/*-](\p{L}[\p{L}.]*)\)?$/u

/** "1:02:11 NC" and "3 (DSQ)" hold a result that does not count; "3 AK" is a place in an age group, "9:30 PM" a time of day. */
const reasonBehind = (word: string): Status | null => {
  const said = (word.length > 60 ? undefined : behind.exec(word)?.[1]) ?? ''
  const isTelling = said.length > 2 || (word.includes(':') && !/^[ap]m$/i.test(said))
  const status = isTelling ? statusOfWord(said) : null
  return isInOrder(status) ? null : status
}

/** Status from a result or place cell: only reasons for a missing one. "finish" has no meaning there. */
export const reasonOfWord = (word: string): Status | null => {
  // Times and places are not worth caching.
  const last = word.charCodeAt(word.length - 1)
  if (!/^\p{L}/u.test(word)) return last > 64 || last === closingBracket ? reasonBehind(word) : null
  const status = statusOfWord(word)
  return status === 'OK' ? null : status
}

/** A word instead of a time or a place that nobody knows: the row is none of a finisher for certain. */
export const isUnknownMark = (cell: Cell): boolean =>
  typeof cell === 'string' &&
  /^\P{N}{1,24}$/u.test(cell) &&
  /\p{L}/u.test(cell) &&
  !isBlank(cell) &&
  !isDitto(cell) &&
  statusOfWord(cell.trim()) === null

/** Status from a group name: did not start, did not finish or disqualified, unless it is a class code. */
export const statusOfGroup = (word: string): Status | null => {
  const status = word.length >= 5 || abbreviation.test(word.toLowerCase()) ? reasonOfWord(word) : null
  return areOut.has(status ?? undefined) ? status : null
}
