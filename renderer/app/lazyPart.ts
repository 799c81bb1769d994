import { createElement, useEffect, useState, type ComponentType } from 'react'
import { PartPlace } from './PartPlace.tsx'
import { createStore, useStore } from './store.ts'

const PAUSE_MS = 50

/** Each brings a part, unless it is here already. */
const waiting: (() => Promise<void>)[] = []

/** What had the focus may have gone while the part was on its way. */
const takeLostFocus = (): void => {
  if ((document.activeElement ?? document.body) === document.body) document.querySelector('main')?.focus()
}

/**
 * A part of the app whose code comes when it is first shown, or before that by `loadWaitingParts`; from then on it is rendered at once.
 * Until it is here, and when it cannot be loaded, that is said in its place.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  kind: 'screen' | 'pane' = 'pane',
): ComponentType<P> => {
  const loaded = createStore<{ readonly Part: ComponentType<P> } | 'failed' | null>(null)
  const bring = async (): Promise<void> => {
    if (loaded.get() === null) loaded.set({ Part: await load() })
  }
  waiting.push(bring)
  const show = (): void => void bring().catch(() => loaded.set('failed'))
  return (props) => {
    const now = useStore(loaded)
    const [wasAwaited] = useState(now === null)
    const isHere = now !== null && now !== 'failed'
    useEffect(() => {
      if (now === null) show()
    }, [now])
    useEffect(() => {
      if (wasAwaited && isHere) takeLostFocus()
    }, [wasAwaited, isHere])
    return isHere
      ? createElement(now.Part, props)
      : createElement(PartPlace, { kind, hasFailed: now === 'failed', onRetry: () => loaded.set(null) })
  }
}

/**
 * Brings the parts that were not shown yet, one after the other: whoever opens one then neither waits for it nor needs the core to
 * be there still. What fails here is told when it is wanted.
 */
export const loadWaitingParts = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await next().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
