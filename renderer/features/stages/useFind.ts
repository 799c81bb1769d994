import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Found } from '../../../preload/contract/results.ts'
import type { Problem } from '../../api.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { useDebounced } from '../../app/state/useDebounced.ts'
import { openHit } from './FoundPeople.tsx'

const REST_MS = 60
const LISTED = 50

/** Hits of a search while it is typed; the ones before stay until the next are here. */
export const useFind = (
  search: string,
): {
  readonly found: Found | null
  readonly error: Problem | null
  readonly active: number
  readonly setActive: (at: number) => void
  /** Opens the active hit, once the hits for the typed text arrived. */
  readonly open: () => void
} => {
  const typed = search.trim()
  const words = useDebounced(search, REST_MS).trim()
  const [active, setActive] = useState<{ readonly of: string; readonly at: number }>({ of: '', at: 0 })
  const isOpenWanted = useRef(false)
  const query = useQuery({
    queryKey: ['find', words],
    queryFn: () => fetchValue('results:find', { search: words, limit: LISTED }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const found = words === '' || typed === '' ? null : (query.data ?? null)
  // An arrow may be pressed before the hits for the last letter arrive, as Enter may.
  const at = active.of === typed ? Math.min(active.at, Math.max(0, (found?.rows.length ?? 0) - 1)) : 0
  const isSettled = words === typed && !query.isPlaceholderData && query.data !== undefined
  const hit = found?.rows[at]
  const openWanted = useCallback((): void => {
    if (!isOpenWanted.current || !isSettled) return
    isOpenWanted.current = false
    if (hit !== undefined) openHit(hit)
  }, [isSettled, hit])
  useEffect(openWanted, [openWanted])
  return {
    found,
    error: found === null && words !== '' ? query.error : null,
    active: at,
    setActive: (next) => setActive({ of: typed, at: next }),
    open: () => {
      isOpenWanted.current = typed !== ''
      openWanted()
    },
  }
}
