import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Script } from '../../support/services/hostileServer.ts'
import { useHttpClient } from '../../support/services/httpClientRig.ts'
import { rangedBody, sendThenBreak } from '../../support/services/rangedBody.ts'

const rig = useHttpClient()
const kib = 1024
const shortLimit = 150
const timedOut = { ok: false, error: { kind: 'timed-out', afterMs: shortLimit } }
const text = JSON.stringify(Array.from({ length: 9_000 }, (_, bib) => ({ bib, name: `Ёлкина ${bib * 7919}` })))
const plain = Buffer.from(text)
const otherPlain = Buffer.from(text.replaceAll('Ёлкина', 'Орлова'))
const ranges = (): readonly (string | undefined)[] => rig.main.requests.map(({ headers }) => headers.range)

const cutAt = 20 * kib
const fromCut = `bytes=${cutAt}-`
const cutOnce = rangedBody({ bytes: plain, cutAfter: (nth) => (nth === 1 ? cutAt : null) })

describe('a body whose connection breaks', () => {
  it.each([
    ['identity', plain],
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['zstd', zstdCompressSync(text)],
  ])('goes on from what is there, encoded as %s', async (encoding, bytes) => {
    const headers = { 'content-encoding': encoding }
    rig.main.script('/cut', rangedBody({ bytes, headers, cutAfter: (nth) => (nth === 1 ? cutAt : null) }))
    expect((await rig.text('/cut')) === text).toBe(true)
    expect(rig.main.requests).toHaveLength(2)
    const [first, second] = rig.main.requests
    expect(first?.headers).not.toHaveProperty('range')
    expect(second?.headers).toMatchObject({ range: fromCut, 'if-range': '"v1"' })
  })

  it('is complete in the end when each connection brings a part of it', async () => {
    const bytes = randomBytes(300 * kib)
    rig.main.script('/breaks', rangedBody({ bytes, cutAfter: () => 40 * kib }))
    const answer = await rig.get('/breaks')
    expect(answer.ok && Buffer.from(answer.value.body).equals(bytes)).toBe(true)
    expect(rig.main.requests).toHaveLength(8)
  })

  it('is given up after three more tries that bring next to nothing', async () => {
    rig.main.script('/breaks', rangedBody({ bytes: plain, cutAfter: (nth) => (nth === 1 ? 40 * kib : 100) }))
    expect(await rig.get('/breaks')).toMatchObject({ ok: false, error: { kind: 'offline' } })
    expect(rig.main.requests).toHaveLength(4)
  })

  it('comes whole again when the service has another one by now', async () => {
    const other = rangedBody({ bytes: otherPlain, headers: { etag: '"v2"' }, cutAfter: () => null })
    rig.main.script('/changed', (...asked) => (asked[2] === 1 ? cutOnce : other)(...asked))
    expect((await rig.text('/changed')) === otherPlain.toString()).toBe(true)
    expect(ranges()).toEqual([undefined, fromCut])
  })

  const rest = (contentRange: string, bytes: Buffer, etag?: string): Script => {
    const headers = { 'content-range': contentRange, ...(etag === undefined ? {} : { etag }) }
    return (response) => response.writeHead(206, headers).end(bytes)
  }
  const last = `${plain.length - 1}/${plain.length}`
  it.each<[string, Script]>([
    ['of another place', rest(`bytes 0-${last}`, plain, '"v1"')],
    ['of another body', rest(`bytes ${cutAt}-${last}`, plain.subarray(cutAt), '"v2"')],
    ['that does not say of which body', rest(`bytes ${cutAt}-${last}`, otherPlain.subarray(cutAt))],
    ['that is longer than it says', rest(`bytes ${cutAt}-${last}`, plain, '"v1"')],
    ['without a place', (response) => response.writeHead(206, { etag: '"v1"' }).end(plain.subarray(cutAt))],
    ['that is not there', (response) => response.writeHead(416, { 'content-range': `bytes */${plain.length}` }).end()],
  ])('starts again after a rest %s', async (_, wrong) => {
    rig.main.script('/wrong', (...asked) => (asked[2] === 2 ? wrong : cutOnce)(...asked))
    expect((await rig.text('/wrong')) === text).toBe(true)
    expect(ranges()).toEqual([undefined, fromCut, undefined])
  })

  it('goes on after a reply that asks to come back later', async () => {
    const busy: Script = (response) => response.writeHead(503).end('busy')
    rig.main.script('/busy', (...asked) => (asked[2] === 2 ? busy : cutOnce)(...asked))
    expect((await rig.text('/busy')) === text).toBe(true)
    expect(ranges()).toEqual([undefined, fromCut, fromCut])
  })

  it('goes on wherever it broke, and is the same to the byte', async () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 4 })
    const encodings = fc.constantFrom(['identity', plain] as const, ['gzip', gzipSync(text)] as const)
    let runs = 0
    await fc.assert(
      fc.asyncProperty(cuts, encodings, async (places, [encoding, bytes]) => {
        runs += 1
        const path = `/run/${runs}`
        const headers = { 'content-encoding': encoding }
        // Tries that bring nothing are bounded, so at most two of them follow one another here.
        const cutAfter = (nth: number): number | null => (nth % 3 === 0 ? 20_000 : (places[nth - 1] ?? null))
        rig.main.script(path, rangedBody({ bytes, headers, cutAfter }))
        expect((await rig.text(path)) === text).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  it('is asked for whole again where the service has no ranges, or it was asked for by POST', async () => {
    const withoutRanges: Script = (response, _, nth) => {
      response.writeHead(200, { etag: '"v1"', 'accept-ranges': response.req.method === 'GET' ? 'none' : 'bytes' })
      if (nth === 1) sendThenBreak(response, plain.subarray(0, cutAt))
      else response.end(plain)
    }
    rig.main.script('/whole', withoutRanges)
    rig.main.script('/list', withoutRanges)
    expect((await rig.text('/whole')) === text).toBe(true)
    expect(await rig.post('/list', { isRead: true })).toMatchObject({ ok: true })
    expect(ranges()).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is refused when it is larger than allowed, however many tries it takes to see that', async () => {
    rig.client = rig.connect({ limitBytes: 100 * kib })
    rig.main.script('/grows', (response, received, nth) => {
      if (nth > 1) return rangedBody({ bytes: plain, cutAfter: () => null })(response, received, nth)
      response.writeHead(200, { 'accept-ranges': 'bytes', etag: '"v1"' })
      sendThenBreak(response, plain.subarray(0, 60 * kib))
    })
    const error = { kind: 'too-large', what: 'bytes', limit: 100 * kib }
    expect(await rig.get('/grows')).toMatchObject({ ok: false, error })
    expect(rig.main.requests).toHaveLength(2)
  })

  it('counts every byte received, also in broken tries', async () => {
    const seen: number[] = []
    let newest = 0
    rig.main.script('/counted', (response, _, nth) => {
      if (nth > 1) return void response.writeHead(200).end(plain)
      response.writeHead(200)
      sendThenBreak(response, plain.subarray(0, cutAt))
    })
    await rig.get('/counted', {
      onProgress: (received, _, newBytes) => {
        seen.push(newBytes)
        newest = received
      },
    })
    expect(seen.reduce((sum, bytes) => sum + bytes, 0)).toBe(cutAt + plain.length)
    expect(newest).toBe(plain.length)
  })

  it('is left at once by a user who cancels while the rest is on its way', async () => {
    const controller = new AbortController()
    rig.main.script('/left', (response, received, nth) => {
      if (nth === 1) return cutOnce(response, received, nth)
      const range = `bytes ${cutAt}-${plain.length - 1}/${plain.length}`
      response.writeHead(206, { etag: '"v1"', 'content-range': range })
      response.write(plain.subarray(cutAt, 21 * kib), () => controller.abort())
    })
    expect(await rig.get('/left', { signal: controller.signal })).toEqual({ ok: false, error: { kind: 'cancelled' } })
    await rig.main.requests[1]?.cancelled
  })
})

describe('a slow body', () => {
  const trickle =
    (count: number, piece: string): Script =>
    (response) => {
      response.writeHead(200, { 'accept-ranges': 'bytes', etag: '"v1"' })
      let sent = 0
      const timer = setInterval(() => {
        sent += 1
        if (sent < count) response.write(piece)
        else response.end(piece)
      }, 20)
      response.once('close', () => clearInterval(timer))
    }

  it('may take longer than a write as long as bytes keep coming', async () => {
    rig.client = rig.connect({ timeouts: { callMs: shortLimit } })
    rig.main.script('/slow', trickle(20, 'ab'))
    rig.main.script('/list', trickle(20, 'ab'))
    const [slow, read, written] = [rig.text('/slow'), rig.post('/list', { isRead: true }), rig.post('/list')]
    expect(await slow).toBe('ab'.repeat(20))
    expect(await read).toMatchObject({ ok: true })
    expect(await written).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } })
  })

  it('ends when only a byte arrives now and then', async () => {
    rig.client = rig.connect({ timeouts: { slowestMs: shortLimit } })
    rig.main.script('/drip', trickle(Number.POSITIVE_INFINITY, ' '))
    expect(await rig.get('/drip')).toEqual({ ok: false, error: { ...timedOut.error, isTooSlow: true } })
    await rig.main.requests[0]?.cancelled
    expect(rig.main.requests).toHaveLength(1)
  })

  it('goes on after a silence where the service has ranges, and is given up after one before its first byte', async () => {
    rig.client = rig.connect({ timeouts: { bodyIdleMs: shortLimit } })
    const rest = rangedBody({ bytes: plain, cutAfter: () => null })
    rig.main.script('/silent', (response, received, nth) => {
      if (nth > 1) return rest(response, received, nth)
      response.writeHead(200, { 'accept-ranges': 'bytes', etag: '"v1"', 'content-length': plain.length })
      response.write(plain.subarray(0, cutAt))
    })
    rig.main.script('/mute', (response) =>
      response.writeHead(200, { 'accept-ranges': 'bytes', etag: '"v1"' }).flushHeaders(),
    )
    const [silent, mute] = [rig.text('/silent'), rig.get('/mute')]
    expect((await silent) === text).toBe(true)
    expect(await mute).toEqual(timedOut)
    const asked = rig.main.requests.map(({ url, headers }) => `${url} ${headers.range ?? 'whole'}`)
    expect(asked.toSorted()).toEqual(['/mute whole', `/silent ${fromCut}`, '/silent whole'])
  })
})

