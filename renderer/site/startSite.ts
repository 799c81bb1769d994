import type { SiteState } from '../../preload/contract/publish/site.ts'
import { h, updateChildren } from './dom.ts'
import { toggleFavourite } from './favourites.ts'
import { keepFresh } from './freshness.ts'
import { showNotice, showState } from './head.ts'
import { recall, remember, type Fetched } from './reach.ts'
import { readRoute, type Route } from './routes.ts'
import { listenToSearch } from './searchBox.ts'
import { shareLink } from './share.ts'
import { loadSite, type Site } from './site.ts'
import { momentText } from './times.ts'
import { byPlace, categoryView, type Sort } from './views/categoryView.ts'
import { homeView } from './views/homeView.ts'
import { personView } from './views/personView.ts'
import { searchView } from './views/searchView.ts'
import type { Shown, View } from './views/view.ts'
import { fill, wordsOf, type Language } from './words.ts'

/** A word says that something is loading once it takes so long. */
const LOADING_MS = 150

const startLanguage = (): Language => {
  const wished = [
    location.hash.slice(1),
    recall('language') ?? '',
    ...navigator.languages,
    document.documentElement.lang,
  ]
  const first = wished.find((one) => /^(?:en|ru)\b/i.test(one)) ?? 'en'
  return /^ru/i.test(first) ? 'ru' : 'en'
}

/** `place`: in place, for the same route with newer data · `link`: a new page · `back`: one that was left before. */
type Arrival = 'place' | 'link' | 'back'

export const startSite = async (first: SiteState): Promise<void> => {
  const main = document.querySelector('main')
  if (main === null) return
  let language = startLanguage()
  let state = first
  let site: Site | null = null
  let isOffline = false
  let sort: Sort = byPlace
  let address = location.hash
  let arrival: Arrival = 'back'
  let view = new AbortController()
  const scrolls = new Map<string, number>()
  /** Something of the view could not be loaded. */
  let isUnread = false
  /** The route whose content is on the page. */
  let shownAddress: string | null = null

  const tellState = (): void => showState({ state, language, words: wordsOf(language), isOffline })

  const viewOf = (shown: Shown, route: Route, signal: AbortSignal): Promise<Fetched<View>> => {
    if (route.name === 'category') return categoryView(shown, route.key, route.page, sort, signal)
    if (route.name === 'person') return personView(shown, route.key, signal)
    return route.name === 'search' ? searchView(shown, route.text, signal) : homeView(shown, signal)
  }

  const show = async (way: Arrival): Promise<void> => {
    view.abort()
    view = new AbortController()
    const { signal } = view
    const words = wordsOf(language)
    const { hash } = location
    const route = readRoute(hash)
    if (site === null) return
    const loading = setTimeout(() => {
      main.setAttribute('aria-busy', 'true')
      if (way !== 'place') main.replaceChildren(h('p', { class: 'count' }, words.loading))
    }, LOADING_MS)
    const fetched = await viewOf({ site, language, words }, route, signal)
    clearTimeout(loading)
    if (signal.aborted) return
    main.removeAttribute('aria-busy')
    if (fetched.kind === 'missing' && (await fresh.renew())) return
    if (fetched.kind === 'offline') tell(false)
    isUnread = fetched.kind !== 'found'
    if (fetched.kind !== 'found') {
      if (shownAddress !== hash) updateChildren(main, [h('p', { class: 'count' }, words.unread)])
      return
    }
    const { title, content } = fetched.value
    document.body.dataset['view'] = route.name
    document.title = title === '' ? state.title : `${title} · ${state.title}`
    shownAddress = hash
    if (way === 'place') updateChildren(main, content)
    else {
      main.textContent = ''
      main.append(...content)
      arrive(way)
    }
  }

  const arrive = (way: Arrival): void => {
    const heading = document.getElementById('heading') ?? document.querySelector<HTMLElement>('h1')
    if (way === 'link') heading?.focus({ preventScroll: true })
    window.scrollTo(0, way === 'back' ? (scrolls.get(location.hash) ?? 0) : 0)
  }

  const setLanguage = (chosen: Language): void => {
    language = chosen
    document.documentElement.lang = chosen
    search.label(wordsOf(chosen))
    tellState()
    if (isOffline) tellOffline()
  }

  const choose = (chosen: Language): void => {
    setLanguage(chosen)
    remember('language', chosen)
    // The link to this language is hidden now, and the other one stands in its place.
    document.querySelector<HTMLElement>(`.language [hreflang]:not([hreflang=${chosen}])`)?.focus()
    void show('place')
  }

  const tellOffline = (): void => {
    const time = momentText(state.confirmedAt, language, new Date())
    showNotice(fill(wordsOf(language).offline, { time }), true)
  }

  const search = listenToSearch(async () => {
    address = location.hash
    await show('place')
  })

  const fresh = keepFresh({
    known: () => (site === null ? null : state),
    take: async (newer) => {
      const loaded = await loadSite(newer)
      if (loaded.kind !== 'found') return loaded.kind
      const isFirst = site === null
      const isOther = isFirst || newer.directory !== state.directory || newer.changes !== state.changes
      const isNews = !isFirst && newer.publishedAt !== state.publishedAt
      state = newer
      site = loaded.value
      if (isNews) {
        const time = momentText(newer.publishedAt, language, new Date())
        showNotice(fill(wordsOf(language).updated, { time }))
      }
      tellState()
      if (isOther) await show(isFirst ? 'back' : 'place')
      return 'found'
    },
    tell: (isReached) => tell(isReached),
  })

  const tell = (isReached: boolean): void => {
    const wasOffline = isOffline
    isOffline = !isReached
    tellState()
    if (isOffline) tellOffline()
    else if (wasOffline) {
      showNotice('')
      // Something may not have been loaded meanwhile.
      void show('place')
    }
  }

  setLanguage(language)
  // A page without scripts has led here in its language.
  if (/^#(?:en|ru)$/.test(location.hash)) location.replace('#/')
  search.follow(readRoute(address))
  history.scrollRestoration = 'manual'
  addEventListener('hashchange', ({ oldURL }) => {
    scrolls.set(new URL(oldURL).hash, scrollY)
    if (location.hash.split('/')[2] !== address.split('/')[2]) sort = byPlace
    address = location.hash
    search.follow(readRoute(address))
    void show(arrival)
    arrival = 'back'
  })
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey } = event
    const pressed = target instanceof Element ? target.closest<HTMLElement>('a, button') : null
    if (pressed === null) return
    const { sort: by, star, name = '', share } = pressed.dataset
    if (pressed instanceof HTMLAnchorElement && pressed.hreflang !== '') {
      event.preventDefault()
      choose(pressed.hreflang === 'ru' ? 'ru' : 'en')
    } else if (pressed instanceof HTMLAnchorElement && pressed.hash !== '' && !ctrlKey && !metaKey) arrival = 'link'
    else if (by !== undefined) {
      sort = { by, isFalling: sort.by === by && !sort.isFalling }
      void show('place')
    } else if (star !== undefined) {
      toggleFavourite(star, name)
      void show('place')
    } else if (share !== undefined) void shareLink(share, () => showNotice(wordsOf(language).copied))
  })
  setInterval(() => {
    tellState()
    if (isUnread) void show('place')
  }, 20_000)
  const loaded = await loadSite(state)
  if (loaded.kind === 'found') {
    site = loaded.value
    await show('back')
  } else if (loaded.kind === 'offline') tell(false)
  else await fresh.renew()
}
