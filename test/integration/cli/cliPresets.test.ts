import { mkdir, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportPreset } from '../../../preload/contract/settings.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { runTerminal } from '../../support/processes/terminal.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const cores = useCores()

const press: ExportPreset = {
  name: 'Press',
  parts: [{ distance: '10 km', category: 'W' }],
  columns: ['account.lastName', 'no longer there', 'club'],
  options: { format: 'csv', preset: 'ru', language: 'en' },
}
const elsewhere: ExportPreset = {
  name: 'elsewhere',
  parts: [{ distance: '10 km', category: 'Juniors' }],
  options: { format: 'json' },
}

const open = async (presets: readonly ExportPreset[]) => {
  const race = await startRaceService('M', 'W')
  for (const [at, category] of ['M', 'W'].entries()) {
    const row = { number: at + 1, position: 1, club: 'Track', resultTime: '1:00:00' }
    race.answer(category, bytesOf(inEnvelope([{ ...row, account: { firstName: 'Ann', lastName: `Lee${category}` } }])))
  }
  const home = await cores.folder()
  const dataDir = join(home, 'data')
  const core = await cores.open({ dataDir })
  const { stage } = await addStage(core, race)
  await core.take(stage)
  await core.call('memory:save', { exportPresets: presets })
  await core.close()
  await race.close()
  const cwd = join(home, 'files')
  await mkdir(cwd)
  return {
    cwd,
    run: (verb: string, ...args: readonly string[]) => runTerminal(home, [verb, ...args, '--data', dataDir], { cwd }),
    export: (...args: readonly string[]) =>
      runTerminal(home, ['export', stage, ...args, '--data', dataDir, '--json'], { cwd }),
    read: (name: string) => readFile(join(cwd, name), 'utf8'),
  }
}

test('export takes format, categories and columns from a saved preset, in any case of its name; flags win', async () => {
  const rig = await open([press])
  expect((await rig.export('--preset', 'press', '--out', 'press.csv')).code).toBe(0)
  expect(await rig.read('press.csv')).toBe(
    '\uFEFFDistance;Category;Last name;Club;Status\r\n10 km;W;LeeW;Track;Finished\r\n',
  )

  const flags = ['--category', 'M', '--format', 'ndjson']
  expect((await rig.export('--preset', 'Press', ...flags, '--out', 'men.ndjson')).code).toBe(0)
  const men = await rig.read('men.ndjson')
  expect(men).toContain('LeeM')
  expect(men).not.toContain('LeeW')
})

test('presets are listed, and an unknown one, or one of a category that the stage lacks, writes nothing', async () => {
  const rig = await open([press, elsewhere])
  expect(JSON.parse((await rig.run('presets', '--json')).stdout)).toEqual({ presets: [press, elsewhere] })
  expect((await rig.run('presets')).stdout).toMatch(/Press +csv +10 km\/W/)
  const refused = [
    ['nobody', 'preset nobody'],
    ['elsewhere', 'category 10 km/Juniors'],
  ] as const
  for (const [name, what] of refused) {
    const { code, stdout } = await rig.export('--preset', name, '--out', 'x.json')
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 2,
      answer: { ok: false, error: { kind: 'not-found', what } },
    })
  }
  expect(await readdir(rig.cwd)).toEqual([])
})

test('a preset cannot be saved under the name of a CSV preset', async () => {
  const core = await cores.open()
  const saved = await core.ask('memory:save', { exportPresets: [{ ...press, name: 'RU' }] })
  expect(saved).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})
