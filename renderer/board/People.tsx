import type { Finish, Podium } from '../../preload/contract/results.ts'
import type { Expected, ScreenRow } from '../../preload/contract/screens/state.ts'
import { clockOf, fill, type Words } from './words.ts'

const Place = ({ place }: { readonly place: number | null }) => (
  <span className={place !== null && place <= 3 ? `place place-${place}` : 'place'}>{place ?? ''}</span>
)

const OUT = ['DSQ', 'DNF', 'DNS']

export const ListRow = ({ row, words }: { readonly row: ScreenRow; readonly words: Words }) => (
  <div className="person">
    <Place place={row.place} />
    <span className="bib">{row.bib}</span>
    <span className="who">
      <b>{row.name || fill(words.bib, { bib: row.bib })}</b>
      {row.club === '' ? null : <small>{row.club}</small>}
    </span>
    <span className={OUT.includes(row.result) ? 'result out' : 'result'}>{row.result}</span>
  </div>
)

export const FinishRow = ({ finish, words }: { readonly finish: Finish; readonly words: Words }) => {
  const placed = finish.placings.filter(({ place }) => place !== null)
  const said = placed.map(({ place, categoryName }) => `${categoryName} ${place}`)
  return (
    <div className="person">
      <span className="bib">{finish.bib}</span>
      <span className="who">
        <b>{finish.name || fill(words.bib, { bib: finish.bib })}</b>
        <small>{[finish.club, finish.distanceName, ...said].filter((text) => text !== '').join(' · ')}</small>
      </span>
      <span className="result">{finish.result}</span>
    </div>
  )
}

type ExpectedRowProps = { readonly expected: Expected; readonly offsetMs: number; readonly words: Words }

/** `offsetMs`: by how much this screen's clock is behind the laptop's. */
export const ExpectedRow = ({ expected, offsetMs, words }: ExpectedRowProps) => {
  const time = clockOf(new Date(Date.parse(expected.dueAt) - offsetMs))
  const minutes = Math.max(1, Math.round(expected.spreadMs / 60_000))
  const said = [expected.club, expected.distance, fill(words.passed, { point: expected.point })]
  return (
    <div className="person">
      <span className="bib">{expected.bib}</span>
      <span className="who">
        <b>{expected.name || fill(words.bib, { bib: expected.bib })}</b>
        <small>{said.filter((text) => text !== '').join(' · ')}</small>
      </span>
      <span className="result">{fill(words.due, { time, minutes })}</span>
    </div>
  )
}

export const PodiumCard = ({ podium, words }: { readonly podium: Podium; readonly words: Words }) => (
  <section className="podium">
    <h2>{[podium.categoryName, podium.group].filter((text) => text !== '').join(' · ')}</h2>
    <p className="quiet">{podium.distanceName}</p>
    {podium.rows.map(({ index, place, bib, name, club, result }) => (
      <div className="person" key={index}>
        <Place place={place} />
        <span className="who">
          <b>{name || fill(words.bib, { bib })}</b>
          {club === '' ? null : <small>{club}</small>}
        </span>
        <span className="result">{result}</span>
      </div>
    ))}
  </section>
)
