import { foldSearched } from '../../../kernel/fold.ts'
import { scriptsOf, spellMarks, type Script } from './transliteration.ts'

/** A word of a query: folded, and as it is spelled when it is looked for in the other script; `script` null: it is not. */
export type QueryWord = { readonly word: string; readonly spelled: string; readonly script: Script | null }

/** The different words of a query without the signs between them (15,1 is a bib); a row matches when it contains every one of them. */
export const queryWords = (query: string): readonly QueryWord[] => {
  const bare = query.replace(/(?<!\d),|,(?!\d)|[\n;()[\]"«»„“”、，；（）]/g, ' ')
  // A query of only such signs searches for the signs.
  const flat = bare.trim() === '' ? query.replaceAll('\n', ' ') : bare
  const words = foldSearched(flat).split(' ')
  const spelled = foldSearched(spellMarks(flat)).split(' ')
  const scripts = scriptsOf(spelled)
  const found = new Map<string, QueryWord>()
  for (const [place, word] of words.entries()) {
    if (word === '' || found.has(word)) continue
    found.set(word, { word, spelled: spelled[place] ?? word, script: scripts[place] ?? null })
  }
  return [...found.values()]
}
