import { recall, remember } from './reach.ts'

export type Favourite = readonly [key: string, name: string]

const stored = (): readonly Favourite[] => {
  try {
    const list: unknown = JSON.parse(recall('favourites') ?? '[]')
    if (!Array.isArray(list)) return []
    return list.filter(
      (one): one is Favourite => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string',
    )
  } catch {
    return []
  }
}

let list = stored()

export const favourites = (): readonly Favourite[] => list

export const isFavourite = (key: string): boolean => list.some(([own]) => own === key)

export const toggleFavourite = (key: string, name: string): void => {
  list = isFavourite(key) ? list.filter(([own]) => own !== key) : [...list, [key, name]]
  remember('favourites', JSON.stringify(list))
}
