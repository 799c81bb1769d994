import { useEffect, useRef, useState } from 'react'
import { askForCrew, type CrewAnswer } from '../laptop.ts'

const AGAIN_MS = 3_000
const WAIT_MS = 60_000

type CrewReplies<T> = {
  /** Null before the first. */
  readonly value: T | null
  /** The question that the value answers. */
  readonly path: string | null
  readonly last: CrewAnswer<T>['kind'] | null
}

type Asking<T> = {
  /** Null: nothing is asked. */
  readonly path: string | null
  readonly pin: string
  /** Asked anew as soon as it changes. */
  readonly since: unknown
  readonly delayMs?: number
  readonly read: (value: unknown) => T | null
  readonly onRefused: () => void
}

/** The last reply to the crew's question, which is asked again until there is one. */
export const useCrew = <T>({ path, pin, since, delayMs = 0, read, onRefused }: Asking<T>): CrewReplies<T> => {
  const [replies, setReplies] = useState<CrewReplies<T>>({ value: null, path: null, last: null })
  const askNow = useRef<() => void>(() => {})
  const told = useRef(since)
  useEffect(() => {
    if (path === null) return undefined
    let isOver = false
    let isAsking = false
    let isStale = false
    let isWaiting = false
    let timer = 0
    const askIn = (ms: number): void => {
      clearTimeout(timer)
      timer = window.setTimeout(() => void ask(), ms)
    }
    const ask = async (): Promise<void> => {
      isAsking = true
      isStale = false
      const answer = await askForCrew(path, pin, read)
      isAsking = false
      if (isOver) return
      if (answer.kind === 'refused') return onRefused()
      setReplies((known) =>
        answer.kind === 'found' ? { value: answer.value, path, last: 'found' } : { ...known, last: answer.kind },
      )
      isWaiting = answer.kind === 'wait'
      if (isWaiting) askIn(WAIT_MS)
      else if (answer.kind === 'silent') askIn(AGAIN_MS)
      else if (isStale) askIn(0)
    }
    askNow.current = () => {
      if (isAsking) isStale = true
      else if (!isWaiting) askIn(0)
    }
    askIn(delayMs)
    return () => {
      isOver = true
      askNow.current = () => {}
      clearTimeout(timer)
    }
  }, [path, pin, delayMs, read, onRefused])
  useEffect(() => {
    if (told.current === since) return
    told.current = since
    askNow.current()
  }, [since])
  return replies
}
