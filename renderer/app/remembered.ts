import { useCallback, useState } from 'react'

/** Widths, choices and drafts of this window, kept in its local storage; a value that does not fit is forgotten. */
export const readRemembered = <T>(key: string, fits: (value: unknown) => value is T, otherwise: T): T => {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(`racedesk.${key}`) ?? 'null')
    return fits(value) ? value : otherwise
  } catch {
    return otherwise
  }
}

export const remember = (key: string, value: unknown): void => {
  try {
    // First, so that no older value comes back where the new one has no room.
    window.localStorage.removeItem(`racedesk.${key}`)
    window.localStorage.setItem(`racedesk.${key}`, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs only the memory.
  }
}

export const useRemembered = <T>(
  key: string,
  fits: (value: unknown) => value is T,
  otherwise: T,
): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState(() => readRemembered(key, fits, otherwise))
  const set = useCallback(
    (next: T) => {
      setValue(next)
      remember(key, next)
    },
    [key],
  )
  return [value, set]
}
