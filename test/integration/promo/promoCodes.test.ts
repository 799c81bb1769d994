import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHttpEventService } from '../../../main/platform/http/undiciEventService.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { closing } from '../../support/atEnd.ts'
import type { Value } from '../../../preload/contract.ts'
import type { RaceGuid } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type HostileServer, type Script } from '../../support/services/hostileServer.ts'
import { deliverTo, environmentKeys } from '../../support/openCore.ts'
import { bytesOf, envelope, sendJson } from '../../support/services/raceService.ts'
import { openPromoDesk, promoPath, race } from '../../support/promoRig.ts'

const cores = useCores()
let service: HostileServer
beforeEach(async () => {
  service = closing(await startHostileServer())
})

const accepted =
  (affected: unknown): Script =>
  (response) =>
    sendJson(response, envelope({ affected }))

const openDesk = async (...options: Parameters<typeof cores.open>) => {
  const open = await cores.open(...options)
  return { open, ...(await openPromoDesk(open, service.url)) }
}

/** Short limits, so that a service that stays silent is given up soon. */
const impatient = () => ({
  outside: { eventService: createHttpEventService({ version: '0', timeouts: { headersMs: 400, bodyIdleMs: 400 } }) },
})

describe('a set of codes', () => {
  it('reaches the demo service exactly as it was previewed, Unicode and percents included', async () => {
    const demo = closing(await startOrFail({}))
    const env = { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey }
    const open = await cores.open({ env })
    const desk = await openPromoDesk(open, demo.url)
    const of = demo.races[0] as RaceGuid
    const preview = await desk.preview('Промокод;Скидка\nВЕСНА15;12,5 %\n"Ünï ""x"" 🏃";100\n', of)
    expect(preview.lines.map(({ line }) => line)).toEqual([2, 3])
    expect(preview.request?.url).toBe(`${demo.url}${promoPath}?raceGuid=${of}`)
    const value = { state: 'accepted', count: 2, affected: 2, isAffectedDifferent: false, profileName: 'Crew' }
    expect(await desk.send(preview)).toMatchObject({ ok: true, value: { ...value, status: 200 } })
    const codes = demo.promoCodes(of).map(({ value: code, discountPercent }) => `${code} ${discountPercent}`)
    expect(codes).toEqual(['ВЕСНА15 12.5', 'Ünï "x" 🏃 100'])
  })

  it('goes out byte for byte as shown, once, and its receipt tells what was sent and what came back', async () => {
    service.script(promoPath, accepted(2))
    const { open, ...desk } = await openDesk()
    const preview = await desk.preview('RUN5,5\nСТАРТ,33.333333333333333333')
    const sent = await desk.send(preview)
    const [received, ...more] = service.requests
    expect(more).toEqual([])
    const { body } = preview.request ?? {}
    expect(received).toMatchObject({ method: 'POST', url: `${promoPath}?raceGuid=${race}`, body })
    expect(received?.body).toContain('"discountPercent":33.333333333333333333')
    const sha256 = hash('sha256', received?.body ?? '')
    expect(sent).toMatchObject({ ok: true, value: { sha256, affected: 2 } })
    const [last] = await desk.receipts()
    const { detail } = await open.call('promo:history', last === undefined ? {} : { receipt: last.id })
    const receipt = { race, sha256, url: preview.request?.url }
    const reply = { contentType: 'application/json', isCut: false }
    expect(detail).toMatchObject({ receipt, body: received?.body, reply })
    const codes = detail?.codes.map(({ value, discountPercent }) => `${value} ${discountPercent}`)
    expect(codes).toEqual(['RUN5 5', 'СТАРТ 33.333333333333333333'])
    expect(JSON.parse(detail?.reply?.text ?? '')).toMatchObject({ data: { affected: 2 } })
    expect(JSON.stringify(open.replies)).not.toContain(environmentKeys.RACEDESK_ACCESS_KEY)
  })

  it('is not sent by a count that is not its own, twice, or after its preview has gone stale', async () => {
    service.script(promoPath, accepted(1))
    const { open, ...desk } = await openDesk()
    const preview = await desk.preview('RUN;5')
    for (const confirmedCount of [0, 2]) {
      const refused = await open.ask('promo:set', { previewId: preview.id, confirmedCount })
      expect(refused).toMatchObject({ error: { kind: 'invalid-input', issues: [{ path: 'confirmedCount' }] } })
    }
    const stale = await desk.preview('RUN;6')
    const twice = await Promise.all([desk.send(preview), desk.send(preview)])
    expect(twice.map(({ ok }) => ok)).toEqual([true, false])
    expect(await desk.send(stale)).toMatchObject({ ok: false, error: { issues: [{ path: 'previewId' }] } })
    const unknown = { ...preview, id: crypto.randomUUID() as never }
    expect(await desk.send(unknown)).toMatchObject({ error: { kind: 'not-found' } })
    expect(service.requests).toHaveLength(1)
  })

  it('has no preview to send while a line is refused or nothing is there, and asks the service for nothing', async () => {
    const desk = await openDesk()
    for (const text of ['RUN;5\nRUN;6', 'RUN;5\nGUN;101', 'RUN;5\n;10', '', '\n;;\n', 'code;percent']) {
      expect(await desk.preview(text)).toMatchObject({ id: null, request: null })
    }
    expect(service.requests).toEqual([])
    expect(await desk.receipts()).toEqual([])
  })

  it('does not follow a profile to another address than the one that was shown', async () => {
    service.script(promoPath, accepted(1))
    const { open, ...desk } = await openDesk()
    const preview = await desk.preview('RUN;5')
    const other = closing(await startHostileServer())
    const profile = { id: desk.profileId, name: 'Crew', baseUrl: other.url, resultsUrl: null }
    await open.call('profile:save', { profile })
    expect(await desk.send(preview)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect([service.requests, other.requests]).toEqual([[], []])
  })

  it('is compared with the last one that the service may have, not with one that it refused', async () => {
    const desk = await openDesk()
    expect(await desk.preview('A1;5')).toMatchObject({ comparison: null, lastAttempt: null })
    service.script(promoPath, accepted(3))
    await desk.send(await desk.preview('A1;5\nB1;10\nD1;15'))
    service.script(promoPath, bytesOf('{"isSuccess":false,"message":"no","data":null}', 400))
    await desk.send(await desk.preview('Z1;1'))
    const preview = await desk.preview('A1;5\nB1;20\nE1;15')
    const [added, removed] = ['E1', 'D1'].map((value) => [{ value, discountPercent: '15' }])
    const difference = { added, removed, changed: [{ value: 'B1', before: '10', after: '20' }], unchanged: 1 }
    expect(preview.comparison).toMatchObject({ receipt: { count: 3, state: 'accepted' }, difference })
    expect(preview.lastAttempt).toMatchObject({ state: 'refused', count: 1 })
  })

  it.each([1, null])('is flagged when the service says that it affected %j of two', async (affected) => {
    service.script(promoPath, accepted(affected))
    const desk = await openDesk()
    const value = { state: 'accepted', count: 2, affected, isAffectedDifferent: true }
    expect(await desk.send(await desk.preview('A1;5\nB1;6'))).toMatchObject({ ok: true, value })
  })

  it('lists no more than 20,000 lines and sends as many in one request', async () => {
    service.script(promoPath, accepted(20_000))
    const desk = await openDesk()
    const text = (count: number): string => Array.from({ length: count }, (_, index) => `RUN${index}D;5`).join('\n')
    expect(await desk.send(await desk.preview(text(20_000)))).toMatchObject({ ok: true, value: { count: 20_000 } })
    expect((JSON.parse(service.requests[0]?.body ?? '') as { items: unknown[] }).items).toHaveLength(20_000)
    await expect(desk.preview(text(20_001))).rejects.toThrow('20000 lines')
  })
})

describe('a service that does not simply accept', () => {
  const refused = (message: string): string => JSON.stringify({ isSuccess: false, message, data: null })
  const page = '<html><body>Bad gateway</body></html>'
  const replies: readonly (readonly [string, Script, object, string])[] = [
    ['refuses with 200', bytesOf(refused('Закрыта')), { kind: 'refused-by-service', message: 'Закрыта' }, 'refused'],
    ['says 400 in JSON', bytesOf(refused('bad'), 400), { kind: 'refused-by-service', status: 400 }, 'refused'],
    ['says 401', bytesOf('', 401), { kind: 'key-rejected', which: 'access' }, 'refused'],
    ['says 404', bytesOf(page, 404, 'text/html'), { kind: 'http', status: 404 }, 'refused'],
    ['says 429', bytesOf('', 429, 'text/plain'), { kind: 'http', status: 429 }, 'refused'],
    ['says 503 in HTML', bytesOf(page, 503, 'text/html'), { kind: 'http', status: 503 }, 'unknown'],
    ['says 302', (reply) => reply.writeHead(302, { location: '/x' }).end(), { kind: 'http', status: 302 }, 'unknown'],
    ['says 200 in HTML', bytesOf(page, 200, 'text/html'), { kind: 'unexpected-reply' }, 'unknown'],
    ['says nothing', () => {}, { kind: 'outcome-unknown' }, 'unknown'],
    ['drops the connection', (reply) => reply.destroy(), { kind: 'outcome-unknown' }, 'unknown'],
  ]
  it.each(replies)(
    'and %s gets one request, and its receipt says how sure the outcome is',
    async (_, script, error, state) => {
      service.script(promoPath, script)
      const desk = await openDesk(impatient())
      expect(await desk.send(await desk.preview('RUN;5'))).toMatchObject({ ok: false, error })
      const receipt = { state, count: 1, affected: null, isAffectedDifferent: false, error }
      expect(await desk.receipts()).toMatchObject([receipt])
      // The next preview warns of it, and compares with the set of unknown outcome.
      const next = await desk.preview('RUN;5')
      expect(next.lastAttempt?.state).toBe(state)
      expect(next.comparison === null).toBe(state === 'refused')
      expect(service.requests).toHaveLength(1)
    },
  )

  it('and is not there at all leaves a receipt that says nothing was sent', async () => {
    const away = await startHostileServer()
    const open = await cores.open()
    const desk = await openPromoDesk(open, away.url)
    const preview = await desk.preview('RUN;5')
    await away.close()
    expect(await desk.send(preview)).toMatchObject({ ok: false, error: { kind: 'offline' } })
    expect(await desk.receipts()).toMatchObject([{ state: 'not-sent' }])
  })

  it('is not asked without a key, and no receipt pretends that it was', async () => {
    const desk = await openDesk({ env: {} })
    const sent = await desk.send(await desk.preview('RUN;5'))
    expect(sent).toMatchObject({ ok: false })
    expect(['key-missing', 'keychain-unavailable']).toContain(sent.ok ? '' : sent.error.kind)
    expect([service.requests, await desk.receipts()]).toEqual([[], []])
  })

  it('and is waited for when the app closes leaves an unknown outcome, not a lost receipt', async () => {
    service.script(promoPath, () => {})
    const { open, ...desk } = await openDesk()
    const sending = desk.send(await desk.preview('RUN;5'))
    await service.arrived(1)
    await open.close()
    expect(await sending).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } })
    const again = await cores.open({ dataDir: open.dataDir })
    expect((await again.call('promo:history', {})).receipts).toMatchObject([{ state: 'unknown', count: 1 }])
  })
})

