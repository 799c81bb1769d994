import { formatRoute, parseRoute, type Route } from './address.ts'
import { createStore } from './state/store.ts'

/** Where the user is. */
export const route = createStore<Route>(parseRoute(window.location.hash))

export const followAddress = (): void => {
  window.addEventListener('hashchange', () => route.set(parseRoute(window.location.hash)))
}

export const goTo = (next: Route): void => {
  const hash = formatRoute(next)
  if (window.location.hash === hash) return
  window.history.pushState(null, '', hash)
  route.set(next)
}
