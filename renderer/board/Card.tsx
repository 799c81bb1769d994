import type { FoundResult } from '../../preload/contract/screens/state.ts'
import { Facts, isOut, joined, nameOf } from './People.tsx'
import { durationOf, fill, type Words } from './words.ts'

/** Services number some lists by the places of a larger field; such a place is not one of the list's finishers. */
const placeText = (place: number | null, finishers: number, words: Words): string => {
  if (place === null) return '–'
  return place > finishers ? String(place) : fill(words.of, { place, count: finishers })
}

/** A person's result of a distance, with placings and splits. */
export const Card = ({ result, words }: { readonly result: FoundResult; readonly words: Words }) => (
  <section className="card">
    <h2>{nameOf(result, words)}</h2>
    <p className="quiet">
      <Facts
        text={joined(result.bib === '' ? '' : fill(words.bib, { bib: result.bib }), result.about, result.distance)}
      />
    </p>
    <p className={isOut(result.result) ? 'large out' : 'large'}>{result.result || '–'}</p>
    <ul className="placings">
      {result.placings.map(({ category, place, finishers }, at) => (
        <li key={at}>
          <span>{category}</span>
          <b>{placeText(place, finishers, words)}</b>
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
