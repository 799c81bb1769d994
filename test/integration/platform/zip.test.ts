import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assert, asyncProperty, array, string, uint8Array } from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import { zipFiles } from '../../../main/platform/files/fflateZip.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { findPythonWithOpenpyxl, suiteFor } from '../../support/requirements.ts'
import type { ZipEntry } from '../../../main/platform/files/files.ts'

const at = '2026-05-16T14:05:00.000Z' as Instant

const packed = async (entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of zipFiles(entries, at)) pieces.push(piece)
  return Buffer.concat(pieces)
}

it('loses and alters nothing, however a file comes in pieces', async () => {
  await assert(
    asyncProperty(
      array(array(string({ unit: 'grapheme' }).map((text) => text.repeat(500))), { maxLength: 5 }),
      uint8Array(),
      async (texts, bytes) => {
        const entries = texts.map((pieces, index) => ({ path: `Забег/${index}.txt`, pieces }))
        const files = unzipSync(await packed([...entries, { path: 'bytes', pieces: [bytes, bytes] }]))
        expect(Object.keys(files)).toEqual([...entries.map(({ path }) => path), 'bytes'])
        for (const { path, pieces } of entries) expect(Buffer.from(files[path] ?? []).toString()).toBe(pieces.join(''))
        expect(files['bytes']).toEqual(new Uint8Array([...bytes, ...bytes]))
      },
    ),
    { numRuns: 20 },
  )
})

it('takes entries and pieces only as it writes, so that they need not be in memory', async () => {
  let made = 0
  const pieces = async function* (): AsyncGenerator<string> {
    for (; made < 1_000; made += 1) yield await Promise.resolve(`${made} `.repeat(10_000))
  }
  let taken = 0
  for await (const _ of zipFiles([{ path: 'large', pieces: pieces() }], at)) {
    taken += 1
    if (taken === 3) break
  }
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(100)
})

it('tells its caller what went wrong while an entry was read, instead of ending the archive', async () => {
  const pieces = function* (): Generator<string> {
    yield 'a'.repeat(300_000)
    throw new Error('gone')
  }
  await expect(packed([{ path: 'a', pieces: pieces() }])).rejects.toThrow('gone')
})

const python = findPythonWithOpenpyxl()

suiteFor('openpyxl', python !== null)('an archive, read by another program', () => {
  it('is whole, with its names, dates and sizes', async () => {
    const large = Array.from({ length: 40_000 }, (_, row) => `${row};Ёлкин;${row * 7919}\r\n`)
    const path = join(temporaryFolder(), 'a.zip')
    const entries: readonly ZipEntry[] = [
      { path: 'manifest.json', pieces: ['{}'] },
      { path: 'пусто', pieces: [] },
      { path: '10 км/M40.csv', pieces: large },
    ]
    await writeFile(path, await packed(entries))
    const { stdout } = await promisify(execFile)(python ?? '', ['-c', script, path])
    expect(JSON.parse(stdout)).toEqual({
      damaged: null,
      entries: ['manifest.json 2 2026', 'пусто 0 2026', `10 км/M40.csv ${Buffer.byteLength(large.join(''))} 2026`],
    })
  })
})

const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps({'damaged': archive.testzip(), 'entries': [f'{i.filename} {i.file_size} {i.date_time[0]}' for i in archive.infolist()]}))
`
