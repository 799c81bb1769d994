import type { ReactNode } from 'react'
import { findMatches, type SoughtWord } from './matches.ts'
import '../controls.css'

/** A text with the words of a search marked in it. */
export const Marked = ({ text, words }: { readonly text: string; readonly words: readonly SoughtWord[] }) => {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of findMatches(text, words)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
