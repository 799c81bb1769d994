import type { Json } from '../../preload/contract/ids.ts'

/** Dotted places of the texts of an input for which `holdsKey` is true, without those that `keyFields` matches. */
export const keysInTexts = (
  input: Json,
  keyFields: RegExp | undefined,
  holdsKey: (text: string) => boolean,
): readonly string[] => {
  const found: string[] = []
  const look = (value: Json, place: string): void => {
    if (typeof value === 'string') {
      if (keyFields?.test(place) !== true && holdsKey(value)) found.push(place)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) look(inner, place === '' ? name : `${place}.${name}`)
    }
  }
  look(input, '')
  return found
}
