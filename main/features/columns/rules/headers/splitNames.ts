import { memoised } from '../../../../kernel/bounded.ts'
import { nameWords, wordSet } from './nameWords.ts'
import { expressionField } from './expressionField.ts'
import { isMeant, splitWord } from './readParts.ts'

/** Content of a point's column: time from the start, segment time, place there; null when only values decide. */
export type PointSays = 'total' | 'lap' | 'place' | null

/** A flat column about a point of the course, by its name. Columns about one point share their `key`. */
export type PointName = { readonly key: string; readonly says: PointSays; readonly isSure: boolean }

const lapWords = wordSet(
  'laps круги круга runden rd rnd tours vueltas kierrokset legs этапы sector sectors sektor segment segments loop отрезок перегон abschnitt stage stages',
)
const totalWords = wordSet(
  'split splits zwischenzeit zwischenzeiten zwz zz inter intermediate intermediates intermedio parcial parciales paso pasos valiaika valiajat отсечка отсечки сплит сплиты кт пкт кп checkpoint checkpoints cp kp point points pointage passage passages пункт точка контроль control mat durchgang rastipiste スプリット 通過 międzyczas mezičas mellantid mellomtid tussentijd passering passaggio passagem punch punches stempel stempelzeit poincon stampling stempling klip leima razeni picada picagem punzonatura отметка',
)
const cumulativeWords = wordSet(
  'total cumulative cumul elapsed overall race gesamt общее накопленное kumuliert acumulado kokonais result',
)
const timeWords = wordSet('times zeiten tiempos at results race')
const otherWords = wordSet(
  'plus timeplus name id date day start status state is has on count number num nr no index order prev previous best fastest last next',
)
const halfWords = wordSet(
  'half halfway halfmarathon hm halbmarathon halb halbzeit semi medio media puolimatka puolikas половина полумарафон полпути 半程 半马 中間 하프',
)
const sportWords = wordSet(
  'swim bike cycle run ski transition スイム バイク ラン トランジション 游泳 自行车 跑步 수영 사이클 달리기 plywanie rower bieg plavani kolo beh plavanie bicykel nuoto corsa bicicletta natacao ciclismo corrida simning cykel lopning svomming sykkel loping svomning lob zwemmen fietsen lopen inot bicicleta alergare uszas kerekpar futas yuzme bisiklet kosu плавание вело велосипед велогонка бег schwimmen rad radfahren laufen lauf natation velo course cap natacion bici carrera uinti pyoraily juoksu',
)
const units: ReadonlyMap<string, string> = new Map(
  [
    ['km', 'k km km. км kilometer kilometre kilometr км. километр 公里 千米 킬로'],
    ['m', 'm м meter metres метр metros'],
    ['mi', 'mi mile miles миля мили милль'],
  ].flatMap(([unit = '', words = '']) => words.split(' ').map((word) => [word, unit] as const)),
)

const isPlace = (word: string): boolean => isMeant(word, 'place')
const isLap = (word: string): boolean => lapWords.has(word) || isMeant(word, 'lap')
const isTime = (word: string): boolean => timeWords.has(word) || isMeant(word, 'time')
const isOther = (word: string): boolean =>
  otherWords.has(word) || (['pace', 'speed', 'average', 'gap', 'leader'] as const).some((part) => isMeant(word, part))

/** The meaning of a field in a list of points, such as totalTime, lapTime or groupRacePosition. */
export const pointFieldSays = (field: string): PointSays | 'other' => {
  const words = nameWords(field)
  if (words.some(isPlace)) return 'place'
  if (words.some(isOther)) return 'other'
  if (words.some((word) => cumulativeWords.has(word))) return 'total'
  if (words.some(isLap)) return 'lap'
  return words.some((word) => totalWords.has(word)) ? 'total' : null
}

const isPointWord = (word: string): boolean =>
  isPlace(word) ||
  isLap(word) ||
  isTime(word) ||
  totalWords.has(word) ||
  sportWords.has(word) ||
  isMeant(word, 'filler')

/** The words of a name, also of glued ones: swimtimeformatted, スイムラップ. */
const pointWords = (name: string): readonly string[] =>
  nameWords(name)
    .flatMap((word) => (isOther(word) ? [word] : (splitWord(word, isPointWord) ?? [word])))
    .filter((word) => !isMeant(word, 'filler'))

/** The place of a control on the course and its code, as programs for orienteering write them: "#3 (47)", "#F(240)"; with the leg below. */
const controlName = /^#\s?(\d{1,3}|[FФ])\s?\(\d{1,4}\)(\s\(2\))?/iu

/** A list called splits, checkpoints or points_de_passage; times in one of laps may be either. */
export const isListOfPoints = (list: string): boolean => nameWords(list).some((word) => totalWords.has(word))

const readPoint = (name: string): PointName | null => {
  const [, control, leg] = controlName.exec(name) ?? []
  if (control !== undefined) return { key: control, says: leg === undefined ? null : 'lap', isSure: true }
  const words = pointWords(expressionField(name) ?? name)
  if (words.length === 0 || words.length > 8) return null
  let says: PointSays = null
  let isPoint = false
  const rest: string[] = []
  for (const word of words) {
    if (isPlace(word)) says = 'place'
    else if (isOther(word)) return null
    else if (isLap(word)) {
      says ??= 'lap'
      isPoint = true
    } else if (totalWords.has(word)) {
      says ??= 'total'
      isPoint = true
    } else if (!isTime(word)) rest.push(word)
  }
  const key = keyOf(rest, isPoint || words.some(isTime))
  if (key !== null) return { key: key.key, says: says ?? key.says, isSure: isPoint || key.isSure }
  // splits.Lakeside.time: any key inside a list of points is a point.
  const [head = '', ...others] = name.split('.')
  const isUnder = others.length > 0 && nameWords(head).some((word) => isLap(word) || totalWords.has(word))
  return isUnder && rest.length > 0 ? { key: rest.join(' '), says, isSure: false } : null
}

/** Null for a name that speaks of no point. Every body of a stage has the same names. */
export const pointOfName = memoised(readPoint)

type Key = { readonly key: string; readonly says: PointSays; readonly isSure: boolean }

/** `isTimed`: some word says that the column is about points or times, so a bare number is enough. */
const keyOf = (rest: readonly string[], isTimed: boolean): Key | null => {
  const numbers = rest.filter((word) => /^\d{1,5}$/.test(word))
  const texts = rest.filter((word) => !/^\d{1,5}$/.test(word))
  const number = numbers.join('.')
  const [text = '', ...others] = texts
  if (others.length > 0 || numbers.length > 2) return null
  const unit = units.get(text)
  if (unit !== undefined && numbers.length > 0) return { key: `${number} ${unit}`, says: null, isSure: true }
  if (texts.length === 0) return isTimed && numbers.length === 1 ? { key: number, says: null, isSure: true } : null
  if (halfWords.has(text) && numbers.length === 0) return { key: 'half', says: null, isSure: true }
  // Rowing and skating have splits at round metres.
  if (text === 't' && /^[1-9]\d{2,3}$/.test(number)) return { key: `${number} m`, says: null, isSure: false }
  if (text === 't' && (number === '1' || number === '2')) return { key: `t${number}`, says: 'lap', isSure: false }
  if (sportWords.has(text)) return { key: `${text}${number}`, says: 'lap', isSure: false }
  return null
}
