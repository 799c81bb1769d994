import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { rowsOf, startRaceService } from '../../support/services/raceService.ts'

const cores = useCores()
beforeAll(ensureBuilt, 120_000)

it('keeps a page that somebody else puts there while a site is sent', async () => {
  const folder = join(await cores.folder(), 'site')
  const race = await startRaceService('Men')
  race.answer('Men', rowsOf('Men', 4))
  const chooseFolder = () => Promise.resolve({ ok: true as const, value: folder })
  const opened = await cores.open({ face: 'browser', chooseFolder })
  const { core, call, finished } = opened
  const { stage } = await addStage(opened, race)
  await opened.take(stage)
  await race.close()
  await call('publish:chooseFolder', { stage })
  const page = join(folder, 'index.html')
  // The entry was read before anything was sent.
  const stopListening = core.gate.listen(({ name }) => {
    if (name === 'job:progressed') writeFileSync(page, '<h1>Our club</h1>')
  })
  const { jobId } = await call('publish:start', { stage })
  expect(await finished(jobId)).toMatchObject({ state: 'failed', error: { reason: 'other-page' } })
  stopListening()
  expect(await readFile(page, 'utf8')).toBe('<h1>Our club</h1>')
})
