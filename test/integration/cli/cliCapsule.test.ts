import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { manifestEntry, readCapsule, sha256, withParts } from '../../support/capsuleRig.ts'
import { zipFile } from '../../support/files/zipFile.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startTerminal } from '../../support/processes/terminal.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let stage = ''
beforeAll(async () => {
  const runner = { number: 7, name: 'Анна Ёлкина', birthDate: '1990-02-03', resultTime: '0:41:00' }
  stage = await terminal.takeRows('here', { M40: [runner] })
})

const run = (data: string, ...args: readonly string[]) => terminal.ask([...args, '--data', data])
const pathOf = (name: string): string => join(terminal.home(), name)

it('opens a stage in a data folder without keys or network, where `results` lists its rows', async () => {
  const saved = await run('here', 'capsule', stage, '--out', 'Весна.racestage')
  const archive = await readFile(pathOf('Весна.racestage'))
  expect([saved.code, saved.answer]).toEqual([0, { path: 'Весна.racestage', stage, rows: 1, sha256: sha256(archive) }])
  expect(saved.stderr).toContain('birthDate')

  expect(await run('there', 'open', 'Весна.racestage')).toMatchObject({
    code: 0,
    answer: { stage, categories: 1, rows: 1 },
  })
  const found = await run('there', 'results', stage, '--search', 'Елкина')
  expect(found.answer).toEqual((await run('here', 'results', stage)).answer)
  const elsewhere = 'http://127.0.0.1:9'
  const take = ['take', stage, ...flagsOf({ url: elsewhere, resultsUrl: elsewhere }), '--data', 'there']
  expect(await terminal.run(take, { env: environmentKeys })).toMatchObject({ code: 5 })
})

it('refuses an altered, missing or existing stage with 5 and one JSON value, and a wrong command with 2', async () => {
  await run('here', 'capsule', stage, '--out', 'a.racestage')
  const overwritten = await run('here', 'open', 'a.racestage')
  expect([overwritten.code, overwritten.answer]).toEqual([
    5,
    { ok: false, error: { kind: 'capsule-refused', reason: 'stage-exists' } },
  ])
  const { manifest, parts } = readCapsule(await readFile(pathOf('a.racestage')))
  const newer = withParts({ manifest: { ...manifest, version: 9 as never }, parts }, parts)
  await writeFile(pathOf('b.racestage'), newer)
  const refused = await run('new', 'open', 'b.racestage')
  expect(refused).toMatchObject({ code: 5, answer: { error: { reason: 'newer-version' } } })
  expect(refused.stderr).not.toMatch(/\n +at /u)
  // Found only once the storing thread is at work: the process must not end before it has said so.
  const spoilt = parts.map((part) => ({ ...part, data: Buffer.alloc(part.data.length, '7') }))
  await writeFile(pathOf('c.racestage'), zipFile([manifestEntry(manifest), ...spoilt]))
  const altered = await startTerminal(terminal.home(), ['open', 'c.racestage', '--data', 'new', '--json']).ended
  expect([altered.code, JSON.parse(altered.stdout)]).toMatchObject([5, { error: { reason: 'altered' } }])
  expect(await run('new', 'open', 'none.racestage')).toMatchObject({ code: 5 })
  expect(await run('new', 'open')).toMatchObject({ code: 2 })
  expect(await run('new', 'capsule', stage, '--out', 'c.racestage')).toMatchObject({ code: 2 })
  expect(await run('here', 'capsule', stage)).toMatchObject({ code: 2 })
})
