import { chmod, chown, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { retryWhileHeld } from '../../../main/desktop/start/heldFolder.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'

const refusal = (code: string): Error => Object.assign(new Error(`${code}: operation not permitted, rename`), { code })

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
  /** Renames a folder with a file in it, once `release` has been called for the last of so many waits. */
  const expectRenamedAfter = async (
    waits: number,
    hold: (folder: string, partial: string) => Promise<() => Promise<void>>,
  ) => {
    const folder = temporaryFolder()
    const partial = join(folder, 'dist-partial')
    await mkdir(partial)
    await writeFile(join(partial, 'electron'), 'program')
    const release = await hold(folder, partial)
    let waited = 0
    const wait = async (): Promise<void> => {
      waited += 1
      if (waited === waits) await release()
    }
    await retryWhileHeld(() => rename(partial, join(folder, 'dist')), { now: () => 0, wait })
    expect(waited).toBe(waits)
    expect(await readFile(join(folder, 'dist', 'electron'), 'utf8')).toBe('program')
  }

  // Windows has no such permissions; the next test holds a file there.
  it.skipIf(process.platform === 'win32')('succeeds once the folder may be written again', () =>
    expectRenamedAfter(3, async (folder, partial) => {
      if (process.getuid?.() === 0) {
        // Permissions do not restrict root.
        const nobody = 65_534
        await chown(folder, nobody, nobody)
        await chown(partial, nobody, nobody)
        process.seteuid?.(nobody)
        atEnd(() => process.seteuid?.(0))
      }
      await chmod(folder, 0o500)
      return () => chmod(folder, 0o700)
    }),
  )

  it.runIf(process.platform === 'win32')('succeeds once the last file in the folder is closed', () =>
    expectRenamedAfter(2, async (_folder, partial) => {
      const held = await open(join(partial, 'electron'))
      return () => held.close()
    }),
  )
})
