import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../preload/contract/changes.ts'
import type { ReplyId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { openBytes, refusalOf, saveCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import { addStage, deliverTo, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, sendJson, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores(afterAll)
let race: RaceService
let nowMs = 0
let shared: OpenCore

beforeAll(async () => {
  shared = await cores.open({ outside: { clock: () => nowMs } })
})
beforeEach(async () => {
  race = await cores.race('Men')
})

type Rig = OpenCore & { readonly stage: StageGuid; readonly tick: () => void }

const start = Date.parse('2026-05-16T13:40:00.000Z')
const minute = 60_000

/** A stage beside those of other tests, or in a core of its own, where it is a minute before the start. */
const openWithStage = async (own?: Partial<CoreOptions>): Promise<Rig> => {
  nowMs = start - minute
  const open = own === undefined ? shared : await cores.open({ ...own, outside: { clock: () => nowMs } })
  const tick = (): void => void (nowMs += minute)
  return { ...open, stage: (await addStage(open, race)).stage, tick }
}

const at = (minutes: number): string => new Date(start + minutes * minute).toISOString()

const names = 'Ада Боб Вера Глеб Дора Егор Жан Зоя Иван Кира Лев Мира Нил Ольга Пётр Рада Сава Тит Уля Фёкла'.split(' ')
const finisher = (number: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  number: 100 + number,
  position: number,
  resultTime: `0:${20 + number}:00`,
  club: 'Темп',
  account: { lastName: names[number % names.length], firstName: `Я${number}` },
  ...more,
})
const finishers = (count: number, from = 1): readonly Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => finisher(from + index))
const rows =
  (list: readonly unknown[], headers: Record<string, string> = {}): Script =>
  (response) =>
    sendJson(response, envelope(list), 200, headers)

const men = async ({ call }: OpenCore, stage: StageGuid): Promise<Category> => {
  const [category] = (await call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories)
  if (category === undefined) throw new Error('the category is gone')
  return category
}

const take = async (rig: Rig, script?: Script): Promise<Category> => {
  rig.tick()
  if (script !== undefined) race.answer('Men', script)
  await rig.take(rig.stage)
  return await men(rig, rig.stage)
}

const openWithRows = async (count: number, own?: Partial<CoreOptions>): Promise<Rig> => {
  const rig = await openWithStage(own)
  await take(rig, rows(finishers(count)))
  return rig
}

const use = async (rig: Rig, reply: ReplyId): Promise<Category> => {
  const { id } = await men(rig, rig.stage)
  return await rig.call('reply:use', { stage: rig.stage, category: id, reply })
}

const bibs = async ({ call, stage }: Rig): Promise<readonly unknown[]> => {
  const page = await call('results:page', { stage, offset: 0, limit: 1_000 })
  const column = page.columns.findIndex(({ role }) => role === 'bib')
  return page.rows.map(({ cells }) => cells[column])
}

const changesOf = async ({ call, stage }: Rig): Promise<readonly Change[]> =>
  (await call('results:changes', { stage, isFlat: true, offset: 0, limit: 1_000 })).changes

const standing = { outcome: 'no-rows', rows: 12 }
const message = '{"status":"ok","items":[{"text":"Maintenance until 12:00"}]}'

const derivedEarlier = 'UPDATE category_tables SET derivation = 0'

const bodies: readonly (readonly [string, string, string])[] = [
  ['one null', '[{"number":null}]', ''],
  ['an item with a text', message, 'Maintenance until 12:00'],
]

describe('a 200 reply without results', () => {
  it.each(bodies)(
    'stands beside the good rows when it holds %s, with its text, and nobody vanishes',
    async (_, body, said) => {
      const rig = await openWithStage()
      const before = await take(rig, rows(finishers(12)))
      const aside = { reason: 'no-results', fetchedAt: at(1), text: said }
      const error = { kind: 'unexpected-reply', message: said, bodyStart: body }
      for (let time = 1; time <= 2; time += 1) {
        const category = await take(rig, bytesOf(body))
        expect(category).toMatchObject({ outcome: 'no-rows', rows: 12, fetchedAt: at(0), error, setAside: aside })
        expect(category.confirmedAt).toBe(before.confirmedAt)
        expect(category.shrunk).toBeUndefined()
      }
      expect(await bibs(rig)).toHaveLength(12)
      expect(await changesOf(rig)).toEqual([])
      expect(await take(rig, rows(finishers(12)))).toMatchObject({ outcome: 'done', rows: 12, error: null })
      expect((await men(rig, rig.stage)).setAside).toBeUndefined()
      expect(await changesOf(rig)).toEqual([])
    },
  )

  it('is told as a message when it is the first one', async () => {
    const rig = await openWithStage()
    const said = 'Maintenance until 12:00'
    const category = await take(rig, bytesOf(message))
    expect(category).toMatchObject({ outcome: 'no-rows', rows: 0, fetchedAt: null, hasBody: true })
    expect(category).toMatchObject({ error: { message: said }, setAside: { text: said } })
    expect(await bibs(rig)).toEqual([])
    expect(await take(rig, rows(finishers(4)))).toMatchObject({ outcome: 'done', rows: 4, error: null })
  })

  it('is shown by its text when it is an object without any list', async () => {
    const rig = await openWithRows(12)
    const body = '{"isSuccess":true,"message":"Maintenance until 12:00"}'
    const error = { kind: 'unexpected-reply', message: 'Maintenance until 12:00', bodyStart: body }
    expect(await take(rig, bytesOf(body))).toMatchObject({ outcome: 'no-rows', rows: 12, error })
    expect(await take(rig)).toMatchObject({ outcome: 'no-rows', rows: 12, error })
  })

  it('stays beside the rows when it is answered with 304', async () => {
    const rig = await openWithRows(12)
    const tagged: Script = (response, { headers }) => {
      if (headers['if-none-match'] === '"m"') response.writeHead(304, { etag: '"m"' }).end()
      else response.writeHead(200, { 'content-type': 'application/json', etag: '"m"' }).end(message)
    }
    await take(rig, tagged)
    expect(await take(rig)).toMatchObject({ ...standing, setAside: { text: 'Maintenance until 12:00' } })
    expect(race.validators().at(-1)).toBe('"m"')
  })

  it('is judged by the table that another take has just stored', async () => {
    const rig = await openWithStage()
    const other = await cores.open({ dataDir: rig.dataDir })
    race.answer('Men', rows(finishers(12)))
    await other.take(rig.stage)
    expect(await take(rig, bytesOf(message))).toMatchObject({ outcome: 'no-rows', rows: 12 })
  })

  it('becomes the table once a user says so, and stays it when it comes again', async () => {
    const rig = await openWithRows(6)
    const { setAside } = await take(rig, bytesOf(message))
    rig.tick()
    const used = await use(rig, setAside?.reply ?? ('0' as ReplyId))
    expect(used).toMatchObject({ outcome: 'done', rows: 1, error: null, fetchedAt: at(1), confirmedAt: at(1) })
    expect(used.setAside).toBeUndefined()
    const page = await rig.call('results:page', { stage: rig.stage, offset: 0, limit: 9 })
    expect(page.rows.map(({ cells }) => cells)).toEqual([['Maintenance until 12:00']])
    expect(await take(rig)).toMatchObject({ outcome: 'unchanged', rows: 1 })
    expect(await take(rig, rows(finishers(6)))).toMatchObject({ outcome: 'done', rows: 6 })
    expect(await bibs(rig)).toEqual(finishers(6).map(({ number }) => number))
  })

  it('is not found in another stage or category, and refused for a reply that has no rows at all', async () => {
    const rig = await openWithRows(6)
    const { id } = await take(rig, bytesOf('<h1>Login</h1>', 200, 'text/html'))
    const replies = await rig.call('reply:list', { category: id, limit: 10 })
    expect(replies).toMatchObject([
      { standing: 'no-rows', rows: 0, fetchedAt: at(1) },
      { standing: 'shown', rows: 6, fetchedAt: at(0) },
    ])
    const [login] = replies
    const ask = (stage: string, category: string, reply: string): Promise<unknown> =>
      rig.ask('reply:use', { stage, category, reply })
    expect(await ask(rig.stage, id, login?.id ?? '')).toMatchObject({ ok: false, error: { kind: 'unexpected-reply' } })
    expect(await ask(rig.stage, id, '99999')).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'reply' } })
    expect(await ask(rig.stage, '99999', '1')).toMatchObject({ ok: false, error: { what: 'category' } })
    expect(await men(rig, rig.stage)).toMatchObject({ outcome: 'no-rows', rows: 6 })
    const raw = await rig.call('results:raw', { category: id, reply: replies[1]?.id ?? ('0' as ReplyId) })
    expect(raw.text).toContain('Боб')
  })

  it('does not become the table when an older version stored it beside the rows and derives them again', async () => {
    const rig = await openWithRows(6, {})
    await take(rig, bytesOf(message))
    await rig.close()
    inDatabase(rig, ({ run }) => [run('UPDATE snapshots SET set_aside = NULL'), run(derivedEarlier)])
    const again = await cores.open({ dataDir: rig.dataDir })
    expect((await again.call('results:page', { stage: rig.stage, offset: 0, limit: 9 })).total).toBe(6)
    await again.take(rig.stage)
    expect(await men(again, rig.stage)).toMatchObject({ ...standing, rows: 6, setAside: { reason: 'no-results' } })
  })
})

