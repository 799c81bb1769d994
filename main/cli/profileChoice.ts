import type { Profile } from '../../preload/contract/organizations.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Core } from '../core.ts'
import type { Gate } from '../gate/gate.ts'
import { invalid, type CommandLine } from './commandLine.ts'

export type ProfileFlags = {
  readonly name?: string
  readonly unsaved?: { readonly baseUrl: string; readonly resultsUrl: string }
}

export const readProfileFlags = (line: CommandLine): Result<ProfileFlags> => {
  const name = line.text('profile')
  const baseUrl = line.text('base-url')
  const resultsUrl = line.text('results-url')
  if (baseUrl === undefined && resultsUrl === undefined) return { ok: true, value: name === undefined ? {} : { name } }
  if (name !== undefined) return invalid('--profile', 'cannot be used with --base-url and --results-url')
  if (baseUrl === undefined) return invalid('--base-url', 'required with --results-url')
  if (resultsUrl === undefined) return invalid('--results-url', 'required with --base-url')
  return { ok: true, value: { unsaved: { baseUrl, resultsUrl } } }
}

/** By its name; by its id where several have the name. */
export const findProfile = (profiles: readonly Profile[], name: string): Result<Profile> => {
  const named = profiles.filter((profile) => profile.name === name)
  const [found, second] = named.length > 0 ? named : profiles.filter((profile) => profile.id === name)
  if (found === undefined) return { ok: false, error: { kind: 'not-found', what: `profile ${name}` } }
  if (second === undefined) return { ok: true, value: found }
  return invalid('--profile', `several profiles have that name; use an ID: ${named.map(({ id }) => id).join(', ')}`)
}

/** The only saved profile, when no flag names one. */
const onlyProfile = (profiles: readonly Profile[]): Result<Profile> => {
  const saved = profiles.filter((profile) => profile.kind === 'saved')
  const [only] = saved
  if (only !== undefined && saved.length === 1) return { ok: true, value: only }
  const names = profiles.map(({ name }) => name).join(', ')
  return invalid('--profile', names === '' ? 'no profile saved yet' : `use one of: ${names}`)
}

export const chooseSavedProfile = async (gate: Gate, name: string | undefined): Promise<Result<Profile>> => {
  const profiles = await gate.call('profile:list', {})
  if (!profiles.ok) return profiles
  return name === undefined ? onlyProfile(profiles.value) : findProfile(profiles.value, name)
}

export const chooseProfile = async (core: Core, { name }: ProfileFlags): Promise<Result<Profile>> =>
  core.unsavedProfile === null ? chooseSavedProfile(core.gate, name) : { ok: true, value: core.unsavedProfile }
