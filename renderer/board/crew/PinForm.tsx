import { useState } from 'react'
import { askForCrew } from '../laptop.ts'
import { readContent } from '../replies.ts'
import type { Words } from '../words.ts'

type PinFormProps = {
  readonly isRefused: boolean
  readonly onOpen: (pin: string) => void
  readonly words: Words
}

/** Asks for the PIN that the operator tells the crew. */
export const PinForm = ({ isRefused, onOpen, words }: PinFormProps) => {
  const [pin, setPin] = useState('')
  const [said, setSaid] = useState(isRefused ? words.pinChanged : '')
  const [isAsking, setIsAsking] = useState(false)
  const open = async (): Promise<void> => {
    if (pin.length !== 6 || isAsking) return setSaid(isAsking ? said : words.pin)
    setIsAsking(true)
    const { kind } = await askForCrew('lists', pin, readContent)
    setIsAsking(false)
    if (kind === 'found' || kind === 'none') return onOpen(pin)
    setSaid(kind === 'refused' ? words.pinWrong : kind === 'wait' ? words.pinWait : words.silent)
    if (kind === 'refused') setPin('')
  }
  return (
    <form
      className="pin"
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <h2>{words.crew}</h2>
      <label htmlFor="pin">{words.pin}</label>
      <input
        id="pin"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        maxLength={6}
        value={pin}
        aria-describedby="pin-said"
        onChange={({ target }) => {
          setPin(target.value.replace(/\D/g, ''))
          setSaid('')
        }}
      />
      <button type="submit" className="main-key wordy">
        {words.open}
      </button>
      <p id="pin-said" className="said" role="status">
        {isAsking ? words.reading : said}
      </p>
    </form>
  )
}
