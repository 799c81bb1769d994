import { createHash } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { link, lstat, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAtomicFiles } from '../../../main/platform/files/atomicFiles.ts'
import { fileReason, replaceReason } from '../../../main/platform/files/fileReason.ts'
import { partialName } from '../../../main/platform/files/partialName.ts'
import type { FileWriter } from '../../../main/platform/files/files.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'

const files = createAtomicFiles()
const mount = useDisks()
let folder = ''

beforeEach(() => {
  folder = temporaryFolder()
})

const open = async (path: string): Promise<FileWriter> => {
  const created = await files.create(path)
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  return created.value
}

const writeAt = async (path: string, text: string): Promise<Awaited<ReturnType<FileWriter['finish']>>> => {
  const writer = await open(path)
  await writer.write(text)
  return await writer.finish()
}

const module = new URL('../../../main/platform/files/atomicFiles.ts', import.meta.url).href

/** Nothing can be renamed over a mount: the nearest thing that Linux has to a file that Excel holds. */
const holdFile = (path: string): void => {
  expect(spawnSync('mount', ['--bind', path, path]).status).toBe(0)
  atEnd(() => spawnSync('umount', [path]))
}

const refusal = (reason: string, path: string) => ({ ok: false, error: { kind: 'file', reason, path } })

describe('a file that is written', () => {
  it('does not appear under its name before it is whole, and has the hash and size that were reported', async () => {
    const path = join(folder, 'Этап 1.csv')
    const writer = await open(path)
    await writer.write('имя;место\r\n')
    await writer.write(new Uint8Array([0xff, 0xfe]))
    expect(existsSync(path)).toBe(false)
    const done = await writer.finish()
    const bytes = await readFile(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(done).toEqual({ ok: true, value: { path, sha256, sizeBytes: bytes.length } })
    expect(bytes).toEqual(Buffer.concat([Buffer.from('имя;место\r\n'), Buffer.from([0xff, 0xfe])]))
    expect(await readdir(folder)).toEqual(['Этап 1.csv'])
  })

  it('keeps its chunks in order even if the writer does not wait', async () => {
    const path = join(folder, 'order.csv')
    const writer = await open(path)
    const lines = Array.from({ length: 200 }, (_, index) => `${index}\n`.repeat(index))
    await Promise.all(lines.map((line) => writer.write(line)))
    await writer.finish()
    expect(await readFile(path, 'utf8')).toBe(lines.join(''))
  })

  it('replaces what is there, and leaves it alone when discarded', async () => {
    const path = join(folder, 'old.csv')
    await writeFile(path, 'old')
    const dropped = await open(path)
    await dropped.write('half')
    await dropped.discard()
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['old.csv'])
    expect(await dropped.write('more')).toEqual(refusal('gone', path))
    const kept = await open(path)
    await kept.write('new')
    await kept.finish()
    await kept.discard()
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  it('can be written twice at once: each is whole, the last to finish stays', async () => {
    const path = join(folder, 'two.csv')
    const [first, second] = await Promise.all([open(path), open(path)])
    await Promise.all([first.write('first'), second.write('second')])
    await second.finish()
    await first.finish()
    expect(await readFile(path, 'utf8')).toBe('first')
    expect(await readdir(folder)).toEqual(['two.csv'])
  })

  it.skipIf(!canMount)(
    'takes another name where a program holds the one that is there, and never that of a third file',
    async () => {
      const at = (name: string): string => join(folder, name)
      const path = at('held.csv')
      await writeFile(path, 'old')
      await writeFile(at('held (2).csv'), 'of somebody')
      holdFile(path)
      expect(await writeAt(path, 'new')).toEqual(refusal('locked', path))
      const free = await open(path)
      await free.write('new')
      const done = await free.finish((attempt) => at(`held (${attempt}).csv`))
      expect(done).toMatchObject({ ok: true, value: { path: at('held (3).csv') } })
      expect((await readdir(folder)).toSorted()).toEqual(['held (2).csv', 'held (3).csv', 'held.csv'])
      expect(await readFile(at('held (2).csv'), 'utf8')).toBe('of somebody')
      expect(await readFile(at('held (3).csv'), 'utf8')).toBe('new')
    },
  )

  it('is not left behind half by a process that was killed: the next file in its folder takes that away', async () => {
    const program = `
      const { createAtomicFiles } = await import(${JSON.stringify(module)})
      const created = await createAtomicFiles().create(${JSON.stringify(join(folder, 'killed.csv'))})
      await created.value.write('half')
      process.kill(process.pid, 'SIGKILL')`
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', program]).status).not.toBe(0)
    const [left = ''] = await readdir(folder)
    expect(left).toMatch(/^\.killed\.csv\..*\.part$/u)
    const foreign = left.replace(/[0-9a-f]{8}(?=-[0-9]+-)/u, '01234567')
    await writeFile(join(folder, foreign), 'of another machine')
    await writeFile(join(folder, '.notes.part'), 'of the user')
    const other = await open(join(folder, 'other.csv'))
    const next = await open(join(folder, 'next.csv'))
    await other.write('1')
    await other.finish()
    await next.finish()
    expect((await readdir(folder)).toSorted()).toEqual([foreign, '.notes.part', 'next.csv', 'other.csv'].toSorted())
  })

  it('may have the longest name that the folder allows', async () => {
    const path = join(folder, `${'ж'.repeat(125)}.csv`)
    expect(await writeAt(path, 'x')).toMatchObject({ ok: true })
    expect(await readFile(path, 'utf8')).toBe('x')
  })

  it('does not turn a symbolic link into a file of its own', async () => {
    const real = join(folder, 'real.csv')
    const link = join(folder, 'link.csv')
    await writeFile(real, 'old')
    await symlink(real, link)
    await writeAt(link, 'new')
    expect(await readFile(real, 'utf8')).toBe('new')
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
  })
})

describe('a file that cannot be written is said to be', () => {
  it.each([
    ['missing', 'when its folder is not there', 'nowhere/a.csv'],
    // Windows says of both that the path is not there.
    [process.platform === 'win32' ? 'missing' : 'not-a-folder', 'when its folder is a file', 'file/a.csv'],
    ['exists', 'when a folder has its name, before any work is done', 'taken'],
    ['name-too-long', 'before any work is done', 'a'.repeat(300)],
  ])('%s %s', async (reason, _, name) => {
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'taken'))
    const path = join(folder, name)
    expect(await files.create(path)).toEqual(refusal(reason, path))
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'taken'])
  })

  it.skipIf(process.platform === 'win32')('exists when it is a pipe, which a rename would destroy', async () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    expect(await files.create(path)).toEqual(refusal('exists', path))
    expect((await lstat(path)).isFIFO()).toBe(true)
  })

  // Windows does not allow removing a folder with an open file.
  it.skipIf(process.platform === 'win32')(
    'gone when its folder vanishes under it, as that of a stick that is pulled out',
    async () => {
      const stick = join(folder, 'stick')
      await mkdir(stick)
      const path = join(stick, 'a.csv')
      const writer = await open(path)
      await writer.write('x')
      await rm(stick, { recursive: true })
      expect(await writer.finish()).toEqual(refusal('gone', path))
    },
  )

  it.skipIf(!canMount)(
    'no-space on a full disk and denied on one that is read-only, with nothing left there',
    async () => {
      const disk = mount(65_536)
      const path = join(disk.path, 'a.csv')
      const writer = await open(path)
      expect(await writer.write(Buffer.alloc(200_000))).toEqual(refusal('no-space', path))
      expect(await readdir(disk.path)).toEqual([])
      disk.makeReadOnly()
      expect(await files.create(path)).toEqual(refusal('denied', path))
    },
  )

  // Windows says the same as of a file that a program holds.
  it.skipIf(process.platform === 'win32')(
    'exists when a folder took its name meanwhile; no partial file stays behind',
    async () => {
      const path = join(folder, 'late')
      const writer = await open(path)
      await writer.write('x')
      await mkdir(path)
      expect(await writer.finish()).toEqual(refusal('exists', path))
      expect(await readdir(folder)).toEqual(['late'])
    },
  )

  it.skipIf(!existsSync('/proc/self/limits'))(
    'no-space when the disk takes no more, and gives the space back',
    async () => {
      const program = `
      const { createAtomicFiles } = await import(${JSON.stringify(module)})
      process.on('SIGXFSZ', () => {})
      const created = await createAtomicFiles().create(${JSON.stringify(join(folder, 'big.csv'))})
      let last
      for (let chunk = 0; chunk < 40; chunk += 1) last = await created.value.write('x'.repeat(65536))
      const end = await created.value.finish()
      process.stdout.write(JSON.stringify([last.error?.reason, end.error?.reason]))`
      const limited = `ulimit -f 1024; exec "$0" --input-type=module -e "$1"`
      const printed = execFileSync('sh', ['-c', limited, process.execPath, program], { encoding: 'utf8' })
      expect(JSON.parse(printed)).toEqual(['no-space', 'no-space'])
      expect(await readdir(folder)).toEqual([])
    },
  )

  it.each(
    Object.entries({
      'no-space': 'ENOSPC',
      denied: 'EACCES EPERM EROFS',
      locked: 'EBUSY ETXTBSY',
      exists: 'EISDIR',
      gone: 'EIO ENODEV ENXIO',
    }),
  )('%s by the system codes %s', (reason, codes) => {
    for (const code of codes.split(' ')) {
      expect(fileReason(Object.assign(new Error('system'), { code })), code).toBe(reason)
    }
  })

  it('locked on Windows, where a file that Excel holds is reported as denied', () => {
    const denied = Object.assign(new Error('system'), { code: 'EPERM' })
    expect(replaceReason(denied, 'win32')).toBe('locked')
    expect(replaceReason(denied, 'linux')).toBe('denied')
  })

  it('a bug when it is no error of the file system', () => {
    expect(fileReason(new TypeError('bug'))).toBeNull()
  })
})

