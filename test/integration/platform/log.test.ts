import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createFileLog } from '../../../main/platform/log/fileLog.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { createSecretMask } from '../../../main/kernel/secretMask.ts'

let folder = ''

beforeEach(() => {
  folder = temporaryFolder()
})

const unchanged = (text: string): string => text
const readLines = async (name = 'racedesk.log') =>
  (await readFile(join(folder, name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

it('never shows a secret, wherever in a line it stands', async () => {
  const { add, mask } = createSecretMask()
  const secret = 'very"secret/key'
  add(secret)
  const log = createFileLog({ folder, redact: mask })
  log.info(`called with ${secret}`, { header: secret, url: `https://a.example/?k=${encodeURIComponent(secret)}` })
  log.bug(new Error(`no ${secret}`, { cause: new Error(secret) }))
  for (let length = 32_640; length < 32_780; length += 5) log.warn('cut', { text: `${'x'.repeat(length)}${secret}` })
  log.close()
  const text = await readFile(join(folder, 'racedesk.log'), 'utf8')
  expect(text).toContain('***')
  expect(text).not.toMatch(/very|secret.?\/|%2Fkey/)
})

it('reads its last lines back across a rotation, oldest first and no more than asked for', () => {
  const log = createFileLog({ folder, redact: unchanged, maxBytes: 300 })
  expect(log.recent(10_000)).toEqual([])
  for (let number = 0; number < 12; number += 1) log.info(`line ${number}`)
  const messages = (limitChars: number): readonly unknown[] =>
    log.recent(limitChars).map((line) => (JSON.parse(line) as { readonly message: unknown }).message)
  const kept = messages(10_000)
  expect(kept.at(-1)).toBe('line 11')
  expect(kept.length).toBeGreaterThan(4)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `line ${12 - kept.length + index}`))
  const [line = ''] = log.recent(10_000).slice(-1)
  expect(messages(2 * line.length + 1)).toEqual(['line 10', 'line 11'])
  expect(messages(1)).toEqual([])
  log.close()
})

it('gives a bug a reference under which its stack and cause are found', async () => {
  const log = createFileLog({ folder, redact: unchanged })
  const reference = log.bug(new Error('outer', { cause: new Error('inner') }))
  log.close()
  expect(reference).toMatch(/^[0-9a-f]{8}$/)
  const details = expect.objectContaining({
    message: 'outer',
    stack: expect.stringContaining('log.test.ts') as unknown,
    cause: expect.objectContaining({ message: 'inner' }) as unknown,
  }) as unknown
  expect(await readLines()).toEqual([{ at: expect.any(String) as unknown, level: 'bug', message: reference, details }])
})

it('logs thrown values that are not errors', async () => {
  const log = createFileLog({ folder, redact: unchanged })
  for (const thrown of [undefined, null, 'text', Symbol('s'), Object.create(null)]) log.bug(thrown)
  log.close()
  expect(await readLines()).toHaveLength(5)
})

it('rotates full files and deletes the oldest', async () => {
  const log = createFileLog({ folder, redact: unchanged, maxBytes: 2000, keep: 2 })
  for (let line = 0; line < 200; line += 1) log.info(`line ${line}`)
  log.close()
  expect((await readdir(folder)).toSorted()).toEqual(['racedesk.1.log', 'racedesk.2.log', 'racedesk.log'])
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(2000)
  const kept = [...(await readLines('racedesk.2.log')), ...(await readLines('racedesk.1.log')), ...(await readLines())]
  expect(kept.map((line) => line['message'])).toEqual(
    Array.from({ length: kept.length }, (_, index) => `line ${200 - kept.length + index}`),
  )
})

it('goes on in the file of the last run', async () => {
  for (const run of ['first', 'second']) {
    const log = createFileLog({ folder, redact: unchanged })
    log.info(run)
    log.close()
  }
  expect((await readLines()).map((line) => line['message'])).toEqual(['first', 'second'])
})

it('lets work continue when it cannot be written', async () => {
  const file = join(folder, 'in-the-way')
  await writeFile(file, '')
  const log = createFileLog({ folder: join(file, 'logs'), redact: unchanged })
  log.info('lost')
  expect(log.bug(new Error('lost'))).toMatch(/^[0-9a-f]{8}$/)
  log.close()
  log.info('after the end')
  log.close()
})
