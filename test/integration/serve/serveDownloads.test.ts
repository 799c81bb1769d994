import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { createDownloads, type Downloads } from '../../../main/serve/downloads.ts'
import {
  ask,
  createRig,
  handGate,
  openSocket,
  portOf,
  type Reply,
  requestText,
  untilClosed,
} from '../../support/services/serveRig.ts'
import type { DeliveryTarget } from '../../../main/kernel/face.ts'

const rig = await createRig()
const folder = join(rig.folder, 'downloads')
let nowMs = 1_000_000
const downloads = createDownloads({ folder, clock: () => nowMs })
const server = await rig.start({ gate: handGate(), tickets: downloads })
afterAll(async () => {
  await downloads.close()
  await rig.close()
})

const chooseIn = async (from: Downloads, name: string): Promise<DeliveryTarget> => {
  const target = await from.choose(name)
  if (target?.ok !== true) throw new Error('no place to write to')
  return target.value
}

const deliver = async (content: string | Buffer, name = 'Этап - 10 km.csv', from = downloads) => {
  const target = await chooseIn(from, name)
  await writeFile(target.path, content)
  const { path, download } = target.finish(target.path)
  expect(path).toBeNull()
  return { file: target.path, target: download ?? '' }
}

const fetchTicket = (target: string, headers: { readonly [name: string]: string | null } = {}): Promise<Reply> =>
  ask(server, { method: 'GET', target, headers: { Authorization: null, ...headers } })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Deleting happens after the last byte was sent; the test's own time limit bounds the wait. */
const untilGone = async (path: string): Promise<void> => {
  while (await exists(path)) await new Promise((resolve) => setImmediate(resolve))
}

