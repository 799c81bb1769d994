import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { en } from '../../renderer/text/en/en.ts'
import { enProblems } from '../../renderer/text/en/enProblems.ts'
import { enShell } from '../../renderer/text/en/enShell.ts'
import { browserFace } from '../support/appFaces.ts'
import { expectAccessible } from '../support/pages.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'

suiteFor('browser', findChromium() !== null)('what the user must know of a run', () => {
  it('is a database moved aside, one that is replaced until it is back, and an unexpected error', async () => {
    const fill = (dataDir: string) =>
      writeFile(join(dataDir, 'racedesk.db'), 'no database at all, but long enough to be taken for one. '.repeat(40))
    const { page, core } = await browserFace.open({ language: 'en-US', fill })
    const notice = (text: string) => page.getByRole('status').filter({ hasText: text.split('{{')[0] ?? '' })
    const aside = notice(en['app.movedAside'])
    await aside.waitFor()
    await expectAccessible(page, 'a first screen with a notice', '[role=status]')
    await aside.getByRole('button', { name: en['do.dismiss'] }).click()
    await aside.waitFor({ state: 'detached' })

    const path = join(core.dataDir, 'racedesk.db')
    await rename(path, `${path}.own`)
    await copyFile(`${path}.own`, path)
    const told = notice(enProblems['problem.storage.replaced'])
    await told.waitFor()
    await expect.poll(() => told.textContent()).toContain(core.dataDir)
    await rename(`${path}.own`, path)
    await told.waitFor({ state: 'detached' })

    const failed = notice(enShell['app.failed'])
    const reference = core.core.noteBug(new TypeError('planted fault'))
    await expect.poll(() => failed.textContent()).toContain(reference)
    await failed.getByRole('button', { name: en['do.dismiss'] }).click()
    await failed.waitFor({ state: 'detached' })
  })
})
