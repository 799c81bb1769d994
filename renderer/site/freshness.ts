import type { SiteState } from '../../preload/contract/publish/site.ts'
import { fetchState } from './reach.ts'

const EVERY_MS = 30_000
const SAVING_MS = 60_000

type FreshnessParts = {
  /** Null: nothing of it is loaded yet. */
  readonly known: () => SiteState | null
  /** Loads what the newer state leads to, and shows it. */
  readonly take: (newer: SiteState) => Promise<'found' | 'missing' | 'offline'>
  readonly tell: (isReached: boolean) => void
}

type Freshness = {
  /** Reads the entry now; whether something newer is shown. */
  readonly renew: () => Promise<boolean>
}

const isSaving = (): boolean => {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

/** Reads the entry again and again while the page is looked at. */
export const keepFresh = ({ known, take, tell }: FreshnessParts): Freshness => {
  let running: Promise<boolean> | null = null
  const once = async (): Promise<boolean> => {
    const fetched = await fetchState()
    if (fetched.kind !== 'found') {
      tell(false)
      return false
    }
    const newer = fetched.value
    const isSame = JSON.stringify(newer) === JSON.stringify(known())
    const outcome = isSame ? 'found' : await take(newer)
    tell(outcome !== 'offline')
    return outcome === 'found' && !isSame
  }
  const renew = (): Promise<boolean> => {
    running ??= once().finally(() => {
      running = null
    })
    return running
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), isSaving() ? SAVING_MS : EVERY_MS)
  }
  const look = async (): Promise<void> => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') await renew()
    plan()
  }
  addEventListener('online', () => void look())
  addEventListener('offline', () => tell(false))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look()
  })
  plan()
  return { renew }
}