it('names a partial file within the limit, and cuts no character in two', () => {
  const name = partialName('🏃'.repeat(80), 'abcdef')
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143)
  expect(name).toMatch(/^\.(?:🏃)+\.abcdef\.part$/u)
})

it('removes a written file only as it was written, and never the one that it is said to be no longer', async () => {
  const text = 'results'
  const written = { sizeBytes: text.length, sha256: createHash('sha256').update(text).digest('hex') }
  const at = (name: string): string => join(folder, name)
  for (const name of ['old', 'kept', 'touched', 'longer']) await writeFile(at(name), text)
  await writeFile(at('touched'), 'Results')
  await writeFile(at('longer'), `${text}!`)
  await symlink(at('kept'), at('link'))
  // As a file system has it that takes both names for one.
  await link(at('kept'), at('same'))
  const remove = (name: string, butNot = 'new'): Promise<string> => files.removeWritten(at(name), written, at(butNot))
  expect(await remove('old')).toBe('removed')
  expect(await remove('old')).toBe('gone')
  expect(await remove('touched')).toBe('left')
  expect(await remove('longer')).toBe('left')
  expect(await remove('link')).toBe('left')
  expect(await remove('kept', 'same')).toBe('gone')
  expect((await readdir(folder)).toSorted()).toEqual(['kept', 'link', 'longer', 'same', 'touched'])
})
