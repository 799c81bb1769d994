import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { Scope } from '../../app/stage/scope.ts'

/** Encodings to choose from; the terminal takes any other that the Encoding Standard knows. */
export const ENCODINGS = [
  'utf-8',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'windows-1250',
  'windows-1252',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const

/** A user's reading options; null: automatic. */
export type Reading = { readonly charset: string | null; readonly hasHeader: boolean | null }

const readingOf = ({ charset, hasHeader }: Category): Reading => ({
  charset: charset?.by === 'chosen' ? charset.name : null,
  hasHeader: hasHeader ?? null,
})

export const isSameReading = (a: Reading, b: Reading): boolean => a.charset === b.charset && a.hasHeader === b.hasHeader

/** Options shared by all categories, else automatic. */
export const commonReading = (categories: readonly Category[]): Reading => {
  const [first, ...others] = categories.map(readingOf)
  const isCommon = first !== undefined && others.every((other) => isSameReading(first, other))
  return isCommon ? first : { charset: null, hasHeader: null }
}

/** The encodings that the categories' replies were read in, where that is not UTF-8. */
export const encodingsOf = (categories: readonly Category[]): readonly string[] => [
  ...new Set(categories.flatMap(({ charset }) => (charset === undefined ? [] : [charset.name]))),
]

type Change = Reading & { readonly stage: StageGuid; readonly categories?: readonly CategoryId[] }

/** All results of a stage are read alike, later ones as well; a part of them by itself. */
export const changeFor = (
  stage: StageGuid,
  scope: Scope,
  categories: readonly Category[],
  reading: Reading,
): Change => ({ stage, ...reading, ...(scope.kind === 'all' ? {} : { categories: categories.map(({ id }) => id) }) })

/** Calls that restore how each category was read. */
export const changesBack = (stage: StageGuid, scope: Scope, categories: readonly Category[]): readonly Change[] => {
  const groups = new Map<string, { readonly reading: Reading; readonly categories: Category[] }>()
  for (const category of categories) {
    const reading = readingOf(category)
    const key = JSON.stringify(reading)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { reading, categories: [category] })
    else known.categories.push(category)
  }
  const all = [...groups.values()].sort((a, b) => b.categories.length - a.categories.length)
  return all.map((group, index) =>
    changeFor(
      stage,
      index === 0 ? scope : { kind: 'category', id: group.categories[0]?.id ?? ('' as CategoryId) },
      group.categories,
      group.reading,
    ),
  )
}
