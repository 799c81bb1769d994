import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tryAgain, type ToldWait } from '../../../main/features/publish/tryAgain.ts'
import { owner } from '../../../main/platform/files/leftovers.ts'
import { partialName, uniqueOf } from '../../../main/platform/files/partialName.ts'
import { createLocalFolder } from '../../../main/platform/remote/localFolder.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { canMount } from '../../support/files/disks.ts'
import { writeOptions } from '../../support/stores/stores.ts'

const signal = new AbortController().signal
const file = 'p/0123456789abcdef.bin'
let home = ''
let folder = ''
beforeEach(() => {
  home = temporaryFolder()
  folder = join(home, 'site')
})

it('neither lists, writes nor removes files of another folder that a link leads to', async () => {
  const place = createLocalFolder(folder)
  await mkdir(folder)
  await mkdir(join(home, 'other'))
  await writeFile(join(home, 'other', '0123456789abcdef.bin'), 'of somebody else')
  await symlink(join(home, 'other'), join(folder, 'p'), 'junction')
  expect(await place.list(['', 'p'], signal)).toEqual({ ok: true, value: [] })
  expect(await place.write(file, Buffer.from('ours'), writeOptions, signal)).toMatchObject({
    error: { reason: 'denied' },
  })
  expect(await place.remove([file], signal)).toEqual({ ok: true, value: null })
  expect(await readdir(join(home, 'other'))).toEqual(['0123456789abcdef.bin'])
})

it('is empty once all that it lists is removed, though a killed process left parts of files', async () => {
  const ended = 4_194_305
  await createLocalFolder(folder).write(file, Buffer.from('one'), writeOptions, signal)
  for (const [within, name] of [
    ['', 'index.html'],
    ['p', '0123456789abcdee.bin'],
  ] as const) {
    await writeFile(join(folder, within, partialName(name, uniqueOf(owner, ended, '0123456789ab'))), 'half')
  }
  const place = createLocalFolder(folder)
  expect(await place.list(['', 'p'], signal)).toEqual({ ok: true, value: [{ path: file, sizeBytes: 3 }] })
  await place.remove([file], signal)
  expect(await readdir(folder)).toEqual([])
})

it.runIf(process.platform === 'linux')('reads no pipe, device or socket, and says that it is there', async () => {
  const place = createLocalFolder(folder)
  await mkdir(folder)
  spawnSync('mkfifo', [join(folder, 'pipe.html')])
  await symlink('/dev/zero', join(folder, 'device.html'))
  const socket = createServer().listen(join(folder, 'socket.html'))
  await once(socket, 'listening')
  for (const name of ['pipe.html', 'device.html', 'socket.html']) {
    expect(await place.read(name, 1_000, signal)).toMatchObject({ error: { kind: 'file', reason: 'exists' } })
    expect(await place.write(name, Buffer.from('ours'), { ...writeOptions, expects: null }, signal)).toMatchObject({
      value: { written: false },
    })
  }
  socket.close()
})

describe.skipIf(!canMount)('an entry that cannot be replaced', () => {
  // Linux lets nobody put another file in the place of one that is mounted, as Windows with one that a program has open.
  const hold = async (): Promise<() => void> => {
    await mkdir(folder)
    await writeFile(join(home, 'held'), 'of a program')
    await writeFile(join(folder, 'index.html'), 'earlier')
    spawnSync('mount', ['--bind', join(home, 'held'), join(folder, 'index.html')])
    return () => void spawnSync('umount', [join(folder, 'index.html')])
  }

  const tries = { wait: () => Promise.resolve(), random: () => 0.5, patienceMs: 15_000, signal, told: () => undefined }
  const write = () => createLocalFolder(folder).write('index.html', Buffer.from('new'), writeOptions, signal)

  it('is replaced as soon as it can be, and readers keep the earlier one until then', async () => {
    const release = await hold()
    const waited: unknown[] = []
    const wait = async (): Promise<void> => {
      if (waited.length === 2) release()
    }
    const told: ToldWait = (waits) => void (waits === null || waited.push(waits.error))
    expect(await tryAgain({ ...tries, wait, told }, write)).toMatchObject({ value: { written: true } })
    const locked = { kind: 'file', reason: 'locked', path: join(folder, 'index.html') }
    expect(waited).toEqual([locked, locked])
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['index.html'])
  })

  it('is given up on in the end, with what was there before and no part of the new one', async () => {
    const release = await hold()
    expect(await tryAgain(tries, write)).toMatchObject({ error: { kind: 'file', reason: 'locked' } })
    release()
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('earlier')
    expect(await readdir(folder)).toEqual(['index.html'])
  })
})
