import { useEffect, useRef, useState } from 'react'
import type { ScreenContent, ScreenState } from '../../preload/contract/screens/state.ts'
import { keepFrozen } from './frozen.ts'
import { fetchContent, findElsewhere, keptContent, moveTo, openEvents } from './laptop.ts'
import { readState } from './replies.ts'

/** The laptop sends a beat every 10 s: after this long its address is asked again. */
const SILENCE_MS = 25_000
/** After this long its other addresses are asked, too. */
const ELSEWHERE_MS = 20_000
const LOOK_EVERY_MS = 2_000
const AGAIN_MS = 1_000

export type Heard = {
  /** Null before the first one. */
  readonly state: ScreenState | null
  /** The laptop's clock less `performance.now()`, which nobody sets. */
  readonly offsetMs: number
  /** When the laptop was last heard of, by `performance.now()`; null while it is there. */
  readonly lostAt: number | null
}

/** The screen's state as the laptop sends it. A connection that breaks is opened again until it is there. */
export const useScreen = (): Heard => {
  const [heard, setHeard] = useState<Heard>({ state: null, offsetMs: 0, lostAt: null })
  useEffect(() => {
    let heardAt = performance.now()
    let origins: readonly string[] = []
    let isAskingElsewhere = false
    let isOver = false
    let source: EventSource
    const lose = (): void => setHeard((known) => (known.lostAt === null ? { ...known, lostAt: heardAt } : known))
    const open = (): void => {
      source = openEvents()
      source.addEventListener('beat', () => {
        heardAt = performance.now()
        setHeard((known) => (known.lostAt === null ? known : { ...known, lostAt: null }))
      })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const state = readState(data)
        if (state === null) return
        heardAt = performance.now()
        origins = state.origins
        const offsetMs = Date.parse(state.now) - heardAt
        setHeard((known) => ({ state: keepFrozen(known.state, state), offsetMs, lostAt: null }))
      })
      // The screen was removed.
      source.addEventListener('end', () =>
        setHeard((known) => ({ ...known, state: known.state === null ? null : { ...known.state, isOver: true } })),
      )
      source.addEventListener('error', lose)
    }
    const isSilent = (ms: number): boolean => performance.now() - heardAt >= ms
    const askElsewhere = async (): Promise<void> => {
      isAskingElsewhere = true
      const origin = await findElsewhere(origins)
      isAskingElsewhere = false
      if (origin !== null && !isOver && isSilent(ELSEWHERE_MS)) moveTo(origin)
    }
    open()
    const look = setInterval(() => {
      if (isSilent(ELSEWHERE_MS) && !isAskingElsewhere) void askElsewhere()
      // A browser gives up after some replies, and never learns of a connection that ended in silence.
      if (source.readyState !== source.CLOSED && !isSilent(SILENCE_MS)) return
      source.close()
      lose()
      open()
    }, LOOK_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(look)
      source.close()
    }
  }, [])
  return heard
}

type Loaded = { readonly name: string; readonly content: ScreenContent }

/** The content of that name; the one before it, under its own name, until it is here. */
export const useLoaded = (name: string | null): Loaded | null => {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const wanted = useRef(name)
  useEffect(() => {
    wanted.current = name
    if (name === null) return undefined
    let isWanted = true
    let timer = 0
    const ask = async (): Promise<void> => {
      const content = await fetchContent(name)
      if (content === null) {
        if (isWanted) timer = window.setTimeout(() => void ask(), AGAIN_MS)
        return
      }
      // Names may change faster than a slow network brings them: a late one is newer than what is shown.
      setLoaded((known) => (known !== null && known.name === wanted.current ? known : { name, content }))
    }
    void ask()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [name])
  const known = name === null || loaded?.name === name ? null : keptContent(name)
  return name === null || known === null ? loaded : { name, content: known }
}

export const useContent = (name: string | null): ScreenContent | null => useLoaded(name)?.content ?? null
