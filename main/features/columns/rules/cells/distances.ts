const mile = 1.609344
const lengths = [
  [1, 'k|kms?|км|kilometers?|kilometres?|kilometer|kilometros?|quilometros?|公里'],
  [mile, 'mi|miles?|миль|мили|миля'],
  [0.001, 'meters?|metres?|metros?|метров|метра'],
] as const
const number = String.raw`(\d{1,6}(?:[.,]\d{1,4})?)`
const lengthPatterns = lengths.map(([km, words]) => ({
  km,
  pattern: new RegExp(`(?<![\\d.,:\\p{L}])${number}[\\s_-]?(?:${words})(?![\\p{L}\\d])`, 'iu'),
}))
const wordBefore = new RegExp(`(?<!\\p{L})(?:km|км)[\\s_-]?${number}(?![\\d:])`, 'iu')
/** One letter for metres or miles, which only the number tells apart: 1500m and 400 m, but 3.1M and 5M. */
const letterM = new RegExp(`(?<![\\d.,:\\p{L}])${number}\\s?([mм])(?![\\p{L}\\d])`, 'iu')

const names: readonly (readonly [number, RegExp])[] = [
  [
    21.0975,
    /(?<!\p{L})(?:half|halfway|half[ -]?marathon|hm|semi|semi[ -]?marathon|halbmarathon|halbe?r?|halv\p{L}*|polumaraf?on|полумарафон|половина|półmaraton|polmaraton|pulmaraton|půlmaraton|media[ -]?marat[oó]n|medio[ -]?marat[oó]n|mezza(?:[ -]?maratona)?|meia(?:[ -]?maratona)?|puolimaraton|puolimatka|puolikas|ハーフ)(?!\p{L})/iu,
  ],
  [
    42.195,
    /^(?:full )?(?:marathon|марафон|maraton|maratón|maratona|maratonas|маратон|フルマラソン|マラソン|마라톤|马拉松)$/iu,
  ],
]

/**
 * Kilometres that a text names, as in "10 km", "21,1 км", "12.6mi_Start to the lake", "3.1M", "1500 m" or "Half"; null for
 * others, and for lengths that no course has.
 */
export const kmOfText = (text: string): number | null => {
  if (text.length > 120) return null
  const trimmed = text.trim()
  for (const { km, pattern } of lengthPatterns) {
    const found = pattern.exec(trimmed)?.[1]
    if (found !== undefined) return courseLength(valueOf(found) * km)
  }
  const before = wordBefore.exec(trimmed)?.[1]
  if (before !== undefined) return courseLength(valueOf(before))
  const lettered = letterM.exec(trimmed)?.[1]
  if (lettered !== undefined) {
    const value = valueOf(lettered)
    // The length of a pool, or miles.
    if (value === 25 || value === 50) return null
    return courseLength(value >= 60 ? value / 1000 : value * mile)
  }
  return names.find(([, pattern]) => pattern.test(trimmed))?.[0] ?? null
}

/** Kilometres of a bare number that stands for a distance: metres from 800 on. */
export const kmOfNumber = (value: number): number | null => courseLength(value >= 800 ? value / 1000 : value)

/** Kilometres of texts such as 42.2 and 13,1. */
export const kmOfBareText = (text: string): number | null =>
  /^\d{1,3}[.,]\d{1,4}$/.test(text.trim()) ? valueOf(text.trim()) : null

const valueOf = (text: string): number => Number(text.replace(',', '.'))
const courseLength = (km: number): number | null => (km >= 0.05 && km <= 1_200 ? km : null)
