import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../atEnd.ts'

export type Disk = {
  readonly path: string
  /** Leaves about so many bytes free. */
  readonly fill: (leftBytes: number) => void
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

export const canMount = probe()

/** A real disk of a given size, until it is unmounted. */
export const mountDisk = (sizeBytes: number): Disk & { readonly unmount: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'racedesk-disk-'))
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', path)) throw new Error('nothing was mounted')
  const filler = join(path, 'filler')
  const remount = (as: 'ro' | 'rw'): void => {
    if (!run('mount', '-o', `remount,${as}`, path)) throw new Error(`the disk did not become ${as}`)
  }
  return {
    path,
    fill: (leftBytes) => {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
    },
    free: () => rmSync(filler, { force: true }),
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    unmount: () => {
      run('umount', '--lazy', path)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Disks that are unmounted after the test, once its cores are closed. */
export const useDisks = (): ((sizeBytes: number) => Disk) => (sizeBytes) => {
  const disk = mountDisk(sizeBytes)
  atEnd(disk.unmount)
  return disk
}
