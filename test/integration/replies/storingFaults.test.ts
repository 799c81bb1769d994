import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { beforeEach, expect, it } from 'vitest'
import { createHttpEventService } from '../../../main/platform/http/undiciEventService.ts'
import { createIngestThread } from '../../../main/store/ingestThread.ts'
import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { openReplyDatabase } from '../../support/files/replyDatabase.ts'
import { addStage } from '../../support/openCore.ts'
import type { RaceService } from '../../support/services/raceService.ts'
import type { EventService } from '../../../main/platform/http/eventService.ts'

const cores = useCores()
let race: RaceService

beforeEach(async () => {
  race = await cores.race('Women', 'Men', 'Youth')
})

const findingOf = (category: string) => ({
  kind: 'failure' as const,
  category: category as CategoryId,
  job: '1' as JobId,
  at: '2026-05-16T10:00:00.000Z' as Instant,
  error: { kind: 'cancelled' as const },
})

it('fails only what waited for a storing thread that ended, and stores the rest in the next one', async () => {
  const { database, file } = openReplyDatabase()
  const thread = createIngestThread(file)
  const started = once(process, 'worker') as Promise<[Worker]>
  thread.prepare()
  const [first] = await started
  const lost = thread.store(findingOf('1'))
  first.emit('error', new Error('out of memory'))
  expect(await lost).toMatchObject({ ok: false, error: { kind: 'storage', reason: 'out of memory' } })
  database.run('BEGIN IMMEDIATE')
  const next = thread.store(findingOf('2'))
  await first.terminate()
  database.run('ROLLBACK')
  expect(await next).toMatchObject({ ok: true, value: { category: '2', outcome: 'failed' } })
  await thread.close()
})

/** The real client; what it brings is spoiled until `mend`. */
const openWith = async (spoil: (reply: Awaited<ReturnType<EventService['call']>>) => typeof reply) => {
  const service = createHttpEventService({ version: '0.0.0-test' })
  let isSpoiled = true
  const eventService: EventService = {
    ...service,
    call: async (credentials, call) => {
      const reply = await service.call(credentials, call)
      return isSpoiled && call.service === 'results' ? spoil(reply) : reply
    },
  }
  const open = await cores.open({ outside: { eventService } })
  const mend = (): void => {
    isSpoiled = false
  }
  return { ...open, mend }
}

type Spoil = Parameters<typeof openWith>[0]
it.each<[string, Spoil]>([
  [
    'a reply that cannot be handed to the storing thread',
    (reply) =>
      // The body is in memory that cannot be transferred.
      reply.ok
        ? { ok: true, value: { ...reply.value, body: new Uint8Array(new SharedArrayBuffer(4)) as never } }
        : reply,
  ],
  [
    'a client that throws',
    () => {
      throw new Error('a bug of the client')
    },
  ],
])('ends a take after %s, and the next one asks the same categories', async (_, spoil) => {
  const open = await openWith(spoil)
  const { stage } = await addStage(open, race)
  expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'internal' } })
  open.mend()
  race.forget()
  expect(await open.take(stage)).toMatchObject({ state: 'done', done: 3 })
  expect(race.asked().toSorted()).toEqual(['Men', 'Women', 'Youth'])
})
