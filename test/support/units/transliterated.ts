import { scriptOf, spellsCyrillic, spellsLatin } from '../../../main/features/results/rules/transliteration.ts'

/** Whether some run of letters within the folded token begins with the folded word written in the other script. */
export const isTransliterated = (word: string, token: string, script = scriptOf(word)): boolean => {
  if (script === null) return false
  const spells = script === 'latin' ? spellsLatin : spellsCyrillic
  return [...token.matchAll(/[a-z]+|[\u0400-\u04ff]+/g)].some(({ index }) => spells(word, token, index) > 0)
}
