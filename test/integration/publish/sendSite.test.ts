import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSending, type SpooledFile } from '../../../main/features/publish/sendSite.ts'
import { createSpool } from '../../../main/platform/files/spool.ts'
import { createLocalFolder } from '../../../main/platform/remote/localFolder.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'

const texts = Array.from({ length: 40 }, (_, at) => `page ${at}`.repeat(at + 1))
const files = texts.map((text, at): SpooledFile => {
  const spooledAt = texts.slice(0, at).join('').length
  return { path: `p/${String(at).padStart(16, '0')}.bin`, sizeBytes: text.length, spooledAt }
})

const openPlace = async () => {
  const home = temporaryFolder()
  const spool = await createSpool(join(home, 'spool'), 'stage')
  if (!spool.ok) throw new Error(spool.error.kind)
  atEnd(spool.value.remove)
  await writeFile(spool.value.path, texts.join(''))
  const ending = new AbortController()
  const sent: string[] = []
  const listed: string[] = []
  const site = join(home, 'site')
  const sending = openSending({
    remote: createLocalFolder(site),
    spool: spool.value,
    signal: ending.signal,
    stop: () => ending.abort(),
    again: (work) => work(),
    list: (paths) => void listed.push(...paths),
    sentFile: ({ path }) => void sent.push(path),
  })
  return { sending, site, sent, listed, ending, spoolPath: spool.value.path }
}

it('lists a file before it is sent, and ends when what was made is not there in whole', async () => {
  const { sending, site, sent, listed, spoolPath } = await openPlace()
  await truncate(spoolPath, 10)
  for (const file of files.slice(1, 4)) sending.send(file)
  expect(await sending.done()).toMatchObject({ error: { kind: 'file', reason: 'gone', path: spoolPath } })
  expect(listed).toContain(files[1]?.path)
  expect(sent).toEqual([])
  expect(await readdir(site).catch(() => [])).toEqual([])
})

it('ends with the first failure and sends nothing that comes after it', async () => {
  const { sending, site, sent, ending } = await openPlace()
  const [first] = files
  if (first === undefined) throw new Error('no file')
  // A folder of the file's name cannot be replaced by it.
  await mkdir(join(site, first.path, 'inside'), { recursive: true })
  sending.send(first)
  await expect.poll(() => ending.signal.aborted).toBe(true)
  for (const file of files.slice(1)) sending.send(file)
  expect(await sending.done()).toMatchObject({ ok: false, error: { kind: 'file' } })
  expect(sent).toEqual([])
  expect(await readdir(join(site, 'p'))).toEqual([first.path.slice(2)])
})
