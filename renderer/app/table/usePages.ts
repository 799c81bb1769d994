import { useCallback, useEffect, useRef, useState } from 'react'

export const PAGE_ROWS = 200
/** How long a page stays loaded that no screen shows. */
export const KEEP_MS = 60_000
/** A fling passes pages unread; they are fetched only once scrolling rests this long. */
const REST_MS = 40

const pagesBetween = (first: number, last: number): readonly number[] => {
  const from = Math.floor(first / PAGE_ROWS)
  return Array.from({ length: Math.floor(last / PAGE_ROWS) - from + 1 }, (_, offset) => from + offset)
}

/** The pages on the screen, once the scroll rests. */
export const usePages = () => {
  const [pages, setPages] = useState<readonly number[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onVisible = useCallback((from: number, to: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const visible = pagesBetween(Math.max(0, from), Math.max(0, to))
      setPages((known) => (known.join() === visible.join() ? known : visible))
    }, REST_MS)
  }, [])
  return { pages, setPages, onVisible }
}

export const rowInPages = <R>(pages: ReadonlyMap<number, readonly R[]>, index: number): R | undefined =>
  pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]

/** The rows between two indexes, both included, page after page. */
export const loadBetween = async <R>(
  from: number,
  to: number,
  load: (page: number) => Promise<readonly R[]>,
): Promise<readonly R[]> => {
  const rows: R[] = []
  for (const page of pagesBetween(from, to)) rows.push(...(await load(page)))
  const start = Math.floor(from / PAGE_ROWS) * PAGE_ROWS
  return rows.slice(from - start, to - start + 1)
}
