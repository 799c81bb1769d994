import type { Profile } from '../../../preload/contract/organizations.ts'
import { invalid } from '../commandLine.ts'
import { jsonText, plain, tableLines } from '../words/plain.ts'
import { findProfile } from '../profileChoice.ts'
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

export const profilesVerbs: readonly Verb[] = [listVerb, addVerb, removeVerb]