it('draws codes at random under the given ones, with none alike, and judges them together', async () => {
  const { open, profileId } = await openDesk()
  const drawn = (generate: object): Promise<Value<'promo:preview'>> =>
    open.call('promo:preview', { profileId, race, text: 'RUN;5', generate } as never)
  const wanted = { count: 300, length: 6, prefix: 'VIP-', discountPercent: '12,5%' }
  const [first, second] = [await drawn(wanted), await drawn(wanted)]
  expect(first).toMatchObject({ count: 301, refused: 0 })
  expect(first.text?.startsWith('RUN;5\nVIP-')).toBe(true)
  expect(first.lines.slice(1).every(({ value }) => /^VIP-[DFGLNRUWZ45789]{6}$/.test(value))).toBe(true)
  expect(first.lines.flatMap(({ verdicts }) => verdicts)).toEqual([])
  expect(first.lines[300]?.discountPercent).toBe('12.5')
  expect(second.text).not.toBe(first.text)
  await expect(drawn({ ...wanted, discountPercent: 'ten' })).rejects.toThrow('generate.discountPercent')
  await expect(drawn({ ...wanted, length: 4, count: 10_000 })).rejects.toThrow('generate.length')
})

describe('receipts', () => {
  it.each(['ru', 'json'] as const)('are exported whole as %s without a key in them', async (format) => {
    service.script(promoPath, accepted(1))
    const path = join(await cores.folder(), 'receipts')
    const { open, ...desk } = await openDesk({ delivery: deliverTo(path) })
    await desk.send(await desk.preview('=SUM(A1);12,5\nСТАРТ;7'))
    const { jobId } = await open.call('promo:history', { race, export: format })
    expect(jobId).not.toBeNull()
    const job = jobId === null ? null : await open.finished(jobId)
    expect(job).toMatchObject({ kind: 'export', state: 'done', file: { path } })
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(environmentKeys.RACEDESK_ACCESS_KEY)
    const [receipt] = await desk.receipts()
    if (format === 'json') {
      const told = { race, profileName: 'Crew', sha256: receipt?.sha256, affected: 1 }
      const sent = { codes: [{ value: '=SUM(A1)' }, {}], body: service.requests[0]?.body }
      expect(JSON.parse(text)).toMatchObject([{ ...told, ...sent }])
    } else {
      const common = `${receipt?.sentAt};Crew;${race};accepted;2;1;${receipt?.sha256}`
      expect(text.split('\r\n')).toEqual([
        '\uFEFFsentAt;profile;race;outcome;count;affected;bodySha256;code;discountPercent',
        `${common};'=SUM(A1);"12,5"`,
        `${common};СТАРТ;7`,
        '',
      ])
    }
  })

  it('are told of by event, kept when the profile goes, and not found by another id', async () => {
    service.script(promoPath, accepted(1))
    const { open, ...desk } = await openDesk()
    await desk.send(await desk.preview('RUN;5'))
    expect(open.events.filter(({ name }) => name === 'promo:changed')).toHaveLength(2)
    await open.call('profile:remove', { id: desk.profileId })
    expect(await desk.receipts()).toMatchObject([{ profileName: 'Crew', state: 'accepted' }])
    expect(await open.ask('promo:history', { receipt: '99' })).toMatchObject({ error: { kind: 'not-found' } })
  })
})

