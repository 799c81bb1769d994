import { createElement, useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { PanePlace, type PlaceProps } from './PartPlace.tsx'
import { createStore, useStore } from './state/store.ts'

const PAUSE_MS = 50

/** Each brings a part, unless it is here already. */
const parts: (() => Promise<void>)[] = []

/** Fields reachable by Tab: of radio buttons only the chosen one. */
const FIELD = ':is(input:not([type="radio"]:not(:checked)), select, textarea, button):enabled'

/** Moves the focus into the part if it was lost while the part loaded. */
const takeLostFocus = (): void => {
  const focused = document.activeElement ?? document.body
  if (focused === document.body) document.querySelector('main')?.focus()
  else if (focused.matches('[role="dialog"], .modal-close')) {
    focused.closest('[role="dialog"]')?.querySelector<HTMLElement>(FIELD)?.focus()
  }
}

/**
 * A part of the app whose code comes when it is first shown, or before that by `loadWaitingParts`; from then on it is rendered at once.
 * Until it is here, and when it cannot be loaded, that is said in its place.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Place: ComponentType<P & PlaceProps> = PanePlace,
): ComponentType<P> => {
  const loaded = createStore<{ readonly Part: ComponentType<P> } | 'failed' | null>(null)
  const isWanting = (): boolean => loaded.get() === null || loaded.get() === 'failed'
  const bring = async (): Promise<void> => {
    if (isWanting()) loaded.set({ Part: await load() })
  }
  parts.push(bring)
  return (props) => {
    const now = useStore(loaded)
    const [wasAwaited] = useState(isWanting)
    const isHere = now !== null && now !== 'failed'
    // Opening it again clears an old failure.
    useLayoutEffect(() => {
      if (loaded.get() === 'failed') loaded.set(null)
    }, [])
    useEffect(() => {
      if (now === null) void bring().catch(() => (isWanting() ? loaded.set('failed') : undefined))
    }, [now])
    useEffect(() => {
      if (wasAwaited && isHere) takeLostFocus()
    }, [wasAwaited, isHere])
    return isHere
      ? createElement(now.Part, props)
      : createElement(Place, { ...props, hasFailed: now === 'failed', onRetry: () => loaded.set(null) })
  }
}

/**
 * Loads the missing parts one after another, so that opening one neither waits nor needs the core to
 * be there still. What fails here is told when it is wanted.
 */
export const loadWaitingParts = async (): Promise<void> => {
  for (const bring of parts) {
    await bring().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
