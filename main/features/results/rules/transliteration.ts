/**
 * How Cyrillic is written in Latin letters by people, passports and timing services: GOST 7.79, GOST 52535 and ICAO passports,
 * BGN, ISO 9 without its marks, and German and French habits. Keys are folded (ё is е), longest spelling first does not matter:
 * every one of them is tried. Letters together come before single ones.
 */
export const spellings: { readonly [letters: string]: readonly string[] } = {
  а: ['a'],
  б: ['b'],
  в: ['v', 'w'],
  г: ['g', 'gh'],
  д: ['d'],
  е: ['e', 'ye', 'ie', 'je', 'yo', 'io', 'jo', 'eo'],
  ж: ['zh', 'j'],
  з: ['z'],
  и: ['i', 'y'],
  й: ['y', 'i', 'j'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s', 'ss'],
  т: ['t'],
  у: ['u', 'ou'],
  ф: ['f', 'ph'],
  х: ['kh', 'h', 'x'],
  ц: ['ts', 'c', 'tz', 'cz'],
  ч: ['ch', 'tch', 'tsch', 'cz'],
  ш: ['sh', 'sch', 'sz'],
  щ: ['shch', 'sch', 'shh', 'stch', 'schtsch', 'szcz'],
  ъ: ['', 'ie', 'y', 'j'],
  ы: ['y', 'i'],
  ь: ['', 'y', 'i', 'j'],
  э: ['e'],
  ю: ['yu', 'iu', 'ju'],
  я: ['ya', 'ia', 'ja'],
  і: ['i', 'y'],
  ї: ['yi', 'i', 'ji'],
  є: ['ye', 'ie', 'e', 'je'],
  ґ: ['g'],
  ў: ['u', 'w'],
  ә: ['a', 'ae'],
  ғ: ['g', 'gh'],
  қ: ['k', 'q'],
  ң: ['n', 'ng'],
  ө: ['o', 'oe'],
  ұ: ['u'],
  ү: ['u'],
  һ: ['h'],
  ий: ['y', 'i'],
  ый: ['y', 'i'],
  ия: ['ia', 'ya', 'ja'],
  их: ['ich'],
  кс: ['x'],
  кт: ['ct'],
  лю: ['lu'],
  ов: ['off', 'of'],
  ев: ['eff', 'ef'],
  че: ['cho'],
  ше: ['sho'],
  ще: ['shcho'],
  же: ['zho'],
  дж: ['j', 'dj'],
  ндр: ['nder'],
}

type Unit = { readonly letters: string; readonly latin: readonly string[] }

/** By first letter, those of several letters first. */
const unitsByLetter: ReadonlyMap<string, readonly Unit[]> = (() => {
  const units = new Map<string, Unit[]>()
  for (const [letters, latin] of Object.entries(spellings).sort(([a], [b]) => b.length - a.length)) {
    const [first = ''] = letters
    units.set(first, [...(units.get(first) ?? []), { letters, latin }])
  }
  return units
})()

const none: readonly Unit[] = []
/** Places in a Latin word are the bits of one number. */
const maxLatin = 30

/**
 * How many letters of `text` from `from` on spell the whole of the Latin word, which may end within the spelling of the last
 * one ("Shc" for Щ); 0 when they do not. Both are folded. Time is linear in the letters.
 */
export const spellsLatin = (latin: string, text: string, from = 0): number => {
  if (latin.length > maxLatin) return 0
  const reached: number[] = [1]
  /** End of letters together whose spelling the word only begins, for want of a better one. */
  let begun = 0
  for (let at = 0; at < reached.length; at += 1) {
    const places = reached[at] ?? 0
    if (places === 0) continue
    for (const { letters, latin: ways } of unitsByLetter.get(text[from + at] ?? '') ?? none) {
      if (letters.length > 1 && !text.startsWith(letters, from + at)) continue
      const next = at + letters.length
      for (let place = 0; place < latin.length; place += 1) {
        if ((places & (1 << place)) === 0) continue
        for (const way of ways) {
          if (latin.startsWith(way, place)) {
            if (place + way.length === latin.length) return next
            reached[next] = (reached[next] ?? 0) | (1 << (place + way.length))
          } else if (way.length > latin.length - place && way.startsWith(latin.slice(place))) {
            if (letters.length === 1) return next
            begun = next
          }
        }
      }
    }
  }
  return begun
}

/** How many letters of the Latin `text` from `from` on are a spelling of the whole Cyrillic word; 0 when none are. */
export const spellsCyrillic = (cyrillic: string, text: string, from = 0): number => {
  const reached: number[] = [1]
  for (let at = 0; at < cyrillic.length; at += 1) {
    const places = reached[at] ?? 0
    if (places === 0) continue
    for (const { letters, latin: ways } of unitsByLetter.get(cyrillic[at] ?? '') ?? none) {
      if (letters.length > 1 && !cyrillic.startsWith(letters, at)) continue
      const next = at + letters.length
      for (let place = 0; place <= maxLatin; place += 1) {
        if ((places & (1 << place)) === 0) continue
        for (const way of ways) {
          if (place + way.length > maxLatin || !text.startsWith(way, from + place)) continue
          reached[next] = (reached[next] ?? 0) | (1 << (place + way.length))
        }
      }
    }
  }
  const ends = reached[cyrillic.length] ?? 0
  return ends === 0 ? 0 : 31 - Math.clz32(ends)
}

export type Script = 'latin' | 'cyrillic'

const latinWord = /^[a-z]{3,}$/
const cyrillicWord = /^[\u0400-\u04ff]{3,}$/

/** The script of a folded word that is looked for in the other script too: three letters at least, and of one script. */
export const scriptOf = (word: string): Script | null => {
  if (latinWord.test(word)) return 'latin'
  return cyrillicWord.test(word) ? 'cyrillic' : null
}

const shortLatinWord = /^[a-z]{1,2}$/
const shortCyrillicWord = /^[\u0400-\u04ff]{1,2}$/

const shortScriptOf = (word: string): Script | null => {
  if (shortLatinWord.test(word)) return 'latin'
  return shortCyrillicWord.test(word) ? 'cyrillic' : null
}

/** Scripts of the folded words of a query. Beside a longer word one or two letters are the beginning of a name: `ivanov p`. */
export const scriptsOf = (words: readonly string[]): readonly (Script | null)[] => {
  const scripts = words.map(scriptOf)
  return scripts.every((script) => script === null)
    ? scripts
    : scripts.map((script, place) => script ?? shortScriptOf(words[place] ?? ''))
}

/** First letters of texts in the other script that can begin with the word. */
export const firstLettersFor = (word: string, script: Script): readonly string[] => {
  if (script === 'cyrillic') {
    const units = unitsByLetter.get(word[0] ?? '') ?? none
    return [...new Set(units.flatMap(({ latin }) => latin.map((way) => way[0] ?? '')))].filter(
      (letter) => letter !== '',
    )
  }
  return [...unitsByLetter]
    .filter(([, units]) =>
      units.some(({ latin }) => latin.some((way) => way !== '' && (word.startsWith(way) || way.startsWith(word)))),
    )
    .map(([letter]) => letter)
}

const marked: ReadonlyMap<string, string> = new Map([
  ['š', 'sh'],
  ['č', 'ch'],
  ['ž', 'zh'],
  ['ŝ', 'shch'],
])

/** Letters with the marks of ISO 9 as the digraphs that mean the same, before folding drops the marks. */
export const spellMarks = (text: string): string =>
  /[\u0160\u0161\u017d\u017e\u010c\u010d\u015c\u015d]|\u030c|\u0302/.test(text)
    ? text
        .normalize('NFC')
        .toLowerCase()
        .replace(/[šžčŝ]/g, (letter) => marked.get(letter) ?? letter)
    : text
