import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, environmentKeys } from '../../support/openCore.ts'
import { rowsOf, sendJson, type RaceService } from '../../support/services/raceService.ts'
import { runCommand } from '../../support/terminalRig.ts'
import { openWatch } from '../../support/watchRig.ts'

const mount = useDisks()
const cores = useCores()
const diskBytes = 4_000_000
let race: RaceService

beforeEach(async () => {
  race = await cores.race('Women', 'Men')
  for (const name of ['Women', 'Men']) race.answer(name, rowsOf(name, 3_000))
})

describe.skipIf(!canMount)('on a disk without space', () => {
  it.each([0, 53_248])(
    'ends a take in memory, tells it and lists it with %i bytes left, and takes again once there is space',
    async (leftBytes) => {
      const disk = mount(diskBytes)
      const dataDir = join(disk.path, 'data')
      const open = await cores.open({ dataDir })
      const { stage } = await addStage(open, race)
      disk.fill(leftBytes)
      const failed = await open.take(stage)
      expect(failed).toMatchObject({ state: 'failed', error: { kind: 'storage', cause: 'no-space', folder: dataDir } })
      expect(await open.call('job:list', {})).toMatchObject([{ id: failed.id, state: 'failed' }])

      disk.free()
      expect(await open.take(stage)).toMatchObject({ state: 'done' })
      const states = (await open.call('job:list', {})).map(({ state }) => state)
      expect(states).toEqual(['done', 'failed'])
      await open.close()
      const again = await cores.open({ dataDir })
      expect((await again.call('job:list', {})).map(({ state }) => state)).toEqual(states)
    },
  )

  it('keeps watching: a poll that cannot store fails, and the next one stores', async () => {
    const disk = mount(diskBytes)
    const rig = await openWatch(cores, race, { dataDir: join(disk.path, 'data') })
    await rig.watch({ everyS: 60 })
    await rig.rounds(1)
    for (const name of ['Women', 'Men']) race.answer(name, rowsOf(name, 3_100))
    disk.fill(0)
    expect(await rig.nextRound(2)).toMatchObject({ error: { kind: 'storage' } })
    disk.free()
    expect(await rig.nextRound(3)).toMatchObject({ error: null, changedLastPoll: 2 })
  })

  it('exits the terminal with 5 and a reason, without a stack', async () => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    await (await cores.open({ dataDir })).close()
    disk.fill(69_632)
    const args = ['take', race.stage, '--data', dataDir, '--base-url', race.url, '--results-url', race.resultsUrl]
    const { code, stdout, stderr } = await runCommand(disk.path, [...args, '--json'], { env: environmentKeys })
    expect({ code, hasStack: /\n\s+at /u.test(stderr) }).toEqual({ code: 5, hasStack: false })
    const error = { kind: 'storage', cause: 'no-space', folder: dataDir }
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error })
  })

  it('reports a POST as sent when its reply cannot be stored', async () => {
    const disk = mount(diskBytes)
    const open = await cores.open({ dataDir: join(disk.path, 'data') })
    const { profileId } = await addStage(open, race)
    race.main.script('/v3/Any/Write', (response) => sendJson(response, { isSuccess: true, data: null }))
    disk.fill(0)
    const call = { profileId, method: 'POST', path: '/v3/Any/Write', query: [], body: '{}' }
    const reason = expect.stringContaining('was sent and answered with HTTP 200') as string
    expect(await open.ask('call:send', call)).toMatchObject({ ok: false, error: { kind: 'storage', reason } })
    expect(race.main.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})