describe('a slow link', () => {
  it('gets fewer calls at a time, and all of them again once it is fast', async () => {
    rig.client = rig.connect({ parallelCalls: 4, measureMs: 100 })
    const open: { readonly write: (bytes: string) => unknown; readonly end: () => void; left: number }[] = []
    // One piece at a time, to the next call: all calls share the link.
    const link = setInterval(() => {
      const next = open.shift()
      if (next === undefined) return
      next.write('x'.repeat(50))
      next.left -= 1
      if (next.left > 0) open.push(next)
      else next.end()
    }, 5)
    let isSlow = true
    const together: number[] = []
    let running = 0
    for (let nth = 0; nth < 60; nth += 1) {
      rig.main.script(`/race/${nth}`, (response) => {
        running += 1
        together.push(running)
        response.once('close', () => (running -= 1))
        response.writeHead(200)
        if (isSlow) open.push({ write: (bytes) => response.write(bytes), end: () => response.end(), left: 12 })
        else response.end('{}')
      })
    }
    await Promise.all(Array.from({ length: 20 }, (_, nth) => rig.get(`/race/${nth}`)))
    clearInterval(link)
    expect(together.slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(Math.min(...together.slice(4))).toBeLessThan(3)
    isSlow = false
    await Promise.all(Array.from({ length: 40 }, (_, nth) => rig.get(`/race/${20 + nth}`)))
    rig.main.script('/held', () => {})
    const held = Array.from({ length: 4 }, (_, nth) => rig.get(`/held?${nth}`))
    await rig.main.arrived(64)
    await rig.client.close()
    await Promise.all(held)
  })
})
