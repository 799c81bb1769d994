import { access, constants, mkdir, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Result } from '../../preload/contract/result.ts'
import { randomSecret } from './access.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Delivery, DeliveryTarget } from '../kernel/face.ts'
import { removeLeftFolders, removeTree } from '../platform/files/runFolders.ts'

export type ClaimedFile = {
  readonly path: string
  /** The name that the user is offered. */
  readonly name: string
  /** Deletes the file; to be called once it was sent or could not be. */
  readonly release: () => Promise<void>
}

export type Tickets = {
  /** Null when the ticket is unknown, used or expired. A ticket is forgotten by its first claim. */
  readonly claim: (ticket: string) => ClaimedFile | null
}

export type Downloads = Delivery & Tickets & { readonly close: () => Promise<void> }

type DownloadsOptions = {
  /** A folder of our own under the data folder; each run makes a private one in it. */
  readonly folder: string
  readonly clock?: Clock
  readonly ticketLifeMs?: number
}

type Waiting = {
  readonly path: string
  readonly name: string
  readonly expiresAtMs: number
  readonly timer: NodeJS.Timeout
}

/** Far above the size of any export that a page downloads. */
const roomyBytes = 512 * 1024 ** 2

/** 0 where nothing can be written. */
const freeBytes = async (folder: string): Promise<number> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Parts of a file name that would leave its folder, plus what would make two names look alike. */
const safeName = (suggestedName: string): string => {
  const name = basename(suggestedName.replaceAll('\\', '/')).replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '_')
  return name === '' || name === '.' || name === '..' ? 'export' : name
}

const ownPrefix = 'run-'
const temporaryPrefix = 'racedesk-run-'

/**
 * Where exports go in the browser face: a file in a private folder, fetched once with a ticket and then deleted. Where the data
 * disk is full or read-only, that folder is a temporary one of the system.
 * Unused files are deleted when their ticket expires, all of them by `close`.
 */
export const createDownloads = ({ folder, clock = Date.now, ticketLifeMs = 60_000 }: DownloadsOptions): Downloads => {
  const runFolder = join(folder, `${ownPrefix}${process.pid}-${randomSecret().slice(0, 8)}`)
  let temporary: Promise<string> | null = null
  const tickets = new Map<string, Waiting>()
  const cleaned = Promise.all([removeLeftFolders(folder, ownPrefix), removeLeftFolders(tmpdir(), temporaryPrefix)])

  const roomyFolder = async (): Promise<string> => {
    const own = await freeBytes(folder)
    if (own >= roomyBytes || own >= (await freeBytes(tmpdir()))) return runFolder
    temporary ??= mkdtemp(join(tmpdir(), `${temporaryPrefix}${process.pid}-`))
    return await temporary.catch(() => runFolder)
  }

  const forget = (ticket: string): Waiting | null => {
    const waiting = tickets.get(ticket)
    if (waiting === undefined) return null
    clearTimeout(waiting.timer)
    tickets.delete(ticket)
    return waiting
  }

  const issue = (path: string, name: string): string => {
    const ticket = randomSecret()
    const timer = setTimeout(() => {
      forget(ticket)
      void removeTree(dirname(path))
    }, ticketLifeMs)
    timer.unref()
    tickets.set(ticket, { path, name, expiresAtMs: clock() + ticketLifeMs, timer })
    return ticket
  }

  const choose = async (suggestedName: string): Promise<Result<DeliveryTarget>> => {
    const name = safeName(suggestedName)
    // One folder per file, so that equal names never collide.
    const place = join(await roomyFolder(), randomSecret().slice(0, 16))
    const path = join(place, name)
    try {
      await mkdir(place, { recursive: true, mode: 0o700 })
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      return { ok: false, error: { kind: 'file', reason: isFull ? 'no-space' : 'denied', path: folder } }
    }
    return {
      ok: true,
      value: { path, finish: () => ({ path: null, download: `/download/${issue(path, name)}` }), beside: choose },
    }
  }

  return {
    choose,
    claim: (ticket) => {
      const waiting = forget(ticket)
      if (waiting === null) return null
      const release = (): Promise<void> => removeTree(dirname(waiting.path))
      if (clock() < waiting.expiresAtMs) return { path: waiting.path, name: waiting.name, release }
      void release()
      return null
    },
    close: async () => {
      for (const ticket of tickets.keys()) forget(ticket)
      await cleaned
      await removeTree(runFolder)
      if (temporary !== null) await temporary.then(removeTree, () => undefined)
    },
  }
}