describe('a ticket', () => {
  it('sends the whole file unchanged, as an attachment, uncached', async () => {
    const { target } = await deliver('\ufeffМесто;Имя\r\n1;Ёлкин\r\n')
    expect(target).toMatch(/^\/download\/[A-Za-z0-9_-]{43}$/)
    const reply = await fetchTicket(target, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' })
    expect([reply.status, reply.body]).toEqual([200, '\ufeffМесто;Имя\r\n1;Ёлкин\r\n'])
    expect(reply.headers.get('content-type')).toBe('application/octet-stream')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="____ - 10 km.csv"; filename*=UTF-8''${encodeURIComponent('Этап - 10 km.csv')}`,
    )
  })

  it('accepts a ticket once and removes the file after the download', async () => {
    const { file, target } = await deliver('once')
    const replies = await Promise.all([fetchTicket(target), fetchTicket(target)])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 404]))
    await untilGone(dirname(file))
    expect((await fetchTicket(target)).status).toBe(404)
  })

  it('refuses a ticket after 60 seconds', async () => {
    const early = await deliver('early')
    const late = await deliver('late')
    nowMs += 59_999
    expect((await fetchTicket(early.target)).status).toBe(200)
    nowMs += 1
    expect((await fetchTicket(late.target)).status).toBe(404)
    await untilGone(late.file)
  })

  it('removes a file that was not downloaded in time', async () => {
    const impatient = createDownloads({ folder, ticketLifeMs: 20 })
    const { file } = await deliver('nobody', 'a.csv', impatient)
    await untilGone(dirname(file))
    expect(await exists(file)).toBe(false)
    await impatient.close()
  })

  it('accepts only the exact ticket; a wrong one does not use it up', async () => {
    const { target } = await deliver('kept')
    // prettier-ignore
    const wrong = [
      '/download/', '/download/../index.html', '/download/..%2findex.html', '/download/__proto__', `${target}?x`,
      `${target}/`, target.slice(0, -1), `${target}x`, target.replace('/download/', '/download//'),
      target.replace('/download/', '/download/%'),
    ]
    for (const guess of wrong) expect([guess, (await fetchTicket(guess)).status]).toEqual([guess, 404])
    for (const method of ['HEAD', 'POST']) expect((await ask(server, { method, target })).status).toBe(405)
    expect((await fetchTicket(target)).body).toBe('kept')
  })

  it('refuses a foreign page, which does not use the ticket up', async () => {
    const { target } = await deliver('ours')
    expect((await fetchTicket(target, { Host: 'evil.example' })).status).toBe(403)
    expect((await fetchTicket(target, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetchTicket(target, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await fetchTicket(target)).body).toBe('ours')
  })

  it('answers not found for a vanished file', async () => {
    const target = await chooseIn(downloads, 'never-written.csv')
    const { download } = target.finish(target.path)
    expect((await fetchTicket(download ?? '')).status).toBe(404)
  })

  it('streams a large file, also when its reader goes away', async () => {
    const content = Buffer.alloc(6_000_000, 'абв\r\n')
    const whole = await deliver(content)
    const reply = await fetch(`${server.origin}${whole.target}`)
    expect(reply.headers.get('content-length')).toBe(String(content.length))
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true)
    await untilGone(whole.file)

    const left = await deliver(content)
    const socket = await openSocket(portOf(server))
    const closed = untilClosed(socket)
    socket.write(requestText(server, { method: 'GET', target: left.target }))
    await once(socket, 'data')
    socket.destroy()
    await closed
    await untilGone(left.file)
  })
})

describe('the names of files', () => {
  // prettier-ignore
  const names = [
    'a"b.csv', 'a\r\nSet-Cookie: x=1\r\n\r\n<script>.csv', "quote's (1)*.csv", 'per%41cent.csv', '../../outside.csv',
    '..\\..\\outside.csv', '/etc/passwd', '..', '.', '', 'tab\tnul\u0000.csv', 'rtl\u202Evsc.exe',
    'lone \ud800 surrogate.csv', '😀 Ёж.csv', ';filename=evil.exe',
  ]

  it.each(names)('keeps every name inside the folder and the header: %j', async (name) => {
    const { file, target } = await deliver('x', name)
    expect(relative(folder, file).split(/[\\/]/u)).toHaveLength(3)
    expect(relative(folder, file)).not.toContain('..')
    const reply = await fetchTicket(target)
    expect([reply.status, reply.body]).toEqual([200, 'x'])
    expect(reply.headers.get('set-cookie')).toBeUndefined()
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ !#-$&-[\]-~]+"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
    )
  })

  it('keeps two exports of one name in two files', async () => {
    const [first, second] = await Promise.all([deliver('first', 'same.csv'), deliver('second', 'same.csv')])
    expect((await fetchTicket(first.target)).body).toBe('first')
    expect((await fetchTicket(second.target)).body).toBe('second')
  })
})

describe('the folder of downloads', () => {
  it.runIf(process.platform !== 'win32')('hides results from other users of the computer', async () => {
    const { file } = await deliver('private')
    for (const path of [dirname(file), dirname(dirname(file))]) expect((await stat(path)).mode & 0o077).toBe(0)
  })

  it('deletes its own files when closing, and none of another run', async () => {
    const one = createDownloads({ folder })
    const two = createDownloads({ folder })
    const ofOne = await deliver('one', 'a.csv', one)
    const ofTwo = await deliver('two', 'a.csv', two)
    await one.close()
    expect(await exists(dirname(dirname(ofOne.file)))).toBe(false)
    expect(await readFile(ofTwo.file, 'utf8')).toBe('two')
    expect(one.claim(ofOne.target.slice('/download/'.length))).toBeNull()
    await two.close()
  })

  it('deletes what a killed run left behind, and no foreign folder', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const own = join(rig.folder, 'leftovers')
    await mkdir(join(own, `run-${dead}-x`, 'y'), { recursive: true })
    await writeFile(join(own, `run-${dead}-x`, 'y', 'results.csv'), 'x')
    await mkdir(join(own, 'something else'))
    const next = createDownloads({ folder: own })
    await next.close()
    expect(await readdir(own)).toEqual(['something else'])
  })

  it('takes a temporary folder, gone afterwards, where its own cannot be made', async () => {
    await writeFile(join(rig.folder, 'a-file'), '')
    const blocked = createDownloads({ folder: join(rig.folder, 'a-file', 'downloads') })
    const { file } = await deliver('x', 'a.csv', blocked)
    expect(await exists(file)).toBe(true)
    await blocked.close()
    expect(await exists(dirname(dirname(file)))).toBe(false)
  })
})
