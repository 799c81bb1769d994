import { execFileSync } from 'node:child_process'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let stage = ''
beforeAll(async () => {
  stage = await terminal.takeRows('data', { Men: [{ number: 1 }, { number: 2 }], Women: [{ number: 3 }] })
})

const pathOf = (name: string): string => join(terminal.home(), name)
const verify = (path: string, data = 'data') => terminal.ask(['verify', path, '--data', data])
const count = (text: string, word: string): number => text.split(word).length - 1

it('verify answers with one word, by the receipt beside the file or by the data folder, and with its exit code', async () => {
  const path = pathOf('unchanged results.csv')
  const flags = ['--format', 'csv', '--receipt', '--out', path]
  const exported = await terminal.ask(['export', stage, '--data', 'data', ...flags])
  const receipt: { readonly file: { readonly sha256: string } } = JSON.parse(
    await readFile(`${path}.receipt.json`, 'utf8'),
  )
  expect(exported).toMatchObject({ code: 0, answer: { sha256: receipt.file.sha256 } })
  expect(await verify(path, 'elsewhere')).toMatchObject({ code: 0, answer: { verdict: 'unchanged' } })
  await rm(`${path}.receipt.json`)
  const words = await terminal.run(['verify', 'unchanged results.csv', '--data', 'data'])
  expect([words.code, count(words.stdout + words.stderr, 'unchanged')]).toEqual([0, 1])
  expect(await verify(path, 'elsewhere')).toMatchObject({ code: 1, answer: { verdict: 'unknown' } })
  await appendFile(path, '\r\n')
  expect(await verify(path)).toMatchObject({ code: 1, answer: { verdict: 'changed' } })
  const changed = await terminal.run(['verify', path, '--data', 'data'])
  expect([changed.code, count(changed.stdout + changed.stderr, 'changed')]).toEqual([1, 1])
})

it('verify of what is not there is a failure of files, and of a folder one of usage', async () => {
  const gone = await verify('gone.csv')
  expect([gone.code, gone.answer]).toEqual([
    5,
    { ok: false, error: { kind: 'file', reason: 'missing', path: 'gone.csv' } },
  ])
  const usage = { code: 2, answer: { ok: false, error: { kind: 'invalid-input' } } }
  expect(await verify(terminal.home())).toMatchObject(usage)
})

it('a huge or binary receipt does not prevent the answer', async () => {
  const path = pathOf('odd.csv')
  await writeFile(path, 'a')
  await writeFile(`${path}.receipt.json`, Buffer.alloc(70_000_000, 0xff))
  expect(await verify(path)).toMatchObject({ code: 1, answer: { verdict: 'unknown', isReceiptUnreadable: true } })
})

it.skipIf(process.platform === 'win32')(
  'verify ends at once for a pipe in place of a file or its receipt',
  async () => {
    const [path, pipe] = [pathOf('beside.csv'), pathOf('pipe.csv')]
    await writeFile(path, 'a')
    for (const made of [pipe, `${path}.receipt.json`]) execFileSync('mkfifo', [made])
    expect(await verify(path)).toMatchObject({ code: 1, answer: { verdict: 'unknown', isReceiptUnreadable: true } })
    expect(await verify(pipe)).toMatchObject({ code: 2, answer: { error: { kind: 'invalid-input' } } })
    const opened = await terminal.ask(['open', pipe, '--data', 'data'])
    expect(opened).toMatchObject({ code: 5, answer: { error: { kind: 'capsule-refused' } } })
  },
)
