export type Route =
  | { readonly name: 'home' }
  | { readonly name: 'category'; readonly key: string; readonly page: number }
  | { readonly name: 'person'; readonly key: string }
  | { readonly name: 'search'; readonly text: string }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const readRoute = (hash: string): Route => {
  const [, kind, first = '', second = '1'] = hash.replace(/^#/, '').split('/')
  if (first === '') return { name: 'home' }
  if (kind === 'c') {
    return { name: 'category', key: decoded(first), page: /^\d{1,6}$/.test(second) ? Math.max(1, Number(second)) : 1 }
  }
  if (kind === 'p') return { name: 'person', key: decoded(first) }
  return kind === 's' ? { name: 'search', text: decoded(first) } : { name: 'home' }
}

export const searchAddress = (text: string): string => `#/s/${encodeURIComponent(text)}`
