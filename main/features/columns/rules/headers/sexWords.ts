import { fold } from '../../../../kernel/fold.ts'

export type Sex = 'm' | 'f'

/** Russian, English, German, French, Spanish and Finnish first, then the others that headers are read in. */
const words: readonly (readonly [Sex, string])[] = [
  ['m', 'm м male man men boy boys муж мужской мужчина мужчины мужчин мальчик мальчики юноши юниоры'],
  ['m', 'h männlich maennlich mann männer herr herren homme hommes masculin hombre hombres masculino varon varones'],
  ['m', 'e mies miehet pojat messieurs garçon garçons masc mask'],
  [
    'm',
    'mężczyzna mężczyźni mężczyzn chłopcy homem homens maschio maschi maschile uomo uomini muž muži mužský man män herrar',
  ],
  [
    'm',
    'pojkar menn herrer gutter mand mænd drenge mannen heren jongens bărbat bărbați férfi férfiak fiú erkek erkekler bay',
  ],
  ['m', '男 男子 男性 남 남자 남성'],
  ['f', 'f ж w female woman women girl girls lady ladies жен женский женщина женщины женщин девушки девочки юниорки'],
  [
    'f',
    'weiblich frau frauen dame damen femme femmes feminin féminine dames mujer mujeres femenino k n nainen naiset tytöt',
  ],
  [
    'f',
    'fille filles fem kobieta kobiety kobiet dziewczęta feminino mulher mulheres femmina femmine femminile donna donne',
  ],
  [
    'f',
    'z žena ženy ženský kvinna kvinnor dam damer flickor kvinne kvinner jenter kvinde kvinder piger v vrouw vrouwen meisjes',
  ],
  ['f', 'femeie femei nő nők női lány kadın kadınlar bayan bayanlar 女 女子 女性 여 여자 여성'],
]

const sexByWord: ReadonlyMap<string, Sex> = new Map(
  words.flatMap(([sex, list]) => list.split(' ').map((word) => [fold(word), sex] as const)),
)

/** Words of these headers may write M for mujer. */
const spanishHeader = /sexo|genero|rama/
const hungarianHeader = /^neme?$/

/**
 * The sex that a cell names, in the letters and words of many languages; null for anything else, and for a Spanish M,
 * which is either masculino or mujer.
 */
export const sexOf = (text: string, header: string): Sex | null => {
  const word = fold(text).trim().replace(/\.$/, '')
  if (word === 'm' && spanishHeader.test(fold(header))) return null
  // Férfi and nő.
  if (word === 'f' && hungarianHeader.test(fold(header))) return 'm'
  return wordSex(word)
}

export const isSexWord = (text: string): boolean => wordSex(fold(text).trim()) !== null

/** Also of one said twice: "Masculin | Male", "M (Male)". */
const wordSex = (word: string): Sex | null => {
  const single = sexByWord.get(word.replace(/\.$/, ''))
  if (single !== undefined) return single
  const parts = word.split(/[|/()]+/).map((part) => part.trim())
  const [first, ...others] = parts.filter((part) => part !== '').map((part) => sexByWord.get(part) ?? null)
  return first !== undefined && others.length > 0 && others.every((other) => other === first) ? first : null
}

const mixed = new Set(
  'x mixed mixte mixto mixta misto mista mix gemischt blandat miksed diverse divers other nonbinary микс смешанная 混合 혼성'.split(
    ' ',
  ),
)

/** Words for neither sex or for mixed teams in a column of sexes. */
export const isMixedWord = (text: string): boolean => mixed.has(fold(text).trim().replace(/[ .]/g, ''))
