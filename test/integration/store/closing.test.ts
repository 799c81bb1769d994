import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createKeytarKeychain } from '../../../main/platform/keychain/keytarKeychain.ts'
import { createIngestThread } from '../../../main/store/ingestThread.ts'
import { openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { createHandClock } from '../../support/handClock.ts'
import { addStage, environmentKeys } from '../../support/openCore.ts'
import { bytesOf, inEnvelope, type RaceService } from '../../support/services/raceService.ts'
import type { EventService } from '../../../main/platform/http/eventService.ts'

const cores = useCores()

const logOf = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8').catch(() => '')

it('closes despite a keychain that never answers, without losing stored data', async () => {
  const race = await cores.race('Women')
  race.answer('Women', bytesOf(inEnvelope([{ number: 1, name: 'Ada' }])))
  const asked = Promise.withResolvers<void>()
  const silence = (): Promise<never> => {
    asked.resolve()
    return new Promise(() => undefined)
  }
  const native = { getPassword: silence, setPassword: silence, deletePassword: silence }
  const keychain = createKeytarKeychain({ loadModule: () => Promise.resolve(native), deadlineMs: 200 })
  const dataDir = join(await cores.folder(), 'data')
  const open = await cores.open({ dataDir, env: {}, outside: { keychain }, face: 'desktop' })
  const { stage } = await addStage(open, race)
  const { jobId } = await open.call('stage:take', { stage })
  await open.call('stage:watch', { stage })
  await asked.promise
  await open.close()
  expect(await open.finished(jobId)).toMatchObject({ error: { kind: 'keychain-unavailable', reason: 'locked' } })
  expect(await logOf(dataDir)).not.toContain('Work did not stop')

  const again = await cores.open({ dataDir, env: environmentKeys })
  expect(await again.call('stage:list', {})).toMatchObject([{ guid: stage }])
  expect(await again.take(stage)).toMatchObject({ state: 'done' })
})

/** A take whose first call is answered when `answer` is called, not when it is told to end. */
const openDeaf = async (race: RaceService, face: 'browser' | 'terminal') => {
  const clock = createHandClock()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const eventService: EventService = {
    call: async () => {
      asked.resolve()
      await answered.promise
      return { ok: false, error: { kind: 'cancelled' } }
    },
    setParallelCalls: () => undefined,
    reconnect: () => undefined,
    close: () => Promise.resolve(),
  }
  const dataDir = join(await cores.folder(), 'data')
  const open = await cores.open({ dataDir, face, outside: { eventService, clock: clock.now, wait: clock.wait } })
  const { stage } = await addStage(open, race)
  const { jobId } = await open.call('stage:take', { stage })
  await asked.promise
  return { ...open, jobId, clock, answer: answered.resolve }
}

it('closes despite work that ignores its cancellation, and logs it', async () => {
  const race = await cores.race('Women')
  const open = await openDeaf(race, 'browser')
  const closing = open.close()
  await open.clock.next()
  await closing
  expect(await logOf(open.dataDir)).toContain('Work did not stop')
  const again = await cores.open({ dataDir: open.dataDir })
  expect(await again.call('job:list', {})).toMatchObject([{ state: 'interrupted' }])
})

it('finishes a slow write when a command is ended', async () => {
  const race = await cores.race('Women')
  const open = await openDeaf(race, 'terminal')
  const closing = open.close()
  expect(open.clock.waiting()).toBe(0)
  open.answer()
  await closing
  expect(await open.finished(open.jobId)).toMatchObject({ state: 'cancelled' })
  expect(await logOf(open.dataDir)).not.toContain('Work did not stop')
})

it('closes despite a thread that cannot write, and starts no other for late work', async () => {
  const path = join(await cores.folder(), 'racedesk.db')
  const { database, file } = openDatabase(path, 'now')
  database.run('BEGIN IMMEDIATE')
  const thread = createIngestThread(file, 50)
  const finding = {
    kind: 'failure',
    category: '1' as CategoryId,
    job: '1' as JobId,
    at: '2026-05-16T10:00:00.000Z' as Instant,
    error: { kind: 'cancelled' },
  } as const
  const stored = thread.store(finding)
  await thread.close()
  expect(await stored).toEqual({ ok: false, error: { kind: 'storage', reason: 'The storing thread did not end' } })
  expect(await thread.store(finding)).toMatchObject({ ok: false, error: { reason: 'The store is closed' } })
  database.run('ROLLBACK')
  database.close()
})
