import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileCheck } from '../../../preload/contract/files.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'
import { useCores } from '../../support/coreRig.ts'
import { handOver } from '../../support/openCore.ts'
import { runnersOf, takeRows, type Export, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, { Men: runnersOf('Men', 4), Women: runnersOf('Women', 3) })
})

const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The stage as it was first, and a folder of its own for the exports of a test. */
const openRig = async () => {
  const folder = await cores.folder()
  const path = join(folder, 'Протокол.csv')
  taken.target = path
  await taken.retake('Men', runnersOf('Men', 4))
  return {
    ...taken,
    folder,
    path,
    /** Applies to files written from now on. */
    rename: (name: string): void => {
      taken.target = join(folder, name)
    },
    write: (options: Partial<Export> = {}) => taken.write({ format: 'csv', preset: 'ru', ...options }),
    /** As a face with a file system asks. */
    check: async (checked = path, by = taken.open): Promise<FileCheck> => {
      const bytes = await readFile(checked)
      const receipt = await readFile(`${checked}.receipt.json`, 'utf8').catch(() => undefined)
      return await by.call('file:verify', {
        path: checked,
        sizeBytes: bytes.length,
        sha256: sha256Of(bytes),
        ...(receipt === undefined ? {} : { receipt }),
      })
    },
  }
}

it('a receipt names the file, and the bodies it was made of by their own hashes', async () => {
  const { open, path, write, race, stage } = await openRig()
  const job = await write({ withReceipt: true, isFinal: true, search: 'm', filters: [{ role: 'bib', values: ['1'] }] })
  const bytes = await readFile(path)
  const receipt: unknown = JSON.parse(await readFile(`${path}.receipt.json`, 'utf8'))
  const tree = await open.call('stage:tree', { stage })
  const sources = []
  for (const { id, name, rows, fetchedAt } of tree.distances.flatMap(({ categories }) => categories)) {
    const { sha256, sizeBytes, url } = await open.call('results:raw', { category: id })
    sources.push({ distance: '10 km', category: name, url, fetchedAt, sha256, sizeBytes, rows })
  }
  expect(receipt).toMatchObject({
    schema: 'racedesk.receipt',
    schemaVersion: 1,
    file: {
      name: 'Протокол.csv',
      sizeBytes: bytes.length,
      sha256: sha256Of(bytes),
      format: 'csv',
      preset: 'ru',
      rows: job.file?.rows,
    },
    appVersion: '0.0.0-test',
    subject: 'results',
    stage: { guid: stage, name: 'Spring race' },
    origin: race.url,
    state: 'final',
    sources,
    mapping: [{ origin: race.resultsUrl, columns: expect.arrayContaining([{ name: 'number', role: 'bib' }]) }],
    choice: { search: 'm', filters: [{ role: 'bib', values: ['1'] }] },
  })
  expect(job.file?.receipt).toEqual({
    name: 'Протокол.csv.receipt.json',
    path: `${path}.receipt.json`,
    download: null,
  })
})

it('a receipt decides if the export is not recorded; without either the file is unknown', async () => {
  const { folder, write, check, path } = await openRig()
  await write({ withReceipt: true, isFinal: true })
  const stranger = await cores.open()
  expect(await check(path, stranger)).toMatchObject({ verdict: 'unchanged', known: { by: 'receipt', state: 'final' } })
  await appendFile(path, '\r\n')
  expect(await check(path, stranger)).toMatchObject({ verdict: 'changed', known: { by: 'receipt' } })
  const other = join(folder, 'other.csv')
  await writeFile(other, 'something else')
  expect(await check(other)).toEqual({
    verdict: 'unknown',
    sizeBytes: 14,
    sha256: sha256Of('something else'),
    known: null,
    isReceiptUnreadable: false,
  })
})

it('a file overwritten by another export is changed, with or without its receipt', async () => {
  const { write, check, path, folder, retake } = await openRig()
  await write({ withReceipt: true })
  const [yesterday, itsReceipt] = [await readFile(path), await readFile(`${path}.receipt.json`)]
  await retake('Men', runnersOf('Men', 6))
  await write({ withReceipt: true })
  const receipt = await readFile(`${path}.receipt.json`)
  await writeFile(path, yesterday)
  expect(await check()).toMatchObject({ verdict: 'changed', known: { by: 'memory', rows: 9 } })
  await writeFile(`${path}.receipt.json`, itsReceipt)
  expect(await check()).toMatchObject({ verdict: 'changed', known: { by: 'memory', rows: 9 } })
  await rm(`${path}.receipt.json`)
  expect(await check()).toMatchObject({ verdict: 'changed', known: { by: 'memory', rows: 9 } })
  const moved = join(folder, 'moved.csv')
  await writeFile(moved, yesterday)
  expect(await check(moved)).toMatchObject({ verdict: 'unchanged', known: { rows: 7 } })
  await writeFile(`${moved}.receipt.json`, receipt)
  expect(await check(moved)).toMatchObject({ verdict: 'changed', known: { by: 'receipt', rows: 9 } })
})

