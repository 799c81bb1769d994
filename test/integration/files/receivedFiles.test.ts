import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReceivedFileId } from '../../../preload/contract/ids.ts'
import { tooManyBytes } from '../../../main/kernel/bodyLimits.ts'
import { createReceivedFolder } from '../../../main/platform/files/receivedFolder.ts'
import { createReceivedFiles } from '../../../main/features/files/receivedFiles.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import type { ReceivedFolder } from '../../../main/platform/files/files.ts'

const open = () => {
  const folder = temporaryFolder()
  return { folder, files: createReceivedFiles(createReceivedFolder(folder)) }
}

const idOf = (number: number) => `8c1d7a30-5b1e-4c55-9a61-${String(number).padStart(12, '0')}` as ReceivedFileId
const id = idOf(1)
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')
const textOf = async (path: string) => ({ ok: true as const, value: await readFile(path, 'utf8') })
const notThere = { ok: false, error: { kind: 'not-found', what: 'file' } }
const wrongOffset = {
  ok: false,
  error: { kind: 'invalid-input', issues: [expect.objectContaining({ path: 'offset' })] },
}

describe('files that a page sends', () => {
  it('are joined from their pieces byte by byte, also when pieces are sent without waiting', async () => {
    const { files } = open()
    const bytes = Buffer.from('Первый забег 🏃‍♀️\n'.repeat(50))
    const step = 101
    const sent = []
    for (let offset = 0; offset < bytes.length; offset += step) {
      sent.push(files.receive({ id, offset, data: base64(bytes.subarray(offset, offset + step)) }))
    }
    expect((await Promise.all(sent)).at(-1)).toEqual({ ok: true, value: { receivedBytes: bytes.length } })
    expect(await files.use(id, textOf)).toEqual({ ok: true, value: bytes.toString() })
  })

  it('refuse a piece that does not follow the last one', async () => {
    const { files } = open()
    expect(await files.receive({ id, offset: 5, data: base64('late') })).toEqual(wrongOffset)
    await files.receive({ id, offset: 0, data: base64('first') })
    expect(await files.receive({ id, offset: 6, data: base64('gap') })).toEqual(wrongOffset)
    expect(await files.receive({ id, offset: 4, data: base64('over') })).toEqual(wrongOffset)
    expect(await files.receive({ id, offset: 5, data: base64(' second') })).toEqual({
      ok: true,
      value: { receivedBytes: 12 },
    })
    expect(await files.use(id, textOf)).toEqual({ ok: true, value: 'first second' })
  })

  it('start over at offset 0, without remains of a longer first file', async () => {
    const { files } = open()
    await files.receive({ id, offset: 0, data: base64('a long first file') })
    await files.receive({ id, offset: 0, data: base64('short') })
    expect(await files.use(id, textOf)).toEqual({ ok: true, value: 'short' })
  })

  it('are deleted once used, also when their use failed', async () => {
    const { folder, files } = open()
    await files.receive({ id, offset: 0, data: base64('x') })
    const used: string[] = []
    await expect(
      files.use(id, async (path) => {
        used.push(path)
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    expect(used.map((path) => path.startsWith(folder) && !existsSync(path))).toEqual([true])
    expect(await files.use(id, textOf)).toEqual(notThere)
  })

  it('are not affected by a new file with the same ID while in use', async () => {
    const { files } = open()
    await files.receive({ id, offset: 0, data: base64('first') })
    const seen = await files.use(id, async (path) => {
      await files.receive({ id, offset: 0, data: base64('second') })
      return await textOf(path)
    })
    expect(seen).toEqual({ ok: true, value: 'first' })
    expect(await files.use(id, textOf)).toEqual({ ok: true, value: 'second' })
  })

  it('are replaced by later ones, so that abandoned files do not fill the disk', async () => {
    const { folder, files } = open()
    for (let number = 1; number <= 9; number += 1) {
      await files.receive({ id: idOf(number), offset: 0, data: base64(`file ${number}`) })
    }
    expect(await files.use(idOf(1), textOf)).toEqual(notThere)
    expect(await files.use(idOf(2), textOf)).toEqual({ ok: true, value: 'file 2' })
    const [run = ''] = await readdir(folder)
    expect(await readdir(join(folder, run))).toHaveLength(7)
  })

  it('are refused and deleted beyond a size limit', async () => {
    const removed: string[] = []
    const nowhere: ReceivedFolder = {
      pathOf: (name) => name,
      append: async () => ({ ok: true, value: null }),
      remove: async (name) => void removed.push(name),
      close: async () => undefined,
    }
    const files = createReceivedFiles(nowhere)
    const size = 16 * 1024 * 1024
    const data = base64(Buffer.alloc(size))
    let offset = 0
    for (; offset < 1024 ** 3; offset += size) {
      expect(await files.receive({ id, offset, data })).toEqual({ ok: true, value: { receivedBytes: offset + size } })
    }
    const tooLarge = { ok: false, error: tooManyBytes(1024 ** 3) }
    expect(await files.receive({ id, offset, data: base64('x') })).toEqual(tooLarge)
    expect(removed).toEqual(['1'])
    expect(await files.use(id, textOf)).toEqual(notThere)
  })

  it('are private to the user, and removed at the end or after a run that was killed', async () => {
    const { folder, files } = open()
    const { pid } = spawnSync(process.execPath, ['--version'])
    const left = join(folder, `run-${pid}-abc`)
    await mkdir(left)
    await writeFile(join(left, '1'), 'left')
    const others = join(folder, `run-${process.ppid}-abc`)
    await mkdir(others)
    const next = createReceivedFiles(createReceivedFolder(folder))
    await files.receive({ id, offset: 0, data: base64('x') })
    const own = (await readdir(folder)).find((name) => name.startsWith(`run-${process.pid}-`)) ?? ''
    if (process.platform !== 'win32') expect((await stat(join(folder, own))).mode & 0o777).toBe(0o700)
    await files.close()
    await next.close()
    expect(await readdir(folder)).toEqual([`run-${process.ppid}-abc`])
  })
})
