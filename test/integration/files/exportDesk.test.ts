import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobId } from '../../../preload/contract/ids.ts'
import { createAtomicFiles } from '../../../main/platform/files/atomicFiles.ts'
import { createExportDesk } from '../../../main/features/files/exportDesk.ts'
import type { Piece } from '../../../main/features/files/fileWriting.ts'
import type { JobEnd } from '../../../main/features/jobs/jobs.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'racedesk-desk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const write = async (pieces: AsyncIterable<Piece>): Promise<JobEnd> => {
  const desk = createExportDesk({
    files: createAtomicFiles(),
    delivery: { choose: () => Promise.resolve(null) },
    jobs: { start: () => '' as JobId },
    store: { rememberExport: () => undefined },
    clock: Date.now,
    appVersion: 'test',
    mask: (text) => text,
    errorOf: () => ({ kind: 'internal', reference: 'test' }),
  })
  const path = join(folder, 'out.zip')
  await writeFile(path, 'the last one')
  const target = { path, finish: () => ({ path, download: null }) }
  const control = { signal: new AbortController().signal, report: () => undefined }
  return await desk.write(target, { content: { total: 1, pieces }, ending: 'zip' }, control)
}

it('a bug while writing leaves no partial file, and is reported as a bug', async () => {
  const pieces = async function* (): AsyncGenerator<Piece> {
    yield await Promise.resolve({ bytes: new Uint8Array(100_000) })
    throw new Error('a bug')
  }
  await expect(write(pieces())).rejects.toThrow('a bug')
  expect(await readdir(folder)).toEqual(['out.zip'])
})

it('an archive that is too large is reported as such, not as a bug', async () => {
  const pieces = async function* (): AsyncGenerator<Piece> {
    yield await Promise.resolve({ bytes: new Uint8Array(100_000) })
    throw new RangeError('too much', { cause: 'zip' })
  }
  expect(await write(pieces())).toMatchObject({ state: 'failed', error: { kind: 'sheet-too-large', what: 'bytes' } })
  expect(await readdir(folder)).toEqual(['out.zip'])
})
