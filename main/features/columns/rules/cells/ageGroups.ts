import { fold } from '../../../../kernel/fold.ts'
import { wordSet } from '../headers/nameWords.ts'
import { isSexWord } from '../headers/sexWords.ts'

/** Words for classes of age and strength; with one of them a text names a group. */
const classWords = wordSet(
  'junior juniors jun senior seniors sen veteran veterans vet vets master masters mas elite pro open youth espoir espoirs es cadet cadets cadette minime minimes benjamin poussin jugend schüler hk ' +
    'юниоры юниорки ветераны элита общий молодежь senioren junioren juniorinnen altersklasse veteranos juveniles juvenil cadetes infantil promesas yleinen veteraanit ' +
    'seniorzy weterani junior juniorzy amatorzy assoluti amatori allievi juniori dorost žáci muži veteráni motion äldre ungdom senior veteran junioren recreanten veterani tineret felnőtt ifjúsági szenior ' +
    '一般 壮年 高校 高校生 中学 中学生 小学生 シニア マスターズ エイジ 公開 公开 青年 中年 老年 일반 청년 장년 büyükler gençler yıldızlar veteranlar',
)
const ageUnits = wordSet(
  'years year yrs jahre ans anos anni lat let rokov år jaar ani év éves лет old v u u. alter und älter et plus i više a starší и старше ст mladší до under över over ja vanhemmat iki yaş 歳 才 代 以上 以下 未満 岁 세 대 이상',
)
const sexLetters = 'mwfhdknmжюдкvžž'
const compact = [
  // M40, W35+, MU20, H21, K 30-39, S2M, M2429, M40/44
  new RegExp(`^[${sexLetters}]{1,2}[-_ /]?(?:u|до)?[-_ ]?\\d{2}(?:\\s?[-–—/~]?\\s?\\d{2})?\\s?\\+?$`, 'u'),
  // M0, V1M, SEM, ESH, JUF, M-U18
  /^[мжmw]\d$/u,
  /^(?:se|es|ju|ca|mi|be|po|ma|ve|v\d|m\d{1,2}|s\d{1,2})[-_ ]?[mfhwx]$/u,
  /^[mfwh](?:sen|vet|jun|jr|sr|s|v|j|e|es|ju)\d{0,2}$/u,
  /^[a-z]{2,6}(?:[-_][a-z]{1,6})*[-_][mfhwdx]$/u,
  new RegExp(
    `^[${sexLetters}][-_ ](?:jun|sen|vet|mas|hk|j[abc]|pro|jr|sr)$|^[${sexLetters}](?:hk|jun|sen|vet|j[abc])$`,
    'u',
  ),
  // 40-44, 60+, U20, under 18, 18-29
  /^(?:u|до|under|under |under-)?\s?\d{1,2}\s?(?:[-–—~〜]\s?\d{1,2}|\+)$/u,
  /^(?:u|под|до|under|sub|m|p|d|h|k)[- ]?\d{2}$/u,
  // 40-44H, 60+ F
  new RegExp(`^\\d{1,2}(?:[-–]\\d{1,2}|\\+)\\s?[${sexLetters}]$`, 'u'),
  // 25-29男子, 男子40代, 60歳以上女子, 一般男子
  /^(?=.*[\p{Script=Han}\p{Script=Hangul}])(?:男子?|女子?|남자?|여자?)?[\d\s\-–~〜]{0,9}(?:歳|才|代|岁|세|대)?(?:代|以上|以下|未満|이상|組|组)?(?:男子?|女子?|남자?|여자?)?$/u,
  /^(?:一般|壮年|高校|中学|小学|マスターズ|シニア|公开|青年|中年|老年|일반|청년|장년)[\p{L}\d]{0,4}$/u,
]

/** A group of age, sex or class as categories are written: letters with an age, a range, or words of those. */
export const isAgeGroup = (text: string): boolean => {
  if (text.length > 40 || text.length < 2 || /^\d+$/.test(text) || isSexWord(text)) return false
  // A place with the sex it was reached in: 12 M.
  if (/^\d{1,4}[.)]?\s\p{L}$/u.test(text)) return false
  const word = text.toLowerCase()
  return compact.some((pattern) => pattern.test(word)) || isWorded(word)
}

/** Only words of sexes, classes and ages: "Мужчины 40-49", "Women's Open", "Elite Women", "M 40-49 lat". */
const isWorded = (word: string): boolean => {
  let sexes = 0
  let classes = 0
  let ages = 0
  let units = 0
  for (const token of fold(word).split(/[\s\-–—/_.,()|:'’"+]+/u)) {
    if (token === '' || token === 's') continue
    if (classWords.has(token)) classes += 1
    else if (isSexWord(token) || isSexWord(token.replace(/s$/, ''))) sexes += 1
    else if (/^(?:u|sub)?\d{1,2}$/.test(token)) ages += 1
    else if (ageUnits.has(token)) units += 1
    else if (classes === 0 || !/^[a-c1-9]$/.test(token)) return false
  }
  return classes > 0 || (ages > 0 && sexes + units > 0)
}
