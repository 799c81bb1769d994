import { expect, test } from 'vitest'
import { hasFlag, readCommandLine, readInteger, renameIssues, type CommandSpec } from '../../../main/cli/commandLine.ts'
import { verbs } from '../../../main/cli/main.ts'
import { findProfile, readProfileFlags } from '../../../main/cli/profileChoice.ts'
import { keyIn } from '../../../main/cli/secretInput.ts'
import { optionLines } from '../../../main/cli/words/optionTexts.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import { sampleProfile } from '../../support/units/samples.ts'

const spec: CommandSpec = {
  options: {
    limit: { type: 'string' },
    search: { type: 'string', canBeEmpty: true },
    category: { type: 'string', multiple: true },
    profile: { type: 'string' },
    'base-url': { type: 'string' },
    'results-url': { type: 'string' },
    demo: { type: 'boolean' },
  },
  positionals: ['STAGE', 'WHICH?'],
}

const issuesOf = (args: readonly string[]) => {
  const line = readCommandLine(args, spec)
  return line.ok ? null : line.error.kind === 'invalid-input' ? line.error.issues : line.error
}

test.each([
  ['a value for a flag that takes none', ['S', '--demo=1'], '--demo'],
  ['the same flag twice', ['S', '--limit', '1', '--limit', '2'], '--limit'],
  ['an empty value', ['S', '--limit', ''], '--limit'],
  ['a missing argument', [], 'STAGE'],
  ['an empty argument', [''], 'STAGE'],
  ['an argument too many', ['S', 'W', 'X'], 'more arguments'],
])('%s is refused instead of being guessed at', (_, args, named) => {
  expect(JSON.stringify(issuesOf(args))).toContain(named)
})

test.each([
  [['S', '--colour', 'red'], "Unknown option '--colour'."],
  [['S', '--limit', '--demo'], '--limit: needs a value, not another option'],
  [['S', '--limit'], '--limit: needs a value'],
])('%j is refused instead of being guessed at, without advice for programmers', (args, message) => {
  expect(issuesOf(args)).toEqual([{ path: '', message }])
})

test('a value in the wrong place is not repeated, since it may be a key', () => {
  const issues = ['set-secret-1', '--set-secret-1', '-set-secret-1', '--limit=a', '--x=set-secret-2'].map((argument) =>
    JSON.stringify(issuesOf(['S', 'W', 'X', argument])),
  )
  for (const issue of issues.filter((_, index) => index !== 1)) expect(issue).not.toMatch(/set-secret/u)
})

test('an empty search is a search, and several categories are several', () => {
  const line = readCommandLine(['S', '--search', '', '--category', 'M40', '--category', 'F40'], spec)
  if (!line.ok) throw new Error('refused')
  expect(line.value.text('search')).toBe('')
  expect(line.value.texts('category')).toEqual(['M40', 'F40'])
  expect(line.value.text('limit')).toBeUndefined()
})

test.each(['12', '0', '99999999999999999999999'])('--limit %s has no upper bound that a user could meet', (text) => {
  const line = readCommandLine(['S', '--limit', text], spec)
  const value = Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  expect(line.ok && readInteger(line.value, 'limit', { min: 0 })).toEqual({ ok: true, value })
})

test.each(['-1', '1.5', '1e3', '0x10', ' 7', 'ten', '70000'])('--limit=%s is no port-like number', (text) => {
  const line = readCommandLine(['S', `--limit=${text}`], spec)
  expect(line.ok && readInteger(line.value, 'limit', { min: 0, max: 65_535 }).ok).toBe(false)
})

test.each(verbs.map((verb) => [verb.words, verb] as const))('%s --help explains each of its flags', (_, verb) => {
  const lines = optionLines(verb)
    .trimEnd()
    .split(/\n(?= {2}--)/u)
  expect(lines).toHaveLength(Object.keys(verb.options).length + 3)
  for (const line of lines) expect(line).toMatch(/^ {2}--[a-z-]+.* {2}\S/u)
})

test('--json is seen beside flags that are wrong, but not behind the end of the flags', () => {
  expect(hasFlag(['take', '--nonsense', '--json'], '--json')).toBe(true)
  expect(hasFlag(['results', 'S', '--', '--json'], '--json')).toBe(false)
})

test.each([
  'S --base-url https://a.example',
  'S --results-url https://a.example',
  'S --profile P --base-url https://a.example --results-url https://b.example',
])('half a profile, or two, is refused: %s', (args) => {
  const line = readCommandLine(args.split(' '), spec)
  expect(line.ok && readProfileFlags(line.value).ok).toBe(false)
})

test('two profiles of one name are distinguished by ID', () => {
  const profile = (id: string, name: string) => sampleProfile({ id: id as ProfileId, name })
  const profiles = [profile('p1', 'Crew'), profile('p2', 'Crew'), profile('p3', 'Press')]
  expect(findProfile(profiles, 'Crew').ok).toBe(false)
  expect(findProfile(profiles, 'p2')).toEqual({ ok: true, value: profiles[1] })
  expect(findProfile(profiles, 'Press')).toEqual({ ok: true, value: profiles[2] })
  expect(findProfile(profiles, 'press')).toEqual({ ok: false, error: { kind: 'not-found', what: 'profile press' } })
})

test('an issue names the flag that was typed, not the field behind it', () => {
  const refused = (path: string) =>
    ({ ok: false, error: { kind: 'invalid-input', issues: [{ path, message: 'no column' }] } }) as const
  expect(renameIssues(refused('groupBy'), { groupBy: '--group-by' })).toEqual(refused('--group-by'))
})

const faulty = ['', '\n', '  \n', ...['\nmore\n', '\n\n', '-é\n', '\ufffd'].map((end) => `secret-of-the-test${end}`)]
test.each(faulty)('%j is refused as a key, and its text is not repeated', (text) => {
  const key = keyIn(text)
  expect(key).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  expect(JSON.stringify(key)).not.toContain('secret-of-the-test')
})

test.each(['key-1', 'key-1\n', 'key-1\r\n'])('the line end behind a key is not part of it: %j', (text) => {
  expect(keyIn(text)).toEqual({ ok: true, value: 'key-1' })
})
