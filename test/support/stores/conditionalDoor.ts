import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RemoteFolder } from '../../../main/platform/remote/remoteFolder.ts'
import type { SharedServer } from '../sharedServers.ts'
import { giveBack, openDoor, passOn } from './frontDoor.ts'
import { writeOptions } from './stores.ts'

/**
 * How a store compares the version that a write expects with the one that it has: Amazon's as it was told, Ceph 16
 * without the quotes, so that its own answer never fits.
 */
export const comparisons = {
  quoted: (expected: string, etag: string): boolean => expected === etag,
  bare: (expected: string, etag: string): boolean => expected === etag.replaceAll('"', ''),
} as const

/**
 * Stands before Swift, whose S3 API takes no write with a condition. The condition is judged here, by Swift's version and while
 * nothing else passes; what it allows, `folder` writes without one. All else is Swift's own.
 */
export const startConditionalDoor = async (
  { endpoint, bucket, own }: SharedServer<'swift'>,
  folder: RemoteFolder,
  fits: (expected: string, etag: string) => boolean,
) => {
  const { signal } = new AbortController()
  let next: (() => Promise<unknown>) | null = null
  let before = Promise.resolve()

  const write = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(asked)
    const path = asked.url?.slice(`/${bucket}/${own}/`.length) ?? ''
    const { 'if-match': expected, 'if-none-match': none } = asked.headers
    const read = await folder.read(path, body.byteLength + 1_000_000, signal)
    if (!read.ok) return void answer.destroy()
    const version = read.value?.version ?? null
    const isRefused =
      (none === '*' && version !== null) || (expected !== undefined && (version === null || !fits(expected, version)))
    if (isRefused) return void answer.writeHead(412).end()
    const written = await folder.write(path, body, writeOptions, signal)
    if (!written.ok || !written.value.written) return void answer.destroy()
    answer.writeHead(200, { etag: written.value.version }).end()
  }
  const pass = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    if (asked.method === 'PUT') return await write(asked, answer)
    await passOn(endpoint, asked, answer, async (reply) => {
      await next?.()
      next = null
      giveBack(reply, answer)
    })
  }
  const door = await openDoor((asked, answer) => {
    before = before.then(() => pass(asked, answer))
  })
  /** `work` is done between the next look at a file and its reply. */
  const whileLooking = (work: () => Promise<unknown>) => void (next = work)
  return { ...door, whileLooking }
}

export type ConditionalDoor = Awaited<ReturnType<typeof startConditionalDoor>>
