import type { Expected, ScreenFinish, ScreenPodium, ScreenRow } from '../../preload/contract/screens/state.ts'
import { clockOf, fill, type Words } from './words.ts'

const OUT = ['DSQ', 'DNF', 'DNS']

export const isOut = (result: string): boolean => OUT.includes(result)

/** People without a name are called by their bib, where bibs are shown. */
export const nameOf = ({ name, bib }: { readonly name: string; readonly bib: string }, words: Words): string =>
  name || (bib === '' ? '–' : fill(words.bib, { bib }))

const BETWEEN = ' · '

export const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(BETWEEN)

const Place = ({ place }: { readonly place: number | null }) => (
  <span className={place !== null && place <= 3 ? `place place-${place}` : 'place'}>{place ?? ''}</span>
)

/** Joined facts, each of which stays whole where a line is too short for all: a club, a category and its place. */
export const Facts = ({ text }: { readonly text: string }) =>
  text.split(BETWEEN).map((fact, at, { length }) => (
    <span className="fact" key={at}>
      {at < length - 1 ? `${fact}${BETWEEN}` : fact}
    </span>
  ))

type WhoProps = { readonly name: string; readonly about: string }

const Who = ({ name, about }: WhoProps) => (
  <span className="who">
    <b>{name}</b>
    {about === '' ? null : (
      <small>
        <Facts text={about} />
      </small>
    )}
  </span>
)

type PeopleShown = readonly { readonly bib: string; readonly place?: number | null }[]

/** Classes of a list that leave out columns in which nobody has anything. */
export const listClass = (people: PeopleShown): string => {
  const hasBibs = people.some(({ bib }) => bib !== '')
  const hasPlaces = people.some(({ place }) => typeof place === 'number')
  return `list${hasBibs ? '' : ' no-bibs'}${hasPlaces ? '' : ' no-places'}`
}

export const ListRow = ({ row, words }: { readonly row: ScreenRow; readonly words: Words }) => (
  <div className="person">
    <Place place={row.place} />
    <span className="bib">{row.bib}</span>
    <Who name={nameOf(row, words)} about={row.about} />
    <span className={isOut(row.result) ? 'result out' : 'result'}>{row.result}</span>
  </div>
)

export const FinishRow = ({ finish, words }: { readonly finish: ScreenFinish; readonly words: Words }) => {
  const placed = finish.placings.filter(({ place }) => place !== null)
  const said = placed.map(({ place, categoryName }) => `${categoryName} ${place}`)
  return (
    <div className="person">
      <span className="bib">{finish.bib}</span>
      <Who name={nameOf(finish, words)} about={joined(finish.club, finish.distanceName, ...said)} />
      <span className={isOut(finish.result) ? 'result out' : 'result'}>{finish.result}</span>
    </div>
  )
}

export const ExpectedRow = ({ expected, words }: { readonly expected: Expected; readonly words: Words }) => {
  const time = clockOf(new Date(expected.dueAt))
  const minutes = Math.max(1, Math.round(expected.spreadMs / 60_000))
  const about = joined(expected.about, expected.distance, fill(words.passed, { point: expected.point }))
  return (
    <div className="person">
      <span className="bib">{expected.bib}</span>
      <Who name={nameOf(expected, words)} about={about} />
      <span className="result">{fill(words.due, { time, minutes })}</span>
    </div>
  )
}

export const PodiumCard = ({ podium, words }: { readonly podium: ScreenPodium; readonly words: Words }) => (
  <section className="podium">
    <h2>
      {joined(podium.categoryName, podium.group)} <small>{podium.distanceName}</small>
    </h2>
    {podium.rows.map(({ index, place, bib, name, club, result }) => (
      <div className="person" key={index}>
        <Place place={place} />
        <Who name={nameOf({ name, bib }, words)} about={club} />
        <span className="result">{result}</span>
      </div>
    ))}
  </section>
)
