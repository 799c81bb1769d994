import { useCallback, useRef, useState } from 'react'

/** Whether work that was begun here still runs, and what begins it: until it is done, a second click begins nothing. */
export const useBusy = (): readonly [isBusy: boolean, begin: (work: () => Promise<void>) => void] => {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const begin = useCallback((work: () => Promise<void>): void => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    void work().finally(() => {
      isRunning.current = false
      setBusy(false)
    })
  }, [])
  return [isBusy, begin]
}
