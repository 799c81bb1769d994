import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import type { KeysStatus, Profile } from '../../../preload/contract/organizations.ts'
import { closing } from '../../support/atEnd.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startRaceService } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
const urls = { url: 'https://api.example.org', resultsUrl: 'https://results.example.org' }
const addProfile = (data: string, name: string, service = urls) =>
  terminal.ask<Profile>(['profiles', 'add', name, ...flagsOf(service), '--data', data])
const profilesIn = async (data: string) => (await terminal.ask<readonly Profile[]>(['profiles', '--data', data])).answer
const refused = (code: number, kind: string) => ({ code, answer: { ok: false, error: { kind } } })

describe('the command line', () => {
  test.each([
    ['no verb', []],
    ['an unknown verb', ['exprot']],
    ['an unknown second word', ['profiles', 'rename']],
    ['an unknown flag', ['results', 'x', '--colour', 'red']],
    ['a missing STAGE', ['results']],
    ['too many calls at once', ['take', 'x', '--parallel', '17']],
    ['--base-url alone', ['take', 'x', '--base-url', 'https://api.example.org']],
    ['--results-url beside --profile', ['take', 'x', '--profile', 'P', '--results-url', 'https://r.example.org']],
    ['a key that is neither', ['keys', 'set', 'both']],
    ['a key value in argv', ['keys', 'set', 'access', 'typed-secret-1']],
    ['a group without a file', ['demo-service', '--group-by', 'City']],
  ])('%s is usage: 2, one JSON value, usage on stderr', async (_, args) => {
    const ended = await terminal.ask(args)
    expect(ended).toMatchObject(refused(2, 'invalid-input'))
    expect(ended.stderr).toContain('Usage: racedesk')
    expect(ended.stdout + ended.stderr).not.toMatch(/typed-secret|\n +at /u)
  })

  test('a mistyped verb is answered with the verbs that it may mean', async () => {
    const { stderr } = await terminal.run(['exprot', 'S'])
    expect(stderr).toContain('did you mean “export”?')
  })

  test('without --json a failure leaves stdout empty', async () => {
    const { code, stdout, stderr } = await terminal.run(['results', 'my race'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('STAGE')
  })

  test.each([
    [['--help'], 'demo-service'],
    [['export', '--help'], '--preset'],
    [['board', '--help'], '  --screen NAME=VIEW'],
    [['columns', '--help'], 'columns STAGE [--set COLUMN=ROLE[:UNIT]]… [--charset C] [--header yes|no]'],
    [['profiles', '--help'], 'profiles list'],
    [['profiles', '--help'], 'profiles add NAME'],
    [['profiles', 'remove', '--help'], 'profiles remove NAME'],
    [['keys', '--help'], 'keys set'],
    [['promo', '--help'], 'promo set RACE_GUID'],
  ])('%j shows the usage and exits with 0', async (args, word) => {
    const { code, stdout, stderr } = await terminal.run(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(word)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
    // The help of one verb or group shows nothing of the others.
    if (args.length > 1) expect(stdout).not.toContain('demo-service')
  })

  test('--version prints the version', async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
    const { code, stdout, stderr } = await terminal.run(['--version'])
    expect({ code, stdout: stdout.trim(), stderr }).toEqual({ code: 0, stdout: expect.any(String), stderr: '' })
    expect(manifest).toMatchObject({ version: stdout.trim() })
    expect(manifest).toMatchObject((await terminal.ask<object>(['--version'])).answer)
  })
})

describe('profiles', () => {
  test('a profile is added, listed, and removed by name', async () => {
    const { code, answer: profile } = await addProfile('profiles', 'Бег')
    expect([code, profile]).toMatchObject([0, { name: 'Бег', kind: 'saved', baseUrl: urls.url }])
    expect(await profilesIn('profiles')).toEqual([profile])
    expect((await terminal.run(['profiles', 'list', '--data', 'profiles'])).stdout).toContain(urls.resultsUrl)
    const removed = await terminal.ask(['profiles', 'remove', 'Бег', '--data', 'profiles'])
    expect(removed).toMatchObject({ code: 0, answer: { removed: 'Бег' } })
    expect(await profilesIn('profiles')).toEqual([])
  })

  test.each([
    ['a URL that is none', ['add', 'P', '--base-url', 'example', '--results-url', urls.resultsUrl], 'invalid-input'],
    ['one URL alone', ['add', 'P', '--base-url', urls.url], 'invalid-input'],
    ['a name that is not there', ['remove', 'P'], 'not-found'],
  ])('%s is refused', async (_, args, kind) => {
    expect(await terminal.ask(['profiles', ...args, '--data', 'refused'])).toMatchObject(refused(2, kind))
  })

  test('take without --profile uses the only one, and lists the choice of two', async () => {
    const race = closing(await startRaceService('Men'))
    const take = (...more: string[]) =>
      terminal.ask(['take', race.stage, '--data', 'choice', ...more], { env: environmentKeys })
    const none = await take()
    await addProfile('choice', 'First', race)
    const only = await take()
    await addProfile('choice', 'Second', race)
    const between = await take()
    const named = await take('--profile', 'Second')
    const unknown = await take('--profile', 'Third')
    expect([none, only, between, named, unknown].map(({ code }) => code)).toEqual([2, 0, 2, 0, 2])
    expect(between.stdout).toContain('First, Second')
  })
})

describe('keys', () => {
  const given = { RACEDESK_ACCESS_KEY: 'short-key-1', RACEDESK_RESULTS_KEY: 'a-longer-key-of-results' }
  const secret = 'secret-of-the-test'

  test.each([
    ['without a keychain', {}, `${secret}-1\n`, 4, 'keychain-unavailable'],
    ['when the environment overrides the key', given, `${secret}-1\n`, 2, 'invalid-input'],
    ['for too long a key', {}, secret + 'x'.repeat(200_000), 2, 'invalid-input'],
  ])('keys set fails %s, and does not repeat the key', async (name, env, stdin, code, kind) => {
    await addProfile(name, 'Crew')
    const args = ['keys', 'set', 'access', '--profile', 'Crew', '--data', name]
    const ended = await terminal.ask(args, { env, stdin })
    expect(ended).toMatchObject(refused(code, kind))
    expect(ended.stdout + ended.stderr).not.toMatch(/secret-of-the-test|short-key|a-longer/u)
  })

  test('keys from the environment are listed as such and do not touch the keychain', async () => {
    await addProfile('environment', 'Crew')
    const args = ['keys', 'status', '--data', 'environment']
    const { code, stdout, answer } = await terminal.ask<KeysStatus>(args, { env: given })
    expect([code, answer.keychain]).toEqual([0, { state: 'unused' }])
    expect(answer.profiles).toMatchObject([
      {
        name: 'Crew',
        access: { isSet: true, last4: null, heldIn: 'environment' },
        results: { isSet: true, last4: 'ults', heldIn: 'environment' },
      },
    ])
    expect(stdout).not.toMatch(/short-key|longer/u)
  })

  test('a key set by one command is used by the next, shown by its last characters, and forgotten on demand', async () => {
    const race = closing(await startRaceService('Men'))
    const [access, results] = ['the-access-key-0001', 'the-results-key-0002']
    await addProfile('kept', 'Crew', race)
    const keychain = createMemoryKeychain()
    const printed: string[] = []
    const ask = async <T>(args: readonly string[], stdin = ''): Promise<T> => {
      const { code, stdout, stderr, answer } = await terminal.ask<T>([...args, '--data', 'kept'], {
        stdin,
        outside: { keychain },
      })
      expect(code).toBe(0)
      printed.push(stdout, stderr)
      return answer
    }
    const areSet = async () =>
      (await ask<KeysStatus>(['keys', 'status'])).profiles.map(({ access, results }) => [access.isSet, results.isSet])
    expect(await ask(['keys', 'set', 'access', '--profile', 'Crew'], `${access}\n`)).toMatchObject({
      isSet: true,
      last4: '0001',
      heldIn: 'keychain',
    })
    await ask(['keys', 'set', 'results'], `${results}\r\n`)
    expect(await ask(['take', race.stage])).toMatchObject({ rows: 3 })
    expect(race.results.requests[0]?.headers['service-api-key']).toBe(results)
    await ask(['keys', 'forget', 'access'])
    expect(await areSet()).toEqual([[false, true]])
    await ask(['keys', 'forget'])
    expect(await areSet()).toEqual([[false, false]])
    for (const key of [access, results]) expect(printed.join('')).not.toContain(key)
  })
})
