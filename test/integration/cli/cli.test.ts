import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeysStatus, Profile } from '../../../preload/contract/organizations.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { openKeyringSession, type KeyringSession } from '../../support/keyring/keyringSession.ts'
import { hasKeyring, suiteFor } from '../../support/requirements.ts'
import { runTerminal, type TerminalOptions } from '../../support/processes/terminal.ts'

type Failure = { readonly ok: false; readonly error: AppError }

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-cli-'))
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = (args: readonly string[], options?: TerminalOptions) => runTerminal(home, args, options)
const addProfile = (data: string, name: string, baseUrl = 'https://api.example.org') =>
  run([
    'profiles',
    'add',
    name,
    '--base-url',
    baseUrl,
    '--results-url',
    'https://results.example.org',
    '--data',
    data,
    '--json',
  ])

describe('the command line', () => {
  test.each([
    ['no verb', []],
    ['an unknown verb', ['fetch']],
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
    const { code, stdout, stderr } = await run([...args, '--json'])
    const failure: Failure = JSON.parse(stdout)
    expect(code).toBe(2)
    expect(failure).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(stderr).toContain('Usage: racedesk')
    expect(stdout + stderr).not.toMatch(/typed-secret|\n +at /u)
  })

  test('without --json a failure leaves stdout empty', async () => {
    const { code, stdout, stderr } = await run(['results', 'my race'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('STAGE')
  })

  test.each([
    [['--help'], 'demo-service'],
    [['export', '--help'], '--preset'],
    [['board', '--help'], '  --screen NAME=VIEW'],
    [['profiles', '--help'], 'profiles list'],
    [['profiles', '--help'], 'profiles add NAME'],
    [['profiles', 'remove', '--help'], 'profiles remove NAME'],
    [['keys', '--help'], 'keys set'],
    [['promo', '--help'], 'promo set RACE_GUID'],
  ])('%j shows the usage and exits with 0', async (args, word) => {
    const { code, stdout, stderr } = await run(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(word)
    // Of one verb or group nothing is shown of the others.
    if (args.length > 1) expect(stdout).not.toContain('demo-service')
  })

  test('--version prints the version', async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
    const { code, stdout, stderr } = await run(['--version'])
    expect({ code, stdout: stdout.trim(), stderr }).toEqual({ code: 0, stdout: expect.any(String), stderr: '' })
    expect(manifest).toMatchObject({ version: stdout.trim() })
    expect(manifest).toMatchObject(JSON.parse((await run(['--version', '--json'])).stdout))
  })
})

describe('profiles', () => {
  test('a profile is added, listed, and removed by name', async () => {
    const added = await addProfile('profiles', 'Бег')
    expect(added.code).toBe(0)
    const profile: Profile = JSON.parse(added.stdout)
    expect(profile).toMatchObject({ name: 'Бег', kind: 'saved', baseUrl: 'https://api.example.org' })
    expect(JSON.parse((await run(['profiles', '--data', 'profiles', '--json'])).stdout)).toEqual([profile])
    expect((await run(['profiles', 'list', '--data', 'profiles'])).stdout).toContain('https://results.example.org')
    const removed = await run(['profiles', 'remove', 'Бег', '--data', 'profiles', '--json'])
    expect({ code: removed.code, answer: JSON.parse(removed.stdout) }).toMatchObject({
      code: 0,
      answer: { removed: 'Бег' },
    })
    expect(JSON.parse((await run(['profiles', '--data', 'profiles', '--json'])).stdout)).toEqual([])
  })

  test('a profile name is unique', async () => {
    await addProfile('twice', 'Crew')
    const second = await addProfile('twice', 'Crew', 'https://other.example.org')
    expect(second.code).toBe(2)
    expect(JSON.parse((await run(['profiles', '--data', 'twice', '--json'])).stdout)).toHaveLength(1)
  })

  test.each([
    [
      'a URL that is none',
      ['add', 'P', '--base-url', 'example', '--results-url', 'https://r.example.org'],
      'invalid-input',
    ],
    ['one URL alone', ['add', 'P', '--base-url', 'https://a.example.org'], 'invalid-input'],
    ['a name that is not there', ['remove', 'P'], 'not-found'],
  ])('%s is refused', async (_, args, kind) => {
    const { code, stdout } = await run(['profiles', ...args, '--data', 'refused', '--json'])
    const failure: Failure = JSON.parse(stdout)
    expect({ code, kind: failure.error.kind }).toEqual({ code: 2, kind })
  })

  test('take without --profile uses the only one, and lists the choice of two', async () => {
    const demo = await startOrFail({})
    const stage = demo.stages[0]?.guid ?? ''
    const env = { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey }
    const add = (name: string) =>
      run(['profiles', 'add', name, '--base-url', demo.url, '--results-url', demo.resultsUrl, '--data', 'choice'])
    const take = (...more: string[]) => run(['take', stage, '--data', 'choice', '--json', ...more], { env })
    const none = await take()
    await add('First')
    const only = await take()
    await add('Second')
    const between = await take()
    const named = await take('--profile', 'Second')
    const unknown = await take('--profile', 'Third')
    await demo.close()
    expect([none, only, between, named, unknown].map(({ code }) => code)).toEqual([2, 0, 2, 0, 2])
    expect(between.stdout).toContain('First, Second')
  })
})

describe('keys without a keychain', () => {
  // On other systems a command would reach the user's own keychain.
  test.skipIf(process.platform !== 'linux')('keys set fails without a keychain', async () => {
    await addProfile('no-keychain', 'Crew')
    const args = ['keys', 'set', 'access', '--profile', 'Crew', '--data', 'no-keychain', '--json']
    const { code, stdout, stderr } = await run(args, { stdin: 'secret-of-the-test-1\n' })
    const failure: Failure = JSON.parse(stdout)
    expect({ code, kind: failure.error.kind }).toEqual({ code: 4, kind: 'keychain-unavailable' })
    expect(stdout + stderr).not.toContain('secret-of-the-test')
  })

  test('keys set fails when the environment overrides the key', async () => {
    await addProfile('given', 'Crew')
    const env = { RACEDESK_ACCESS_KEY: 'given-key-1', RACEDESK_RESULTS_KEY: 'given-key-2' }
    const args = ['keys', 'set', 'access', '--data', 'given', '--json']
    const { code, stdout, stderr } = await run(args, { env, stdin: 'secret-of-the-test-1\n' })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(stdout + stderr).not.toMatch(/secret-of-the-test|given-key/u)
  })

  test('refuses too long a key on stdin without repeating it', async () => {
    await addProfile('bad-keys', 'Crew')
    const stdin = `secret-of-the-test${'x'.repeat(200_000)}`
    const { code, stdout, stderr } = await run(['keys', 'set', 'results', '--data', 'bad-keys', '--json'], { stdin })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(stdout + stderr).not.toContain('secret-of-the-test')
  })

  test('keys from the environment are listed as such and do not touch the keychain', async () => {
    await addProfile('environment', 'Crew')
    const env = { RACEDESK_ACCESS_KEY: 'short-key-1', RACEDESK_RESULTS_KEY: 'a-longer-key-of-results' }
    const { code, stdout } = await run(['keys', 'status', '--data', 'environment', '--json'], { env })
    const status: KeysStatus = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(status.keychain).toEqual({ state: 'unused' })
    expect(status.profiles).toMatchObject([
      {
        name: 'Crew',
        access: { isSet: true, last4: null, heldIn: 'environment' },
        results: { isSet: true, last4: 'ults', heldIn: 'environment' },
      },
    ])
    expect(stdout).not.toMatch(/short-key|longer/u)
  })
})

suiteFor('keyring', hasKeyring())('keys in a keychain', () => {
  let keyring: KeyringSession
  beforeAll(async () => {
    keyring = await openKeyringSession()
    await keyring.startKeyring('unlocked')
  })
  afterAll(() => keyring.close())

  test('a key set by one command is used by the next, shown by its last characters, and forgotten on demand', async () => {
    const demo = await startOrFail({})
    const env = { DBUS_SESSION_BUS_ADDRESS: keyring.environment['DBUS_SESSION_BUS_ADDRESS'] ?? '' }
    const data = ['--data', 'keyring', '--json']
    await run(['profiles', 'add', 'Crew', '--base-url', demo.url, '--results-url', demo.resultsUrl, ...data])
    const access = await run(['keys', 'set', 'access', '--profile', 'Crew', ...data], {
      env,
      stdin: `${demo.accessKey}\n`,
    })
    expect({ code: access.code, answer: JSON.parse(access.stdout) }).toEqual({
      code: 0,
      answer: { isSet: true, last4: demo.accessKey.slice(-4), heldIn: 'keychain' },
    })
    await run(['keys', 'set', 'results', ...data], { env, stdin: `${demo.resultsKey}\r\n` })
    const taken = await run(['take', demo.stages[0]?.guid ?? '', ...data], { env })
    expect(taken.code).toBe(0)
    const forgotten = await run(['keys', 'forget', 'access', ...data], { env })
    expect(forgotten.code).toBe(0)
    const status: KeysStatus = JSON.parse((await run(['keys', 'status', ...data], { env })).stdout)
    expect(status.profiles).toMatchObject([{ access: { isSet: false }, results: { isSet: true } }])
    await run(['keys', 'forget', ...data], { env })
    const after: KeysStatus = JSON.parse((await run(['keys', 'status', ...data], { env })).stdout)
    expect(after.profiles).toMatchObject([{ access: { isSet: false }, results: { isSet: false } }])
    await demo.close()
    for (const { stdout, stderr } of [access, taken, forgotten]) {
      expect(stdout + stderr).not.toContain(demo.accessKey)
      expect(stdout + stderr).not.toContain(demo.resultsKey)
    }
  })
})
