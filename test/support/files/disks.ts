import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

export type Disk = {
  readonly path: string
  /** Leaves about so many bytes free. */
  readonly fill: (leftBytes: number) => void
  /** Gives the space back that `fill` took. */
  readonly free: () => void
  /** Nothing on it may be open for writing. */
  readonly makeReadOnly: () => void
  readonly makeWritable: () => void
}

const run = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

const probe = (): boolean => {
  if (process.platform !== 'linux') return false
  const path = mkdtempSync(join(tmpdir(), 'racedesk-disk-'))
  const canMount = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path) && run('umount', path)
  rmSync(path, { recursive: true, force: true })
  return canMount
}

/** Mounting is root's, on Linux. */
export const canMount = probe()

/** Real disks of a given size, unmounted after each test. Use it before `useCores`, whose cores then close first. */
export const useDisks = (): ((sizeBytes: number) => Disk) => {
  const mounted: string[] = []
  afterEach(() => {
    for (const path of mounted.splice(0)) {
      run('umount', '--lazy', path)
      rmSync(path, { recursive: true, force: true })
    }
  })
  return (sizeBytes) => {
    const path = mkdtempSync(join(tmpdir(), 'racedesk-disk-'))
    if (!run('mount', '-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', path)) throw new Error('nothing was mounted')
    mounted.push(path)
    const filler = join(path, 'filler')
    return {
      path,
      fill: (leftBytes) => {
        const { bavail, bsize } = statfsSync(path)
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
      },
      free: () => truncateSync(filler),
      makeReadOnly: () => {
        if (!run('mount', '-o', 'remount,ro', path)) throw new Error('the disk stayed writable')
      },
      makeWritable: () => {
        if (!run('mount', '-o', 'remount,rw', path)) throw new Error('the disk stayed read-only')
      },
    }
  }
}
