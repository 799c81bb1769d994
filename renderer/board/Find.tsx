import { useEffect, useState } from 'react'
import type { FoundResult } from '../../preload/contract/screens/state.ts'
import { Card } from './Card.tsx'
import { fetchFound } from './laptop.ts'
import { fill, type Words } from './words.ts'

/** The next person finds an empty field. */
const CLEAR_MS = 30_000
const LONGEST = 8
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

type Answer = { readonly bib: string; readonly found: readonly FoundResult[] | null }

/** A keypad for whoever stands before the screen, and the card of the bib typed. */
export const Find = ({ words }: { readonly words: Words }) => {
  const [typed, setTyped] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const add = (digit: string): void => {
    setTyped((known) => (answer === null ? `${known}${digit}` : digit).slice(0, LONGEST))
    setAnswer(null)
  }
  const erase = (): void => {
    setTyped('')
    setAnswer(null)
  }
  const show = async (): Promise<void> => {
    const bib = typed
    if (bib === '') return
    setAnswer({ bib, found: await fetchFound(bib) })
  }
  useEffect(() => {
    if (typed === '' && answer === null) return undefined
    const timer = setTimeout(erase, CLEAR_MS)
    return () => clearTimeout(timer)
  }, [typed, answer])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (/^\d$/.test(event.key)) add(event.key)
      else if (event.key === 'Enter') void show()
      else if (event.key === 'Escape' || event.key === 'Backspace') erase()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
  return (
    <div className="find">
      <div className="keypad">
        <output className="typed" aria-label={words.findHint}>
          {typed === '' ? <span className="quiet">{words.findHint}</span> : typed}
        </output>
        {KEYS.map((digit) => (
          <button key={digit} type="button" onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" className="wordy" onClick={erase}>
          {words.erase}
        </button>
        <button type="button" onClick={() => add('0')}>
          0
        </button>
        <button type="button" className="wordy main-key" onClick={() => void show()}>
          {words.show}
        </button>
      </div>
      <div className="found" role="status" tabIndex={0}>
        {answer === null ? (
          <div className="invitation">
            <h2>{words.find}</h2>
            <p className="quiet">{words.findHelp}</p>
          </div>
        ) : answer.found === null ? (
          <p>{words.unread}</p>
        ) : answer.found.length === 0 ? (
          <p>{fill(words.none, { bib: answer.bib })}</p>
        ) : (
          answer.found.map((result) => <Card key={`${result.distance} ${result.name}`} result={result} words={words} />)
        )}
      </div>
    </div>
  )
}
