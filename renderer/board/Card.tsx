import type { FoundResult } from '../../preload/contract/screens/state.ts'
import { isOut, joined, nameOf } from './People.tsx'
import { durationOf, fill, type Words } from './words.ts'

/** A person's result of a distance, with placings and splits. */
export const Card = ({ result, words }: { readonly result: FoundResult; readonly words: Words }) => (
  <section className="card">
    <h2>{nameOf(result, words)}</h2>
    <p className="quiet">
      {joined(result.bib === '' ? '' : fill(words.bib, { bib: result.bib }), result.about, result.distance)}
    </p>
    <p className={isOut(result.result) ? 'large out' : 'large'}>{result.result || '–'}</p>
    <ul className="placings">
      {result.placings.map(({ category, place, finishers }, at) => (
        <li key={at}>
          <span>{category}</span>
          <b>{place === null ? '–' : fill(words.of, { place, count: finishers })}</b>
        </li>
      ))}
    </ul>
    {result.splits.length === 0 ? null : (
      <ul className="splits">
        {result.splits.map(({ label, totalMs }, at) => (
          <li key={at}>
            <span>{label}</span>
            <b>{durationOf(totalMs)}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
)
