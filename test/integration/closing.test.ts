import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../main/adapters/keychain/memoryKeychain.ts'
import type { EventService, Keychain } from '../../main/services/ports.ts'
import { useCores } from '../support/coreRig.ts'
import { createHandClock } from '../support/handClock.ts'
import { addStage, environmentKeys } from '../support/openCore.ts'
import { envelope, sendJson, startRaceService } from '../support/raceService.ts'

const cores = useCores()

it('a keychain that never answers keeps the app from closing, or closing loses what is stored and does not say why it waited', async () => {
  const race = await startRaceService('Women')
  race.answer('Women', (response) => sendJson(response, envelope([{ number: 1, name: 'Ada' }])))
  const clock = createHandClock()
  const asked = Promise.withResolvers<void>()
  const silent: Keychain = {
    ...createMemoryKeychain(),
    get: () => {
      asked.resolve()
      return new Promise(() => undefined)
    },
  }
  const dataDir = join(await cores.folder(), 'data')
  const open = await cores.open({
    dataDir,
    env: {},
    outside: { keychain: silent, clock: clock.now, wait: clock.wait },
    face: 'desktop',
  })
  const { stage } = await addStage(open, race)
  const { jobId } = await open.call('stage:take', { stage })
  await open.call('stage:watch', { stage })
  await asked.promise
  const closing = open.close()
  await clock.next()
  await closing
  expect(await open.finished(jobId)).toMatchObject({ state: 'cancelled' })
  expect(await readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8')).toContain('The keychain did not answer')

  const again = await cores.open({ dataDir, env: environmentKeys })
  expect(await again.call('stage:list', {})).toMatchObject([{ guid: stage }])
  expect(await again.take(stage)).toMatchObject({ state: 'done' })
  await race.close()
})

it('work that does not hear it is to end keeps the app from closing, or the log from saying so', async () => {
  const race = await startRaceService('Women')
  const clock = createHandClock()
  const asked = Promise.withResolvers<void>()
  const eventService: EventService = {
    call: () => {
      asked.resolve()
      return new Promise(() => undefined)
    },
    setParallelCalls: () => undefined,
    reconnect: () => undefined,
    close: () => Promise.resolve(),
  }
  const dataDir = join(await cores.folder(), 'data')
  const open = await cores.open({ dataDir, outside: { eventService, clock: clock.now, wait: clock.wait } })
  const { stage } = await addStage(open, race)
  await open.call('stage:take', { stage })
  await asked.promise
  const closing = open.close()
  await clock.next()
  await clock.next()
  await closing
  expect(await readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8')).toContain('Work did not end')
  const again = await cores.open({ dataDir })
  expect(await again.call('job:list', {})).toMatchObject([{ state: 'interrupted' }])
  await race.close()
})
