import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { closing } from '../../support/atEnd.ts'
import { openContext } from '../../support/chromium.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { findChromium, findRclone, hasNginx, hasSwift, suiteFor } from '../../support/requirements.ts'
import { startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { sharedServer } from '../../support/stores/sharedServer.ts'

const run = promisify(execFile)

suiteFor('browser', findChromium() !== null)('a published site', () => {
  suiteFor('nginx', hasNginx())('served by nginx', () => {
    suiteFor('rclone', findRclone() !== null)('as rclone copies it', () => {
      suiteFor('swift', hasSwift())('from an S3-compatible store', () => {
        const cores = useCores()

        it('is whole, though nothing of the app is left in between', async () => {
          await ensureBuilt()
          const race = closing(await startAwkwardRace())
          const { endpoint, env, region, own } = await sharedServer('swift')
          const keys = { RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
          const desk = await cores.open({ face: 'browser', env: { ...keys, ...env } })
          const { stage } = await addStage(desk, race)
          await desk.take(stage)
          await desk.call('publish:setTarget', { stage, address: `s3://results/${own}/2026`, endpoint })
          const { jobId } = await desk.call('publish:start', { stage })
          expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })

          const host = await sharedServer('nginx')
          const copy = join(host.root, host.own)
          // Without the environment's own settings for stores; one for certificates alone makes it refuse S3.
          const settings = {
            PATH: process.env['PATH'] ?? '',
            RCLONE_CONFIG: '',
            RCLONE_CONFIG_STORE_TYPE: 's3',
            RCLONE_CONFIG_STORE_PROVIDER: 'Other',
            RCLONE_CONFIG_STORE_ENDPOINT: endpoint,
            RCLONE_CONFIG_STORE_REGION: region,
            RCLONE_CONFIG_STORE_ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID,
            RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY,
          }
          await run(findRclone() ?? '', ['copy', `store:results/${own}/2026`, copy], { env: settings })
          const site = await readPublished(readFrom(copy))
          const files = await readdir(copy, { recursive: true, withFileTypes: true })
          expect(files.filter((one) => one.isFile())).toHaveLength(site?.paths.size ?? 0)

          const page = await (await openContext({ locale: 'ru-RU' })).newPage()
          await page.goto(`${host.url}${host.own}/`)
          await page.locator('input[type=search]').fill('1003')
          await page.locator('main .hits a').first().click()
          await page.getByRole('heading', { name: 'Бегун1003 Пётр' }).waitFor()
          await page.locator('main').getByText('0:41:00').first().waitFor()
        }, 120_000)
      })
    })
  })
})