it('brings in a stage file the rows that were shown and the reply beside them, which does not become the table', async () => {
  const path = join(await cores.folder(), 'out.racestage')
  const rig = await openWithRows(6, { delivery: deliverTo(path) })
  await take(rig, bytesOf(message))
  const other = await cores.open()
  expect(await openBytes(other, await saveCapsule(rig, rig.stage, path))).toBeNull()
  const category = await men(other, rig.stage)
  expect(category).toMatchObject({ outcome: 'no-rows', rows: 6, fetchedAt: at(0) })
  expect((await other.call('results:raw', { category: category.id })).text).toBe(message)
  await other.close()
  inDatabase(other, ({ run }) => run(derivedEarlier))
  const again = await cores.open({ dataDir: other.dataDir })
  expect((await again.call('results:page', { stage: rig.stage, offset: 0, limit: 9 })).total).toBe(6)
  const [, earlier] = await again.call('reply:list', { category: category.id, limit: 9 })
  const using = { stage: rig.stage, category: category.id, reply: earlier?.id ?? '1' }
  expect(await again.ask('reply:use', using)).toMatchObject({ error: refusalOf('read-only') })
})

describe('a table that shrinks', () => {
  const shrunk = { at: at(1), rowsBefore: 12, rows: 4, lost: 8, before: { fetchedAt: at(0) } }

  it('is taken and announced, until it is whole again', async () => {
    const rig = await openWithRows(12)
    expect(await take(rig, rows(finishers(4)))).toMatchObject({ outcome: 'done', rows: 4, shrunk })
    expect(await bibs(rig)).toHaveLength(4)
    expect(await take(rig, rows(finishers(5)))).toMatchObject({ rows: 5, shrunk: { ...shrunk, rows: 5 } })
    expect((await take(rig, rows(finishers(11)))).shrunk).toBeUndefined()
  })

  it('stays announced while as many rows are about other people', async () => {
    const rig = await openWithRows(12)
    expect(await take(rig, rows(finishers(12, 7)))).toMatchObject({ rows: 12 })
    expect((await men(rig, rig.stage)).shrunk).toBeUndefined()
    expect(await take(rig, rows(finishers(12, 41)))).toMatchObject({ rows: 12, shrunk: { rowsBefore: 12, lost: 12 } })
    expect((await take(rig, rows(finishers(13, 7)))).shrunk).toBeUndefined()
  })

  it('is no longer announced once the user keeps the smaller table', async () => {
    const rig = await openWithRows(12)
    const { id } = await take(rig, rows(finishers(4)))
    await rig.call('reply:keep', { stage: rig.stage, categories: [id] })
    expect((await men(rig, rig.stage)).shrunk).toBeUndefined()
    expect((await take(rig)).shrunk).toBeUndefined()
  })

  it('goes back to the reply before, with the changes that this makes, and stays there while the service repeats itself', async () => {
    const rig = await openWithStage()
    const answer =
      (list: readonly unknown[], etag: string): Script =>
      (response, received, nth) => {
        if (received.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
        else void rows(list, { etag })(response, received, nth)
      }
    await take(rig, answer(finishers(12), '"whole"'))
    const { shrunk: found } = await take(rig, answer(finishers(4), '"part"'))
    rig.tick()
    const back = await use(rig, found?.before.reply ?? ('0' as ReplyId))
    expect(back).toMatchObject({ outcome: 'no-rows', error: null, rows: 12, fetchedAt: at(0), confirmedAt: at(0) })
    expect(back).toMatchObject({ setAside: { reason: 'left', rows: 4, fetchedAt: at(1) } })
    expect(back.shrunk).toBeUndefined()
    expect(await bibs(rig)).toHaveLength(12)
    const changes = await changesOf(rig)
    const told = (type: string): readonly string[] => changes.filter((one) => one.type === type).map((one) => one.at)
    expect(told('vanished')).toEqual(Array.from({ length: 8 }, () => at(1)))
    expect(told('new')).toEqual(Array.from({ length: 8 }, () => at(2)))

    // 304, then the same bytes without a validator, then the same once more after a message.
    const left = { ...standing, setAside: { reason: 'left' } }
    expect(await take(rig)).toMatchObject(left)
    expect(await take(rig, rows(finishers(4)))).toMatchObject(left)
    expect(await take(rig, bytesOf(message))).toMatchObject({ ...standing, setAside: { reason: 'no-results' } })
    expect(await take(rig, rows(finishers(4)))).toMatchObject(left)
    expect(await changesOf(rig)).toHaveLength(changes.length)

    const next = await take(rig, rows(finishers(5)))
    expect(next).toMatchObject({ outcome: 'done', rows: 5, shrunk: { rowsBefore: 12, rows: 5 } })
    expect(next.setAside).toBeUndefined()
  })

  it('reports no moves when two categories with the same people shrink and go back', async () => {
    race.list('Men', 'All')
    const rig = await openWithStage()
    const both = async (count: number): Promise<readonly Category[]> => {
      race.answer('All', rows(finishers(count)))
      await take(rig, rows(finishers(count)))
      return (await rig.call('stage:tree', { stage: rig.stage })).distances.flatMap(({ categories }) => categories)
    }
    await both(12)
    for (const { id, shrunk: found } of await both(4)) {
      const reply = found?.before.reply ?? ('0' as ReplyId)
      await rig.call('reply:use', { stage: rig.stage, category: id, reply })
    }
    await both(13)
    const types = (await changesOf(rig)).map(({ type }) => type)
    expect(types.filter((type) => type === 'moved')).toEqual([])
    expect(types.filter((type) => type === 'vanished')).toHaveLength(16)
  })

  it('takes the reply that was gone back from when a user says so after all', async () => {
    const rig = await openWithRows(12)
    const { shrunk: found } = await take(rig, rows(finishers(4)))
    const { setAside } = await use(rig, found?.before.reply ?? ('0' as ReplyId))
    expect(await use(rig, setAside?.reply ?? ('0' as ReplyId))).toMatchObject({ outcome: 'done', rows: 4 })
    expect(await take(rig)).toMatchObject({ outcome: 'unchanged', rows: 4 })
  })
})
