import { fold } from '../../../../kernel/fold.ts'
import { wordSet } from './nameWords.ts'

export type Sex = 'm' | 'f'

/** Russian, English, German, French, Spanish and Finnish first, then the others that headers are read in. */
const words = {
  m: [
    'm м male man men boy boys муж мужской мужчина мужчины мужчин мальчик мальчики юноши юниоры',
    'h männlich maennlich mann männer herr herren homme hommes masculin hombre hombres masculino varon varones',
    'e mies miehet pojat messieurs garçon garçons masc mask',
    'mężczyzna mężczyźni mężczyzn chłopcy homem homens maschio maschi maschile uomo uomini muž muži mužský man män herrar',
    'pojkar menn herrer gutter mand mænd drenge mannen heren jongens bărbat bărbați férfi férfiak fiú erkek erkekler bay',
    '男 男子 男性 남 남자 남성',
  ],
  f: [
    'f ж w female woman women girl girls lady ladies жен женский женщина женщины женщин девушки девочки юниорки',
    'weiblich frau frauen dame damen femme femmes feminin féminine dames mujer mujeres femenino k n nainen naiset tytöt',
    'fille filles fem kobieta kobiety kobiet dziewczęta feminino mulher mulheres femmina femmine femminile donna donne',
    'z žena ženy ženský kvinna kvinnor dam damer flickor kvinne kvinner jenter kvinde kvinder piger v vrouw vrouwen meisjes',
    'femeie femei nő nők női lány kadın kadınlar bayan bayanlar 女 女子 女性 여 여자 여성',
  ],
} satisfies { readonly [S in Sex]: readonly string[] }

const sexByWord: ReadonlyMap<string, Sex> = new Map(
  Object.entries(words).flatMap(([sex, lists]) =>
    [...wordSet(lists.join(' '))].map((word) => [word, sex as Sex] as const),
  ),
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

const mixed = wordSet(
  'x mixed mixte mixto mixta misto mista mix gemischt blandat miksed diverse divers other nonbinary микс смешанная 混合 혼성',
)

/** Words for neither sex or for mixed teams in a column of sexes. */
export const isMixedWord = (text: string): boolean => mixed.has(fold(text).trim().replace(/[ .]/g, ''))
