import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, makeFolder } from '../../support/openCore.ts'
import { envelope, sendJson } from '../../support/services/raceService.ts'

const cores = useCores()

/** Each stands in something that diagnostics look at: none may come out. */
// prettier-ignore
const planted = [
  'Plantedkey7741', 'Plantedkey7742', 'Plantedheader7743', 'Планкова', 'Plankova', 'plankovo.example',
  'Planorganization', 'Planstage', 'Planfolder', '+7 900 774 11 22',
]

const open = async () => {
  const folder = await makeFolder(join(await cores.folder(), 'Planfolder'))
  const core = await cores.open({
    dataDir: join(folder, 'data'),
    env: {},
    delivery: deliverTo(join(await makeFolder(join(folder, 'out')), 'diagnostics.zip')),
    outside: { keychain: createMemoryKeychain() },
  })
  return { ...core, zipPath: join(folder, 'out', 'diagnostics.zip') }
}

const readerOf =
  (files: Diagnostics['files']) =>
  (name: string): unknown =>
    JSON.parse(files.find((file) => file.name === name)?.text ?? 'null')

const textsOf = ({ files }: Diagnostics): string => JSON.stringify(files)

it('contains no planted key, name, address or path', async () => {
  const { ask, call, take, finished, dataDir, zipPath } = await open()
  const race = await cores.race('Женщины Планкова')
  race.answer('Женщины Планкова', (response) =>
    sendJson(response, envelope([{ number: 1, name: 'Планкова Plankova', phone: '+7 900 774 11 22' }])),
  )
  const { stage, profileId } = await addStage({ call }, race)
  await call('stage:rename', { stage, name: 'Planstage' })
  await call('keys:set', { profileId, which: 'access', value: 'Plantedkey7741' })
  await call('keys:set', { profileId, which: 'results', value: 'Plantedkey7742' })
  const extraHeaders = [{ name: 'X-Plankova', service: 'main' as const, value: 'Plantedheader7743' }]
  const profile = { name: 'Planorganization', baseUrl: 'https://plankovo.example', resultsUrl: null, extraHeaders }
  await call('profile:save', { profile })
  await take(stage)
  await race.close()
  await take(stage)
  await call('profile:check', { id: profileId })
  const stack = [
    'Error: no Планкова at plankovo.example',
    '    at Plankova (Планкова +7 900 774 11 22)',
    '    at findPerson (file:///home/Plankova/Planfolder/out/main/person.js:12:34)',
    '    at /home/Plankova/Планкова.ts:1:2',
  ].join('\n')
  const cause = { message: 'Plankova', stack }
  const bug = { name: 'Plankova', code: 'Planfolder', message: 'Планкова', stack, cause }
  const at = new Date().toISOString()
  const lines = [
    { at, level: 'bug', message: 'Планкова', details: bug },
    { at, level: 'bug', message: '0a1b2c3d', details: bug },
    { at, level: 'info', message: 'called plankovo.example', details: { key: 'Plantedkey7741' } },
    { at, level: 'Plankova', message: 'x' },
    { at: 'Планкова', level: 'info', message: 'x' },
    { cut: 'Планкова' },
    'Планкова',
  ]
  await makeFolder(join(dataDir, 'logs'))
  const logged = lines.map((line) => JSON.stringify(line)).join('\n')
  await appendFile(join(dataDir, 'logs', 'racedesk.log'), `${logged}\nПланкова {not JSON\n`)

  const shown = await call('app:diagnostics', {})
  const { jobId } = await call('app:diagnostics', { save: shown.id })
  if (jobId === null) throw new Error('nothing was saved')
  expect(await finished(jobId)).toMatchObject({ state: 'done', file: { unit: 'files', rows: shown.files.length } })
  const saved = Object.entries(unzipSync(await readFile(zipPath)))
  const decoder = new TextDecoder()
  const everything = [textsOf(shown), ...saved.map(([name, bytes]) => `${name} ${decoder.decode(bytes)}`)].join('\n')
  expect(planted.filter((text) => everything.includes(text))).toEqual([])
  expect(everything).not.toContain(profileId)
  expect(everything).not.toContain(stage)
  expect(saved.map(([name, bytes]) => [name, decoder.decode(bytes)])).toEqual(
    shown.files.map(({ name, text }) => [name, text]),
  )
  expect(await readdir(join(zipPath, '..'))).toEqual(['diagnostics.zip'])
  expect(await ask('app:diagnostics', { save: shown.id.replaceAll(/[0-9]/g, '0') })).toMatchObject({ ok: false })
})

it('contains what support needs: versions, counts, the database check, jobs and bug locations', async () => {
  const { core, call, dataDir } = await open()
  await call('app:setSettings', { theme: 'dark', scale: 120 })
  await makeFolder(join(dataDir, 'logs'))
  const stack =
    'TypeError: x\n    at async readRow (file:///opt/app/out/main/rows.js:5:6)\n    at node:internal/main:1:2'
  const details = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', message: 'four', stack }
  const bug = { at: '2026-11-21T10:00:00.000Z', level: 'bug', message: '0a1b2c3d', details }
  await appendFile(join(dataDir, 'logs', 'racedesk.log'), `${JSON.stringify(bug)}\n`)
  const { files } = await call('app:diagnostics', {})
  const read = readerOf(files)
  const parts = ['about', 'settings', 'network', 'organizations', 'keychain', 'jobs', 'database', 'crashes']
  expect(files.map(({ name }) => name)).toEqual([...parts.map((part) => `${part}.json`), 'log.jsonl'])
  const { versions, platform } = process
  const about = { version: '0.0.0-test', versions: { node: versions.node }, system: { platform } }
  expect(read('about.json')).toMatchObject(about)
  expect(read('settings.json')).toMatchObject({ theme: 'dark', scale: 120 })
  expect(read('keychain.json')).toEqual({ state: 'available' })
  expect(read('database.json')).toMatchObject({ check: 'ok', rows: { stages: 0, settings: 2 }, wasMovedAside: false })
  expect(read('log.jsonl')).toEqual({
    at: bug.at,
    level: 'bug',
    message: '0a1b2c3d',
    thrown: {
      name: 'TypeError',
      code: 'ERR_INVALID_ARG_TYPE',
      message: '(4 characters left out)',
      stack: ['readRow rows.js:5:6', 'node:internal/main:1:2'],
    },
  })
  const unknown: Result<unknown> = await core.gate.call('app:diagnostics', { save: crypto.randomUUID() })
  expect(unknown).toEqual({ ok: false, error: { kind: 'not-found', what: 'diagnostics' } })
})

it('says where keys are stored and how a download failed, in fixed words only', async () => {
  const { call, take } = await open()
  const [url, guid] = ['http://127.0.0.1:9', '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'] as const
  const { stage, profileId } = await addStage({ call }, { url, resultsUrl: url, stage: guid })
  await call('keys:set', { profileId, which: 'access', value: 'some-access-key' })
  await take(stage)
  const read = readerOf((await call('app:diagnostics', {})).files)
  expect(read('organizations.json')).toEqual([
    { number: 1, kind: 'saved', hasResultsUrl: true, extraHeaders: 0, accessKey: 'keychain', resultsKey: null },
  ])
  expect(read('jobs.json')).toMatchObject([{ kind: 'take', state: 'failed', error: { kind: 'offline' } }])
})
