import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { KeychainReason } from '../../../preload/contract/result.ts'
import { closing } from '../../support/atEnd.ts'
import type { ProbeStep, ProbeTask } from '../../support/keyring/keychainProbe.ts'
import { openKeyringSession, type KeyringSession } from '../../support/keyring/keyringSession.ts'
import { hasKeyring, suiteFor } from '../../support/requirements.ts'
import { sharedServer } from '../../support/stores/sharedServer.ts'

const probeProgram = fileURLToPath(new URL('../../support/keyring/keychainProbe.ts', import.meta.url))
const exitCode = 7
/** A busy machine must not make a slow keyring look like a locked one. */
const patientMs = 15_000
const accessKey = 'access-key-of-club-one'
const otherKey = 'access-key-of-club-two'

const run = async (
  environment: NodeJS.ProcessEnv,
  steps: readonly ProbeStep[],
  extra: Partial<ProbeTask> = {},
): Promise<readonly unknown[]> => {
  const child = spawn(process.execPath, [probeProgram], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify({ steps, exitCode, deadlineMs: patientMs, ...extra } satisfies ProbeTask))
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  expect(code, complaints).toBe(exitCode)
  return JSON.parse(printed) as readonly unknown[]
}

const keysAre = (access: string | null, results: string | null): unknown => ({
  ok: true,
  value: expect.objectContaining({ accessKey: access, resultsKey: results }) as unknown,
})

const set = (profile: string, value: string): ProbeStep => ({ do: 'set', profile, which: 'access', value })
const credentials = (profile: string): ProbeStep => ({ do: 'credentials', profile })
const probe: ProbeStep = { do: 'probe' }

/** Without a keychain everything works for this run, and says why it is for this run only. */
const memorySession: readonly ProbeStep[] = [
  probe,
  credentials('one'),
  set('one', accessKey),
  set('two', otherKey),
  credentials('one'),
  credentials('two'),
  { do: 'status', profile: 'one' },
  { do: 'forget', profile: 'one' },
  credentials('one'),
]

const inMemoryBecause = (reason: KeychainReason): readonly unknown[] => {
  const unavailable = { ok: false, error: { kind: 'keychain-unavailable', reason } }
  const inMemory = (last4: string): unknown => ({ isSet: true, last4, heldIn: 'memory' })
  return [
    { ok: false, reason },
    unavailable,
    { ok: true, value: inMemory('-one') },
    { ok: true, value: inMemory('-two') },
    keysAre(accessKey, null),
    keysAre(otherKey, null),
    {
      keychain: { state: 'unavailable', reason },
      profiles: [expect.objectContaining({ profileId: 'one', access: inMemory('-one') })],
    },
    { ok: true, value: null },
    unavailable,
  ]
}

it('reports a module that cannot be loaded, keeps keys in memory for this run and logs once which error it was', async () => {
  const steps: readonly ProbeStep[] = [...memorySession, { do: 'log' }]
  const answers = await run({ PATH: process.env['PATH'] }, steps, { isModuleMissing: true })
  const details = { name: 'Error', message: 'Cannot find package keytar' }
  const logged = [{ message: 'The keychain module did not load', details }]
  expect(answers).toEqual([...inMemoryBecause('no-module'), logged])
})

suiteFor('keyring', hasKeyring())('a real keyring', () => {
  const open = async (): Promise<KeyringSession> => closing(await openKeyringSession())

  const openWithKey = async (): Promise<KeyringSession> => {
    const opened = await open()
    await opened.startKeyring('unlocked')
    await run(opened.environment, [set('one', accessKey)])
    await opened.stopKeyring()
    return opened
  }

  it('keeps the keys of each profile between runs until they are deleted', async () => {
    const { environment, own } = await sharedServer('keyring')
    const [one, two] = [`${own}-one`, `${own}-two`]
    const held = (last4: string): unknown => ({ ok: true, value: { isSet: true, last4, heldIn: 'keychain' } })
    const first = await run(environment, [probe, set(one, accessKey), set(two, otherKey), credentials(one)])
    expect(first).toEqual([{ ok: true }, held('-one'), held('-two'), keysAre(accessKey, null)])

    const second = await run(environment, [
      credentials(one),
      credentials(two),
      { do: 'status', profile: two },
      { do: 'forget', profile: one },
      credentials(one),
    ])
    expect(second).toEqual([
      keysAre(accessKey, null),
      keysAre(otherKey, null),
      {
        keychain: { state: 'available' },
        profiles: [expect.objectContaining({ access: { isSet: true, last4: '-two', heldIn: 'keychain' } })],
      },
      { ok: true, value: null },
      keysAre(null, null),
    ])

    const third = await run(environment, [credentials(one), credentials(two)])
    expect(third).toEqual([keysAre(null, null), keysAre(otherKey, null)])
  })

  it.each([
    ['without a message bus', { HOME: '/nonexistent' }],
    ['when the message bus address leads nowhere', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
  ])('reports no keychain %s', async (_, environment) => {
    const answers = await run({ PATH: process.env['PATH'], ...environment }, memorySession)
    expect(answers).toEqual(inMemoryBecause('no-service'))
  })

  const prompter = 'org.gnome.keyring.SystemPrompter'
  it.each<[string, KeychainReason, (rig: KeyringSession) => Promise<unknown>, hasKey?: boolean, deadlineMs?: number]>([
    ['nothing on the bus stores secrets', 'no-service', async () => undefined],
    ['the keyring has no login collection', 'no-service', ({ startKeyring }) => startKeyring('not-unlocked')],
    ['it cannot ask for its password', 'locked', ({ startKeyring }) => startKeyring('not-unlocked'), true],
    [
      'it waits for a password',
      'locked',
      ({ bus, startKeyring }) => bus.hold(prompter).then(() => startKeyring('not-unlocked')),
      true,
      500,
    ],
    ['the secret service never answers', 'locked', ({ bus }) => bus.hold('org.freedesktop.secrets'), false, 500],
  ])(
    'keeps keys in memory and ends with its exit code when %s, which it calls %s',
    async (_, reason, prepare, hasKey = false, deadlineMs = patientMs) => {
      const rig = await (hasKey ? openWithKey() : open())
      await prepare(rig)
      expect(await run(rig.environment, memorySession, { deadlineMs })).toEqual(inMemoryBecause(reason))
    },
  )
})