it('a receipt altered with its file, an older one and one of another file are ignored for a recorded export', async () => {
  const { write, check, path } = await openRig()
  await write({ withReceipt: true })
  await appendFile(path, 'one more')
  const receipt = await readFile(`${path}.receipt.json`, 'utf8')
  const forge = async (from: RegExp, to: string): Promise<FileCheck> => {
    const own = receipt.replace(/"sha256": "[0-9a-f]{64}"/u, `"sha256": "${sha256Of(await readFile(path))}"`)
    expect(own).toMatch(from)
    await writeFile(`${path}.receipt.json`, own.replace(from, to))
    return await check()
  }
  const writtenAt = /"writtenAt": "[^"]+"/u
  expect(await forge(/^/u, '')).toMatchObject({ verdict: 'changed', known: { by: 'memory' } })
  expect(await forge(writtenAt, '"writtenAt": "2001-01-01T00:00:00.000Z"')).toMatchObject({
    verdict: 'changed',
    known: { by: 'memory' },
  })
  expect(await forge(/"name": "Протокол.csv"/u, '"name": "other.csv"')).toMatchObject({ verdict: 'changed' })
  // Perhaps overwritten from another computer since.
  expect(await forge(writtenAt, '"writtenAt": "2999-01-01T00:00:00.000Z"')).toMatchObject({
    verdict: 'unchanged',
    known: { by: 'receipt' },
  })
})

it('an unreadable receipt is reported, and the record decides', async () => {
  const { write, check, path } = await openRig()
  await write()
  for (const text of ['', '{', '[]', '{"schema":"racedesk.receipt","schemaVersion":2}', '\u0000'.repeat(100)]) {
    await writeFile(`${path}.receipt.json`, text)
    expect(await check()).toMatchObject({ verdict: 'unchanged', isReceiptUnreadable: true, known: { by: 'memory' } })
  }
})

it('a page sends the file and its receipt, and gets the same answers', async () => {
  const { open, write, path, rename, idOf } = await openRig()
  await write({ withReceipt: true })
  const stranger = await cores.open()
  const bytes = await readFile(path)
  const receipt = await readFile(`${path}.receipt.json`)
  const verify = async (file: Buffer, withReceipt: boolean): Promise<FileCheck> =>
    await stranger.call('file:verify', {
      file: await handOver(stranger, file),
      name: 'Протокол.csv',
      ...(withReceipt ? { receipt: await handOver(stranger, receipt) } : {}),
    })
  expect(await verify(bytes, true)).toMatchObject({ verdict: 'unchanged', sizeBytes: bytes.length })
  expect(await verify(Buffer.concat([bytes, Buffer.from('x')]), true)).toMatchObject({ verdict: 'changed' })
  expect(await verify(bytes, false)).toMatchObject({ verdict: 'unknown' })
  // A name alone does not identify the file; the bytes of another export do.
  rename('Women.csv')
  await write({ categories: [idOf('Women')] })
  const byName = async (file: Buffer, name: string): Promise<FileCheck> =>
    await open.call('file:verify', { file: await handOver(open, file), name })
  expect(await byName(bytes, 'Протокол.csv')).toMatchObject({ verdict: 'unchanged', known: { name: 'Протокол.csv' } })
  expect(await byName(bytes, 'Women.csv')).toMatchObject({ verdict: 'changed', known: { name: 'Women.csv' } })
  expect(await byName(bytes, 'Women (1).csv')).toMatchObject({ verdict: 'unchanged', known: { name: 'Протокол.csv' } })
  const gone = await stranger.ask('file:verify', { file: randomUUID(), name: 'a' })
  expect(gone).toEqual({ ok: false, error: { kind: 'not-found', what: 'file' } })
})

it('a receipt that cannot be written is reported, and the file stays', async () => {
  const { write, path } = await openRig()
  await mkdir(`${path}.receipt.json`)
  const job = await write({ withReceipt: true })
  expect(job).toMatchObject({
    state: 'partial',
    error: { kind: 'file', reason: 'exists', path: `${path}.receipt.json` },
    file: { name: 'Протокол.csv', rows: 7 },
  })
  expect((await readFile(path)).length).toBeGreaterThan(0)
})

it('a file written many times does not displace the record of another', async () => {
  const dataDir = join(await cores.folder(), 'data')
  await mkdir(dataDir)
  const { store } = openSqliteStore(dataDir, '2026-05-16T12:00:00.000Z' as Instant)
  const remember = (path: string, sha256: string): void =>
    store.rememberExport({
      sha256,
      name: path,
      path,
      writtenAt: '2026-05-16T12:00:00.000Z' as Instant,
      receipt: sha256,
    })
  remember('/once.csv', 'once')
  for (let count = 0; count < 120; count += 1) remember('/live.csv', `live ${count}`)
  expect([store.exportOf('once', 'once'), store.exportAt({ name: '/once.csv', path: '/once.csv' })]).toEqual([
    'once',
    { receipt: 'once', isThere: true },
  ])
  expect([store.exportOf('live 0', ''), store.exportOf('live 119', '')]).toEqual([null, 'live 119'])
  expect(store.exportAt({ name: '/live.csv', path: '/live.csv' })?.receipt).toBe('live 119')
  await store.close()
})
