import { fold } from './fold.ts'
import type { QueryWord } from './tokenDictionary.ts'
import { spellMarks } from './transliteration.ts'

/** The different words of a query; a row matches when it holds every one of them. */
export const queryWords = (query: string): readonly QueryWord[] => {
  const flat = query.replaceAll('\n', ' ')
  const words = fold(flat).split(' ')
  const spelled = fold(spellMarks(flat)).split(' ')
  const found = new Map<string, QueryWord>()
  for (const [place, word] of words.entries()) {
    if (word !== '' && !found.has(word)) found.set(word, { word, spelled: spelled[place] ?? word })
  }
  return [...found.values()]
}
