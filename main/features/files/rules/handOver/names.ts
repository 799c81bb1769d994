import type { Respelling, Spelling } from '../../../../../preload/contract/files.ts'
import type { FinisherReader } from '../../../results/rules/finisher.ts'
import type { JsonObject } from '../../../columns/rules/body/json.ts'
import type { Finding } from './finding.ts'
import { isLatin, passportLatin } from './passportLatin.ts'
import { splitName } from './splitName.ts'

/** How a format wants people named: in one piece, first and last name apart, or apart and in Latin letters. */
export type NamesWanted = 'whole' | 'apart' | 'latin'

export type Names = {
  /** Last name first where the body has them apart; else as received. */
  readonly whole: string
  /** '' where they cannot be told apart. */
  readonly firstName: string
  readonly lastName: string
  readonly respellings: readonly RespeltField[]
  /** Why the format cannot take the name. */
  readonly findings: readonly Finding[]
}

/** A spelling in the file that differs from the reply, proposed or typed. */
export type RespeltField = Pick<Respelling, 'field' | 'value' | 'written'>

type Apart = Pick<Names, 'firstName' | 'lastName' | 'findings'> & { readonly isRespelled: boolean }

/** With `isTransliterated` every proposal is accepted; a spelling goes before what is received. */
export const readNames = (
  reader: FinisherReader,
  row: JsonObject,
  { names: wanted, isTransliterated }: { readonly names: NamesWanted; readonly isTransliterated: boolean },
  spelling?: Spelling,
): Names => {
  const firstName = reader.text(row, 'firstName')
  const lastName = reader.text(row, 'lastName')
  // A row may be that of a team.
  const received = reader.name(row) || (wanted === 'whole' ? reader.text(row, 'team') : '')
  const whole = firstName !== '' && lastName !== '' ? `${lastName} ${firstName}` : received
  if (wanted === 'whole') {
    const findings: readonly Finding[] = whole === '' ? [{ problem: 'no-name' }] : []
    return { whole, firstName, lastName, respellings: [], findings }
  }
  const spelt = { firstName: spelling?.firstName?.trim() ?? '', lastName: spelling?.lastName?.trim() ?? '' }
  const apart = tellApart(
    spelt.firstName || firstName,
    spelt.lastName || lastName,
    received,
    wanted === 'latin',
    isTransliterated,
  )
  const { isRespelled, ...named } =
    wanted === 'latin' && apart.findings.length === 0 ? inLatin(apart, isTransliterated) : apart
  const isSpelt = Object.values(spelt).some((text) => text !== '')
  if (!isRespelled && !isSpelt) return { whole, ...named, respellings: [] }
  const fields: readonly RespeltField[] = [
    { field: 'lastName', value: lastName || received, written: named.lastName },
    { field: 'firstName', value: firstName || received, written: named.firstName },
  ]
  return { whole, ...named, respellings: fields.filter(({ value, written }) => value !== written) }
}

const tellApart = (
  firstName: string,
  lastName: string,
  received: string,
  isLatinWanted: boolean,
  areProposalsAccepted: boolean,
): Apart => {
  const none = { firstName, lastName, isRespelled: false }
  if (firstName !== '' && lastName !== '') return { ...none, findings: [] }
  if (received === '') return { ...none, findings: [{ problem: 'no-name' }] }
  const split = splitName(received)
  if (split === null) {
    const missing =
      firstName === '' && lastName !== '' ? 'firstName' : lastName === '' && firstName !== '' ? 'lastName' : null
    return { ...none, findings: [{ problem: 'name-not-split', value: received, ...(missing && { field: missing }) }] }
  }
  const first = firstName || split.firstName
  const last = lastName || split.lastName
  if (split.isSure) return { firstName: first, lastName: last, isRespelled: false, findings: [] }
  if (areProposalsAccepted) return { firstName: first, lastName: last, isRespelled: true, findings: [] }
  const propose = (text: string): string => (isLatinWanted ? (passportLatin(text) ?? text) : text)
  return {
    ...none,
    findings: [
      { problem: 'name-not-split', field: 'lastName', value: received, proposal: propose(last) },
      { problem: 'name-not-split', field: 'firstName', value: received, proposal: propose(first) },
    ],
  }
}

const inLatin = (names: Apart, areProposalsAccepted: boolean): Apart => {
  const findings: Finding[] = []
  let { isRespelled } = names
  const latin = (field: 'firstName' | 'lastName'): string => {
    const value = names[field]
    if (isLatin(value)) return value
    const proposal = passportLatin(value)
    if (proposal !== null && areProposalsAccepted) {
      isRespelled = true
      return proposal
    }
    findings.push({ problem: 'not-latin', field, value, ...(proposal === null ? {} : { proposal }) })
    return value
  }
  const lastName = latin('lastName')
  const firstName = latin('firstName')
  return { firstName, lastName, isRespelled, findings }
}