const script = fileURLToPath(new URL('../../support/processes/promoProcess.ts', import.meta.url))

it('a send record survives kill -9 between sending and reply, with an unknown outcome', async () => {
  service.script(promoPath, () => {})
  const dataDir = join(await cores.folder(), 'data')
  const child = spawn(process.execPath, [script, JSON.stringify({ dataDir, url: service.url })], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await service.arrived(1)

  const beside = await cores.open({ dataDir })
  expect((await beside.call('promo:history', { race })).receipts).toMatchObject([{ state: 'sending' }])
  child.kill('SIGKILL')
  await once(child, 'exit')
  const seen = (await beside.call('promo:history', { race })).receipts
  expect(seen, 'seen by a process that ran all the time').toMatchObject([{ state: 'unknown' }])
  await beside.close()

  const open = await cores.open({ dataDir })
  const [receipt] = (await open.call('promo:history', { race })).receipts
  expect(receipt).toMatchObject({ state: 'unknown', count: 2, affected: null, finishedAt: null })
  const { detail } = await open.call('promo:history', receipt === undefined ? {} : { receipt: receipt.id })
  expect(detail?.body).toBe(service.requests[0]?.body)
  expect(detail?.codes.map(({ value }) => value)).toEqual(['RUN', 'СТАРТ'])
  expect(service.requests).toHaveLength(1)
})
