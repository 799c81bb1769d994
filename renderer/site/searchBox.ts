import { searchAddress, type Route } from './routes.ts'
import type { Words } from './words.ts'

const DEBOUNCE_MS = 120

type SearchBox = {
  readonly label: (words: Words) => void
  /** Shows the query of the route. */
  readonly follow: (route: Route) => void
}

/** The field of the entry: its query is in the address, so that a reader comes back to it. */
export const listenToSearch = (show: () => Promise<void>): SearchBox => {
  const box = document.getElementById('search')
  const field = document.querySelector<HTMLInputElement>('#q')
  if (box === null || field === null) return { label: () => undefined, follow: () => undefined }
  box.hidden = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = Promise.resolve()

  const apply = (): void => {
    clearTimeout(timer)
    const text = field.value.trim()
    const address = text === '' ? '#/' : searchAddress(text)
    if (address === location.hash || (text === '' && location.hash === '')) return
    if (location.hash.startsWith('#/s/')) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    shown = show()
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(apply, DEBOUNCE_MS)
  })

  const hits = (): readonly HTMLAnchorElement[] => Array.from(document.querySelectorAll('main .hits a'))
  const move = (event: KeyboardEvent, by: number): void => {
    const links = hits()
    const at = links.findIndex((link) => link === document.activeElement)
    if (at === -1 && document.activeElement !== field) return
    event.preventDefault()
    if (at + by < 0) field.focus()
    else links[Math.min(at + by, links.length - 1)]?.focus()
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isField = document.activeElement === field
    if (event.key === 'ArrowDown') move(event, 1)
    else if (event.key === 'ArrowUp') move(event, -1)
    else if (event.key === '/' && !isField) {
      event.preventDefault()
      field.focus()
      field.select()
    } else if (event.key === 'Escape' && (isField || hits().some((link) => link === document.activeElement))) {
      field.value = ''
      field.focus()
      apply()
    } else if (event.key === 'Enter' && isField) {
      apply()
      if (field.value.trim() !== '') void shown.then(() => hits()[0]?.click())
    }
  })

  return {
    label: (words) => {
      field.placeholder = words.search
      const label = document.querySelector('label[for="q"]')
      if (label !== null) label.textContent = words.search
    },
    follow: (route) => {
      clearTimeout(timer)
      field.value = route.name === 'search' ? route.text : ''
    },
  }
}
