import { useEffect, useState } from 'react'
import type { FoundResult, ScreenContent, ScreenState } from '../../preload/contract/screens/state.ts'

/** The laptop sends a beat every 10 s: after this long its address is asked again. */
const SILENCE_MS = 25_000
const LOOK_EVERY_MS = 2_000
const AGAIN_MS = 1_000

const own = (path: string): string => `${location.pathname.replace(/\/$/, '')}/${path}`

export type Heard = {
  /** Null before the first one. */
  readonly state: ScreenState | null
  /** By how much this screen's clock is behind the laptop's. */
  readonly offsetMs: number
  /** When the laptop was last heard of, by this screen's clock; null while it is there. */
  readonly lostAt: number | null
}

/** The screen's state as the laptop sends it. A connection that breaks is opened again until it is there. */
export const useScreen = (): Heard => {
  const [heard, setHeard] = useState<Heard>({ state: null, offsetMs: 0, lostAt: null })
  useEffect(() => {
    let heardAt = Date.now()
    let source: EventSource
    const open = (): void => {
      source = new EventSource(own('events'))
      const live = (): void => {
        heardAt = Date.now()
        setHeard((known) => (known.lostAt === null ? known : { ...known, lostAt: null }))
      }
      source.addEventListener('beat', live)
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        live()
        const state = JSON.parse(data) as ScreenState
        setHeard({ state, offsetMs: Date.parse(state.now) - Date.now(), lostAt: null })
      })
      source.addEventListener('error', () => {
        setHeard((known) => (known.lostAt === null ? { ...known, lostAt: heardAt } : known))
      })
    }
    open()
    const look = setInterval(() => {
      // A browser gives up after some replies, and never learns of a connection that ended in silence.
      if (source.readyState !== EventSource.CLOSED && Date.now() - heardAt < SILENCE_MS) return
      source.close()
      setHeard((known) => (known.lostAt === null ? { ...known, lostAt: heardAt } : known))
      open()
    }, LOOK_EVERY_MS)
    return () => {
      clearInterval(look)
      source.close()
    }
  }, [])
  return heard
}

const kept = new Map<string, ScreenContent>()
const KEPT = 400

export const fetchContent = async (name: string): Promise<ScreenContent | null> => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const answer = await fetch(own(`content/${name}`)).catch(() => null)
  if (answer === null || !answer.ok) return null
  const content = (await answer.json()) as ScreenContent
  kept.set(name, content)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return content
}

/** The content of that name; the one before it until it is here. */
export const useContent = (name: string | null): ScreenContent | null => {
  const [content, setContent] = useState<ScreenContent | null>(null)
  useEffect(() => {
    if (name === null) return undefined
    let isWanted = true
    let timer = 0
    const ask = async (): Promise<void> => {
      const found = await fetchContent(name)
      if (!isWanted) return
      if (found === null) timer = window.setTimeout(() => void ask(), AGAIN_MS)
      else setContent(found)
    }
    void ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [name])
  return content
}

/** The people with this bib; null when the laptop does not answer. */
export const fetchFound = async (bib: string): Promise<readonly FoundResult[] | null> => {
  const answer = await fetch(own(`find/${encodeURIComponent(bib)}`)).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as readonly FoundResult[]) : null
}
