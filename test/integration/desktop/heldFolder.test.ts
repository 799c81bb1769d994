import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { retryWhileHeld } from '../../../main/desktop/start/heldFolder.ts'

const refusal = (code: string): Error => Object.assign(new Error(`${code}: operation not permitted, rename`), { code })

/** A clock that advances only by waiting. */
function handTime() {
  const pauses: number[] = []
  const total = (): number => pauses.reduce((sum, pauseMs) => sum + pauseMs, 0)
  return { pauses, total, now: total, wait: async (ms: number) => pauses.push(ms) }
}

describe('a folder that another program holds', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is retried after %s until it is released', async (code) => {
    const time = handTime()
    let tries = 0
    await retryWhileHeld(async () => {
      tries += 1
      if (tries < 6) throw refusal(code)
    }, time)
    expect(tries).toBe(6)
    expect(time.pauses).toEqual([50, 100, 200, 400, 800])
  })

  it('is given up after 20 s, with pauses of at most 2 s, and the reason suggests a cause', async () => {
    const time = handTime()
    await expect(retryWhileHeld(() => Promise.reject(refusal('EPERM')), time)).rejects.toThrow(
      'another program, such as antivirus, held the folder for 20 s (EPERM); try again',
    )
    expect(time.total()).toBe(20_000)
    expect(Math.max(...time.pauses)).toBe(2_000)
    expect(time.pauses.length).toBeGreaterThan(10)
  })

  it.each(['ENOSPC', 'ENOENT', 'EXDEV'])('is not retried when the error is %s', async (code) => {
    const time = handTime()
    await expect(retryWhileHeld(() => Promise.reject(refusal(code)), time)).rejects.toMatchObject({ code })
    expect(time.pauses).toEqual([])
  })
})

describe('a real rename', () => {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function partialFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'racedesk-held-'))
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const partial = join(folder, 'dist-partial')
    await mkdir(partial)
    await writeFile(join(partial, 'electron'), 'program')
    return { folder, partial, dist: join(folder, 'dist') }
  }

  it('succeeds once the folder may be written again', async ({ skip }) => {
    if (process.platform === 'win32') skip('Windows has no such permissions; the next test holds a file there')
    const { folder, partial, dist } = await partialFolder()
    if (process.getuid?.() === 0) {
      // Permissions do not restrict root.
      const nobody = 65_534
      await chown(folder, nobody, nobody)
      await chown(partial, nobody, nobody)
      process.seteuid?.(nobody)
      undo.push(async () => process.seteuid?.(0))
    }
    await chmod(folder, 0o500)
    let waits = 0
    const wait = async (): Promise<void> => {
      waits += 1
      if (waits === 3) await chmod(folder, 0o700)
    }
    await retryWhileHeld(() => rename(partial, dist), { now: () => 0, wait })
    expect(waits).toBe(3)
    expect(await readFile(join(dist, 'electron'), 'utf8')).toBe('program')
  })

  it.runIf(process.platform === 'win32')('succeeds once the last file in the folder is closed', async () => {
    const { partial, dist } = await partialFolder()
    const held = await open(join(partial, 'electron'))
    let waits = 0
    const wait = async (): Promise<void> => {
      waits += 1
      if (waits === 2) await held.close()
    }
    await retryWhileHeld(() => rename(partial, dist), { now: () => 0, wait })
    expect(waits).toBe(2)
    expect(await readFile(join(dist, 'electron'), 'utf8')).toBe('program')
  })
})
