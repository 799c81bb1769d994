/** The letters of Cyrillic by the plainest of the ways in which they are written in Latin letters. */
const latin: ReadonlyMap<string, string> = new Map(
  (
    'а=a ә=a я=a б=b в=v г=g ґ=g ғ=g д=d е=e є=e э=e ж=z з=z и=i й=i і=i ї=i ы=i к=k қ=k л=l м=m н=n ң=n о=o ө=o п=p р=r ' +
    'с=s т=t у=u ў=u ұ=u ү=u ю=u ф=f х=h һ=h ц=c ч=c ш=s щ=s ъ= ь= ł=l đ=d ø=o ı=i ß=ss æ=ae œ=oe'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
)

/** In this order: letters together before single ones. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/q/g, 'k'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/shch|stch|tsch|sch|shh|sh|sz|ss/g, 's'],
  [/tch|ch|cz|tz|ts/g, 'c'],
  [/zh/g, 'z'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/[jy]/g, 'i'],
  [/ou|iu/g, 'u'],
  [/ii+/g, 'i'],
  [/ia/g, 'a'],
  [/ie|io|eo/g, 'e'],
  [/f/g, 'v'],
  [/(\p{L})\1+/gu, '$1'],
  [/0*(\d+)/g, '$1'],
]

/**
 * One key for a word however it is written: case, accents, ё and е, Cyrillic and its spellings in Latin letters make no
 * difference, nor do zeros in front of a number. Different words may share a key. A site's index is made of keys, and its page
 * searches for them; browsers as old as Chrome 80 run this.
 */
export const searchKey = (word: string): string => {
  if (/^[1-9][0-9]*$/.test(word)) return word
  const folded = word
    .normalize('NFC')
    .toLowerCase()
    .replace(/й/g, 'и')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/[Ѐ-ӿłđøıßæœ]/g, (letter) => latin.get(letter) ?? letter)
  const key = plainer.reduce((text, [from, to]) => text.replace(from, to), folded)
  return key.replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The words of a name or a query. */
export const wordsOf = (text: string): readonly string[] => text.split(/[\s\p{Pd}]+/u).filter((word) => word !== '')
