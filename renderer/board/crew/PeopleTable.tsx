import { useState } from 'react'
import { isOut, nameOf } from '../People.tsx'
import { fill, type Words } from '../words.ts'
import type { Person } from './hits.ts'

/** A line of the table; `place` is undefined where places make no sense, as among hits of several categories. */
export type Line = Person & { readonly place?: number | null; readonly about: string; readonly result: string }

type PeopleTableProps = {
  readonly caption: string
  readonly lines: readonly Line[]
  readonly onOpen: (line: Line) => void
  readonly words: Words
}

/** More at once would keep a phone busy. */
const STEP = 200

export const PeopleTable = ({ caption, lines, onOpen, words }: PeopleTableProps) => {
  const [most, setMost] = useState(STEP)
  const hasPlaces = lines.some(({ place }) => typeof place === 'number')
  const hasBibs = lines.some(({ bib }) => bib !== '')
  const left = lines.length - most
  return (
    <>
      <table className="people">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {hasPlaces ? <th scope="col">{words.place}</th> : null}
            {hasBibs ? <th scope="col">{words.bibColumn}</th> : null}
            <th scope="col" className="who">
              {words.name}
            </th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, most).map((line, at) => (
            <tr key={at} onClick={() => onOpen(line)}>
              {hasPlaces ? <td>{line.place ?? ''}</td> : null}
              {hasBibs ? <td>{line.bib}</td> : null}
              <td className="who">
                <button type="button" className="name">
                  {nameOf(line, words)}
                </button>
                {line.about === '' ? null : <small>{line.about}</small>}
              </td>
              <td className={isOut(line.result) ? 'result out' : 'result'}>{line.result || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <button type="button" className="wordy more" onClick={() => setMost(most + STEP)}>
          {fill(words.more, { count: Math.min(STEP, left) })}
        </button>
      ) : null}
    </>
  )
}
