import { useEffect, useRef } from 'react'
import type { FoundResult, ScreenState } from '../../../preload/contract/screens/state.ts'
import { Card } from '../Card.tsx'
import { readFound } from '../replies.ts'
import type { Words } from '../words.ts'
import { cardsOf, textOf, type Person } from './hits.ts'
import { Trouble } from './Trouble.tsx'
import { useCrew } from './useCrew.ts'

type PersonCardProps = {
  readonly person: Person
  /** As found by the search; null where a line of the table was opened. */
  readonly known: FoundResult | null
  readonly pin: string
  readonly state: ScreenState
  readonly onRefused: () => void
  readonly onClose: () => void
  readonly words: Words
}

/** The card of a person over the page, kept up to date while it is open. */
export const PersonCard = ({ person, known, pin, state, onRefused, onClose, words }: PersonCardProps) => {
  const close = useRef<HTMLButtonElement>(null)
  const path = `find/${encodeURIComponent(textOf(person))}`
  const { value, last } = useCrew({ path, pin, since: state, read: readFound, onRefused })
  const asked = value === null ? [] : cardsOf(value, person)
  const cards = asked.length > 0 || known === null ? asked : [known]
  useEffect(() => {
    const opener = document.activeElement
    close.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
      // The only thing to press while the card is open.
      else if (event.key === 'Tab') close.current?.focus()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onClose])
  return (
    <div className="over" role="dialog" aria-modal="true" aria-label={person.name || person.bib}>
      <button type="button" className="wordy" ref={close} onClick={onClose}>
        {words.close}
      </button>
      <Trouble last={last} words={words} />
      {cards.length > 0 ? (
        cards.map((result, at) => <Card key={at} result={result} words={words} />)
      ) : (
        <p role="status">{last === null ? words.reading : value === null ? '' : words.nobodyFound}</p>
      )}
    </div>
  )
}
