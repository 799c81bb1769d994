import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usePublishing } from '../../support/services/publishRig.ts'

const rig = usePublishing()

it('keeps a page that somebody else puts there while a site is sent', async () => {
  const folder = await rig.folder()
  const desk = await rig.openDesk({ chooseFolder: () => Promise.resolve({ ok: true, value: folder }) })
  await desk.call('publish:chooseFolder', { stage: desk.stage })
  const page = join(folder, 'index.html')
  // The entry was read before anything was sent.
  desk.core.gate.listen(({ name }) => {
    if (name === 'job:progressed') writeFileSync(page, '<h1>Our club</h1>')
  })
  expect(await desk.publish()).toMatchObject({ state: 'failed', error: { reason: 'other-page' } })
  expect(await readFile(page, 'utf8')).toBe('<h1>Our club</h1>')
})
