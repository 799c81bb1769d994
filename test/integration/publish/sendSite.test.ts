import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSending, type SpooledFile } from '../../../main/features/publish/sendSite.ts'
import { createSpool } from '../../../main/platform/files/spool.ts'
import { createLocalFolder } from '../../../main/platform/remote/localFolder.ts'
import { useCores } from '../../support/coreRig.ts'

const cores = useCores()

const texts = Array.from({ length: 40 }, (_, at) => `page ${at}`.repeat(at + 1))
const files = texts.map((text, at): SpooledFile => {
  const spooledAt = texts.slice(0, at).join('').length
  return { path: `p/${String(at).padStart(16, '0')}.bin`, sizeBytes: text.length, spooledAt }
})

const openPlace = async () => {
  const home = await cores.folder()
  const spool = await createSpool(join(home, 'spool'), 'stage')
  if (!spool.ok) throw new Error(spool.error.kind)
  await writeFile(spool.value.path, texts.join(''))
  const ending = new AbortController()
  const sent: string[] = []
  const site = join(home, 'site')
  const sending = openSending({
    remote: createLocalFolder(site),
    spool: spool.value,
    signal: ending.signal,
    stop: () => ending.abort(),
    again: (work) => work(),
    sentFile: ({ path }) => void sent.push(path),
  })
  return { sending, site, sent, ending, spoolPath: spool.value.path, close: spool.value.remove }
}

it('sends every file whole, those that come later, too', async () => {
  const { sending, site, sent, close } = await openPlace()
  for (const file of files.slice(0, 20)) sending.send(file)
  await expect.poll(() => sent.length).toBe(20)
  for (const file of files.slice(20)) sending.send(file)
  expect(await sending.done()).toEqual({ ok: true, value: null })
  expect(sent.toSorted()).toEqual(files.map(({ path }) => path))
  for (const [at, { path }] of files.entries()) expect(await readFile(join(site, path), 'utf8')).toBe(texts[at])
  await close()
})

it('ends when what was made is not there in whole', async () => {
  const { sending, site, sent, close, spoolPath } = await openPlace()
  await truncate(spoolPath, 10)
  for (const file of files.slice(1, 4)) sending.send(file)
  expect(await sending.done()).toMatchObject({ error: { kind: 'file', reason: 'gone', path: spoolPath } })
  expect(sent).toEqual([])
  expect(await readdir(site).catch(() => [])).toEqual([])
  await close()
})

it('ends with the first failure and sends nothing that comes after it', async () => {
  const { sending, site, sent, ending, close } = await openPlace()
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
  await close()
})
