import type { Instant } from '../../../../../preload/contract/ids.ts'
import { xmlText } from './xmlText.ts'
import type { Entrant } from './entrant.ts'
import type { HandOverProfile } from './profile.ts'

/**
 * A ResultList of the IOF data standard 3.0 (github.com/international-orienteering-federation/datastandard-v3, IOF.xsd), with
 * its words for the statuses. It has none for somebody of whom nothing is known: such a person stands there without a result.
 * A result needs no time there, so a finisher with nothing but a gap has place and gap.
 */
export const iof: HandOverProfile = {
  names: 'apart',
  isOneRace: false,
  statuses: {
    OK: 'OK',
    DNF: 'DidNotFinish',
    DNS: 'DidNotStart',
    DSQ: 'Disqualified',
    OTL: 'OverTime',
    NC: 'NotCompeting',
    'on course': 'Active',
    unknown: '',
  },
  requirements: ['result', 'time-or-gap'],
}

type ResultListHead = {
  readonly event: string
  readonly createdAt: Instant
  readonly creator: string
  /** Complete is for official results alone; until then it is a snapshot of the standings. */
  readonly isFinal: boolean
}

export const resultListStart = ({ event, createdAt, creator, isFinal }: ResultListHead): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<ResultList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0" ' +
  `createTime="${createdAt}" creator="${xmlText(creator)}" status="${isFinal ? 'Complete' : 'Snapshot'}">\n` +
  `<Event>${element('Name', event)}</Event>\n`

export const resultListEnd = '</ResultList>\n'

type ClassHead = {
  readonly name: string
  readonly course: string
  /** Some result of the class has a fraction of a second. */
  readonly hasFractions: boolean
}

export const classStart = ({ name, course, hasFractions }: ClassHead): string =>
  `<ClassResult${hasFractions ? ' timeResolution="0.001"' : ''}>\n<Class>${element('Name', name)}</Class>` +
  `${course === '' ? '' : `<Course>${element('Name', course)}</Course>`}\n`

export const classEnd = '</ClassResult>\n'

/** `isBirthDateWanted`: the whole date goes in; the standard has no place for a year alone. */
export const personResult = (entrant: Entrant, isBirthDateWanted: boolean): string => {
  const { names, sex, birthDate, country, club, bib, resultMs, gap, place, status } = entrant
  const isFinisher = status === 'OK'
  const person = [
    `<Name>${element('Family', names.lastName)}${element('Given', names.firstName)}</Name>`,
    isBirthDateWanted && birthDate.day !== null ? element('BirthDate', birthDate.day) : '',
    country.code === null ? '' : `<Nationality code="${country.code}">${xmlText(country.text)}</Nationality>`,
  ]
  const result = [
    bib === '' ? '' : element('BibNumber', bib),
    resultMs === null || status === 'on course' ? '' : element('Time', seconds(resultMs)),
    isFinisher && gap.ms !== null ? element('TimeBehind', seconds(gap.ms)) : '',
    isFinisher && place !== null ? element('Position', String(place)) : '',
    element('Status', iof.statuses[status] ?? ''),
  ]
  return (
    `<PersonResult><Person${sex === null ? '' : ` sex="${sex.toUpperCase()}"`}>${person.join('')}</Person>` +
    (club === '' ? '' : `<Organisation>${element('Name', club)}</Organisation>`) +
    `${status === 'unknown' ? '' : `<Result>${result.join('')}</Result>`}</PersonResult>\n`
  )
}

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`

/** With the fraction that it has, to a millisecond. */
const seconds = (ms: number): string => String(Math.round(ms) / 1000)
