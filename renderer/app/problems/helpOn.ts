import type { Problem } from '../../api.ts'
import type { Route } from '../address.ts'

/** A section of Help. */
type HelpPlace = Required<Omit<Extract<Route, { screen: 'help' }>, 'screen'>>

const PROXIES = { chapter: 'networks', section: 'proxies' } as const
const SIGN_IN = { chapter: 'networks', section: 'sign-in' } as const
const SLOW = { chapter: 'networks', section: 'slow' } as const
const KEYS = { chapter: 'keys-and-data', section: 'keys' } as const
const DISK = { chapter: 'keys-and-data', section: 'disk' } as const
const CAPSULE = { chapter: 'stage-files', section: 'open' } as const

type Places = {
  readonly [K in Problem['kind']]: HelpPlace | null | ((problem: Extract<Problem, { kind: K }>) => HelpPlace | null)
}

/** Null where the sentences of the problem say all there is to say. */
const PLACES: Places = {
  'invalid-input': null,
  'untrusted-caller': null,
  'not-found': null,
  'key-missing': KEYS,
  'key-rejected': KEYS,
  'keychain-unavailable': KEYS,
  http: ({ isPortal }) => (isPortal === true ? SIGN_IN : null),
  'refused-by-service': null,
  offline: ({ proxy }) => (proxy === undefined ? SLOW : PROXIES),
  'untrusted-certificate': { chapter: 'networks', section: 'certificates' },
  'timed-out': SLOW,
  'unexpected-reply': ({ isPortal, message, syntax }) =>
    isPortal === true ? SIGN_IN : (message ?? syntax) === undefined ? null : { chapter: 'race-day', section: 'kept' },
  'wrong-origin': { chapter: 'getting-started', section: 'organization' },
  'too-large': null,
  'not-printed': { chapter: 'formats', section: 'print' },
  'sheet-too-large': { chapter: 'formats', section: 'tables' },
  storage: DISK,
  'damaged-replies': DISK,
  file: ({ reason }) => (reason === 'no-space' ? DISK : null),
  'outcome-unknown': { chapter: 'race-day', section: 'promo-codes' },
  'capsule-refused': CAPSULE,
  'publish-refused': null,
  'place-refused': null,
  'preflight-refused': { chapter: 'formats', section: 'federations' },
  cancelled: null,
  internal: { chapter: 'keys-and-data', section: 'diagnostics' },
  'core-gone': null,
  'no-token': { chapter: 'faces', section: 'browser' },
}

/** Where Help says more about a problem. */
export const helpOn = (problem: Problem): HelpPlace | null => {
  const place = PLACES[problem.kind] as HelpPlace | null | ((problem: Problem) => HelpPlace | null)
  return typeof place === 'function' ? place(problem) : place
}
