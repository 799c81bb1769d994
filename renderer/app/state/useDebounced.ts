import { useEffect, useState } from 'react'

/** The value after it has rested for `restMs`; an empty text counts at once. */
export const useDebounced = (value: string, restMs: number): string => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
