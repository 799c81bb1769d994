import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manifestEntry, readCapsule, sha256, withParts } from '../../support/capsuleRig.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import { runTerminal } from '../../support/processes/terminal.ts'
import { zipFile } from '../../support/files/zipFile.ts'

let home = ''
let race: RaceService
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-capsule-'))
  race = await startRaceService('M40')
  race.answer(
    'M40',
    bytesOf(inEnvelope([{ number: 7, name: 'Анна Ёлкина', birthDate: '1990-02-03', resultTime: '0:41:00' }])),
  )
})
afterEach(async () => {
  await race.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = (data: string, ...args: readonly string[]) =>
  runTerminal(home, [...args, '--data', join(home, data), '--json'], { env: environmentKeys })
const take = (data: string) => run(data, 'take', race.stage, '--base-url', race.url, '--results-url', race.resultsUrl)

it('opens a stage in a data folder without keys or network, where `results` lists its rows', async () => {
  expect((await take('here')).code).toBe(0)
  const saved = await run('here', 'capsule', race.stage, '--out', 'Весна.racestage')
  const archive = await readFile(join(home, 'Весна.racestage'))
  expect(saved.code).toBe(0)
  expect(JSON.parse(saved.stdout)).toEqual({
    path: 'Весна.racestage',
    stage: race.stage,
    rows: 1,
    sha256: sha256(archive),
  })
  expect(saved.stderr).toContain('birthDate')
  const before = await run('here', 'results', race.stage)
  await race.close()

  const opened = await run('there', 'open', 'Весна.racestage')
  expect(opened.code).toBe(0)
  expect(JSON.parse(opened.stdout)).toMatchObject({ stage: race.stage, categories: 1, rows: 1 })
  const after = await run('there', 'results', race.stage, '--search', 'Елкина')
  expect(JSON.parse(after.stdout)).toEqual(JSON.parse(before.stdout))
  expect(await take('there')).toMatchObject({ code: 5 })
})

it('refuses an altered, missing or existing stage with 5 and one JSON value, and a wrong command with 2', async () => {
  expect((await take('here')).code).toBe(0)
  await run('here', 'capsule', race.stage, '--out', 'a.racestage')
  const overwritten = await run('here', 'open', 'a.racestage')
  expect(overwritten.code).toBe(5)
  expect(JSON.parse(overwritten.stdout)).toEqual({
    ok: false,
    error: { kind: 'capsule-refused', reason: 'stage-exists' },
  })
  const { manifest, parts } = readCapsule(await readFile(join(home, 'a.racestage')))
  const newer = withParts({ manifest: { ...manifest, version: 9 as never }, parts }, parts)
  await writeFile(join(home, 'b.racestage'), newer)
  const refused = await run('there', 'open', 'b.racestage')
  expect(refused.code).toBe(5)
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { reason: 'newer-version' } })
  expect(refused.stderr).not.toMatch(/\n +at /u)
  // Found only once the storing thread is at work: the process must not end before it has said so.
  const spoilt = parts.map((part) => ({ ...part, data: Buffer.alloc(part.data.length, '7') }))
  await writeFile(join(home, 'c.racestage'), zipFile([manifestEntry(manifest), ...spoilt]))
  const altered = await run('there', 'open', 'c.racestage')
  expect(altered.code).toBe(5)
  expect(JSON.parse(altered.stdout)).toMatchObject({ error: { reason: 'altered' } })
  expect(await run('there', 'open', 'none.racestage')).toMatchObject({ code: 5 })
  expect(await run('there', 'open')).toMatchObject({ code: 2 })
  expect(await run('there', 'capsule', race.stage, '--out', 'c.racestage')).toMatchObject({ code: 2 })
  expect(await run('here', 'capsule', race.stage)).toMatchObject({ code: 2 })
})
