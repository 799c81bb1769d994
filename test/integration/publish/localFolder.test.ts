import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { owner } from '../../../main/platform/files/leftovers.ts'
import { partialName, uniqueOf } from '../../../main/platform/files/partialName.ts'
import { createLocalFolder } from '../../../main/platform/remote/localFolder.ts'
import { writeOptions } from '../../support/stores/stores.ts'

/** A folder of this computer as a place: where it ends, and what a killed process left in it. */

const signal = new AbortController().signal
const file = 'p/0123456789abcdef.bin'
let home = ''
let folder = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-folder-'))
  folder = join(home, 'site')
})
afterEach(() => rm(home, { recursive: true, force: true }))

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
