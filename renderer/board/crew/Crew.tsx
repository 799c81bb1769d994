import { useCallback, useState } from 'react'
import type { FoundResult, ScreenState } from '../../../preload/contract/screens/state.ts'
import { keepPin, keptPin } from '../laptop.ts'
import { joined } from '../People.tsx'
import { readContent, readFound } from '../replies.ts'
import { useContent } from '../useScreen.ts'
import { fill, type Words } from '../words.ts'
import type { Person } from './hits.ts'
import { PeopleTable } from './PeopleTable.tsx'
import { PersonCard } from './PersonCard.tsx'
import { PinForm } from './PinForm.tsx'
import { Trouble } from './Trouble.tsx'
import { useCrew } from './useCrew.ts'

const TYPING_MS = 250
/** The laptop finds no more at once. */
const MOST_FOUND = 20
const LONGEST = 100

type PartProps = {
  readonly pin: string
  readonly state: ScreenState
  readonly onRefused: () => void
  readonly onOpen: (person: Person, known: FoundResult | null) => void
  readonly words: Words
}

const foundText = (found: readonly FoundResult[], words: Words): string => {
  const [first] = found
  if (first === undefined) return words.nobodyFound
  if (first.isSimilar === true) return words.similarFound
  return fill(found.length < MOST_FOUND ? words.found : words.foundMost, { count: found.length })
}

const Hits = ({ text, pin, onRefused, onOpen, words }: Omit<PartProps, 'state'> & { readonly text: string }) => {
  const path = `find/${encodeURIComponent(text)}`
  const { value, last, ...replies } = useCrew({
    path,
    pin,
    since: null,
    delayMs: TYPING_MS,
    read: readFound,
    onRefused,
  })
  const isCurrent = value !== null && replies.path === path
  return (
    <>
      <Trouble last={last} words={words} />
      <p className="said" role="status">
        {isCurrent ? foundText(value, words) : words.reading}
      </p>
      {value === null || value.length === 0 ? null : (
        <PeopleTable
          caption={words.search}
          lines={value.map(({ about, distance, ...one }) => ({ ...one, distance, about: joined(about, distance) }))}
          onOpen={(line) => {
            const known = value.find(
              (one) => one.bib === line.bib && one.name === line.name && one.distance === line.distance,
            )
            onOpen(line, known ?? null)
          }}
          words={words}
        />
      )}
    </>
  )
}

const Categories = ({ pin, state, onRefused, onOpen, words }: PartProps) => {
  const [chosen, setChosen] = useState('')
  const { value, last } = useCrew({ path: 'lists', pin, since: state, read: readContent, onRefused })
  const lists = value?.kind === 'lists' ? value.lists : []
  const list = lists.find((one) => joined(one.distance, one.category) === chosen) ?? lists[0] ?? null
  const content = useContent(list?.content ?? null)
  const title = list === null ? '' : joined(list.distance, list.category)
  return (
    <>
      <Trouble last={last} words={words} />
      {list === null ? (
        <p className="nothing">
          {last === null ? words.reading : last === 'found' || last === 'none' ? words.nothing : ''}
        </p>
      ) : (
        <>
          <label className="category">
            <span>{words.category}</span>
            <select value={title} onChange={({ target }) => setChosen(target.value)}>
              {lists.map((one, at) => (
                <option key={at}>{joined(one.distance, one.category)}</option>
              ))}
            </select>
          </label>
          {content?.kind !== 'list' ? (
            <p className="said">{words.reading}</p>
          ) : (
            <PeopleTable
              key={title}
              caption={joined(content.distance, content.category)}
              lines={content.rows.map((row) => ({ ...row, distance: content.distance }))}
              onOpen={(line) => onOpen(line, null)}
              words={words}
            />
          )}
        </>
      )}
    </>
  )
}

type Opened = { readonly person: Person; readonly known: FoundResult | null }

/** Search, tables and cards for the crew's phones and tablets; nothing can be changed here. */
export const Crew = ({ state, words }: { readonly state: ScreenState; readonly words: Words }) => {
  const [pin, setPin] = useState(keptPin)
  const [isRefused, setIsRefused] = useState(false)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const refuse = useCallback(() => {
    keepPin(null)
    setPin(null)
    setIsRefused(true)
    setOpened(null)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  const open = (next: string): void => {
    keepPin(next)
    setPin(next)
  }
  if (pin === null) return <PinForm isRefused={isRefused} onOpen={open} words={words} />
  const text = typed.trim()
  const part = {
    pin,
    state,
    words,
    onRefused: refuse,
    onOpen: (person: Person, known: FoundResult | null) => setOpened({ person, known }),
  }
  return (
    <div className="crew">
      <label className="search">
        <span>{words.search}</span>
        <input
          type="search"
          autoComplete="off"
          maxLength={LONGEST}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      {text === '' ? <Categories {...part} /> : <Hits {...part} text={text} />}
      {opened === null ? null : (
        <PersonCard {...opened} pin={pin} state={state} onRefused={refuse} onClose={close} words={words} />
      )}
    </div>
  )
}
