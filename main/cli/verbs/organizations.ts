import type { KeysStatus, KeyState, Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, KeyName, Result } from '../../../preload/contract/result.ts'
import type { Gate } from '../../gate/gate.ts'
import { invalid } from '../commandLine.ts'
import { jsonText, plain, tableLines } from '../words/plain.ts'
import { chooseSavedProfile, findProfile } from '../profileChoice.ts'
import { readSecret } from '../secretInput.ts'
import { withCore } from '../session.ts'
import type { Verb } from '../verb.ts'

const profileLines = (profiles: readonly Profile[]): readonly string[] =>
  tableLines(
    ['name', 'kind', 'base URL', 'results URL'],
    profiles.map(({ name, kind, baseUrl, resultsUrl }) => [name, kind, baseUrl, resultsUrl ?? 'not known yet']),
  )

const listVerb: Verb = {
  words: 'profiles list',
  synopsis: '',
  summary: 'list the saved profiles',
  options: {},
  positionals: [],
  run: async (context) => {
    const profiles = await withCore(context, {}, ({ gate }) => gate.call('profile:list', {}))
    if (!profiles.ok) return profiles
    const answer = context.isJson ? [`${jsonText(profiles.value)}\n`] : profileLines(profiles.value)
    const printed = await context.output.print(answer)
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

const addVerb: Verb = {
  words: 'profiles add',
  synopsis: 'NAME --base-url URL --results-url URL',
  summary: 'save a profile',
  options: { 'base-url': { type: 'string' }, 'results-url': { type: 'string' } },
  positionals: ['NAME'],
  run: async (context) => {
    const name = context.line.positionals[0] ?? ''
    const baseUrl = context.line.text('base-url')
    const resultsUrl = context.line.text('results-url')
    if (baseUrl === undefined) return invalid('--base-url', 'missing')
    if (resultsUrl === undefined) return invalid('--results-url', 'missing')
    const saved = await withCore(context, {}, async ({ gate }) => {
      const profiles = await gate.call('profile:list', {})
      if (!profiles.ok) return profiles
      // --profile finds a profile by its name.
      if (profiles.value.some((profile) => profile.name === name))
        return invalid('NAME', 'a profile has that name already')
      return gate.call('profile:save', { profile: { name, baseUrl, resultsUrl } })
    })
    if (!saved.ok) return saved
    const printed = await context.output.print(
      context.isJson ? [`${jsonText(saved.value)}\n`] : profileLines([saved.value]),
    )
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

const removeVerb: Verb = {
  words: 'profiles remove',
  synopsis: 'NAME',
  summary: 'delete a profile and its keys; downloaded stages stay',
  options: {},
  positionals: ['NAME'],
  run: async (context) => {
    const removed = await withCore(context, {}, async ({ gate }) => {
      const profiles = await gate.call('profile:list', {})
      if (!profiles.ok) return profiles
      const profile = findProfile(profiles.value, context.line.positionals[0] ?? '')
      if (!profile.ok) return profile
      const done = await gate.call('profile:remove', { id: profile.value.id })
      return done.ok ? profile : done
    })
    if (!removed.ok) return removed
    const { id, name } = removed.value
    const text = context.isJson ? jsonText({ removed: name, id }) : `Removed ${plain(name)}.`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

const isKeyName = (text: string): text is KeyName => text === 'access' || text === 'results'

const noKeyName = invalid('access|results', 'neither access nor results')

const describe = ({ isSet, last4, heldIn }: KeyState): string => {
  if (!isSet) return 'not set'
  const end = last4 === null ? '' : `, ends in ${last4}`
  return `set${heldIn === null ? '' : ` (${heldIn})`}${end}`
}

const statusLines = ({ keychain, profiles }: KeysStatus): readonly string[] => [
  `keychain: ${keychain.state === 'unavailable' ? `unavailable (${keychain.reason})` : keychain.state}\n`,
  ...tableLines(
    ['profile', 'access key', 'results key'],
    profiles.map(({ name, access, results }) => [name, describe(access), describe(results)]),
  ),
]

const statusVerb: Verb = {
  words: 'keys status',
  synopsis: '',
  summary: 'show which keys are set, and where they are stored',
  options: {},
  positionals: [],
  run: async (context) => {
    const status = await withCore(context, {}, ({ gate }) => gate.call('keys:status', {}))
    if (!status.ok) return status
    const answer = context.isJson ? [`${jsonText(status.value)}\n`] : statusLines(status.value)
    const printed = await context.output.print(answer)
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

/** A key held in memory is gone with this process: for the terminal it was not saved. */
const notSaved = async (gate: Gate, { heldIn }: KeyState): Promise<AppError | null> => {
  if (heldIn === 'keychain' || heldIn === 'demo') return null
  const status = await gate.call('keys:status', {})
  if (!status.ok) return status.error
  const { keychain } = status.value
  // The key is saved, but the environment variable has priority.
  if (keychain.state === 'available') return null
  if (keychain.state === 'unavailable') return { kind: 'keychain-unavailable', reason: keychain.reason }
  const message = 'the environment gives the keys; unset RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY to save one'
  return { kind: 'invalid-input', issues: [{ path: '', message }] }
}

const save = async (
  gate: Gate,
  profileName: string | undefined,
  which: KeyName,
  value: string,
): Promise<Result<KeyState>> => {
  const profile = await chooseSavedProfile(gate, profileName)
  if (!profile.ok) return profile
  const state = await gate.call('keys:set', { profileId: profile.value.id, which, value })
  if (!state.ok) return state
  const error = await notSaved(gate, state.value)
  return error === null ? state : { ok: false, error }
}

const setVerb: Verb = {
  words: 'keys set',
  synopsis: 'access|results --profile NAME',
  summary: 'save a key in the keychain; its value is read from stdin',
  options: { profile: { type: 'string' } },
  positionals: ['access|results'],
  run: async (context) => {
    const which = context.line.positionals[0] ?? ''
    if (!isKeyName(which)) return noKeyName
    const stdin = context.stdin()
    const secret = await readSecret(stdin, () => context.output.say(`The ${which} key (it is not shown): `))
    if (stdin.isTTY === true) await context.output.say('\n')
    if (!secret.ok) return secret
    const state = await withCore(context, {}, ({ gate }) =>
      save(gate, context.line.text('profile'), which, secret.value),
    )
    if (!state.ok) return state
    const text = context.isJson ? jsonText(state.value) : `${which} key: ${describe(state.value)}`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

const forgetVerb: Verb = {
  words: 'keys forget',
  synopsis: '[access|results] [--profile NAME]',
  summary: 'remove one key of a profile, or both',
  options: { profile: { type: 'string' } },
  positionals: ['access|results?'],
  run: async (context) => {
    const which = context.line.positionals[0]
    if (which !== undefined && !isKeyName(which)) return noKeyName
    const forgotten = await withCore(context, {}, async ({ gate }) => {
      const profile = await chooseSavedProfile(gate, context.line.text('profile'))
      if (!profile.ok) return profile
      const done = await gate.call('keys:forget', {
        profileId: profile.value.id,
        ...(which === undefined ? {} : { which }),
      })
      return done.ok ? profile : done
    })
    if (!forgotten.ok) return forgotten
    const { id, name } = forgotten.value
    const names: readonly KeyName[] = which === undefined ? ['access', 'results'] : [which]
    const text = context.isJson
      ? jsonText({ forgotten: names, profile: name, id })
      : `Deleted the ${names.join(' and the ')} key of ${plain(name)}.`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

export const organizationsVerbs: readonly Verb[] = [listVerb, addVerb, removeVerb, statusVerb, setVerb, forgetVerb]
