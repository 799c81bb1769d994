import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { openContext } from '../../support/chromium.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import {
  findChromium,
  findRclone,
  hasApache,
  hasNginx,
  hasSshd,
  hasSwift,
  suiteFor,
} from '../../support/requirements.ts'
import { startAwkwardRace } from '../../support/services/awkwardRace.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import type { RaceService } from '../../support/services/raceService.ts'
import { sharedServer, sharedSshd } from '../../support/stores/sharedServer.ts'

/** A published site is copied from its store by rclone, served by nginx and read in Chromium: nothing of ours is left in between. */

const run = promisify(execFile)
type Texts = { readonly [name: string]: string }
type Place = {
  readonly address: string
  readonly endpoint: string | null
  /** For the desk. */
  readonly env: Texts
  /** As rclone is told of the store, and where the site is in it. */
  readonly remote: Texts
  readonly path: string
}

const startS3Place = async (): Promise<Place> => {
  const { endpoint, env, region, own } = await sharedServer('swift')
  const keys = { ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID, SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY }
  const remote = { TYPE: 's3', PROVIDER: 'Other', ENDPOINT: endpoint, REGION: region, ...keys }
  return { address: `s3://results/${own}/2026`, endpoint, env, remote, path: `results/${own}/2026` }
}

const startWebdavPlace = async (): Promise<Place> => {
  const { port, user, password, own } = await sharedServer('apache')
  const host = `127.0.0.1:${port}`
  return {
    address: `dav://${host}/${own}/2026`,
    endpoint: null,
    env: { RACEDESK_PUBLISH_USER: user, RACEDESK_PUBLISH_PASSWORD: password },
    remote: { TYPE: 'webdav', URL: `http://${host}`, USER: user, PASS: await rclone({}, 'obscure', password) },
    path: `${own}/2026`,
  }
}

const startSftpPlace = async (): Promise<Place> => {
  const { port, user, home } = await sharedSshd(temporaryFolder())
  const path = join(home, 'www', 'spring 2026')
  const keyFile = join(home, '.ssh', 'id_ed25519')
  return {
    address: `sftp://${user}@127.0.0.1:${port}${encodeURI(path)}`,
    endpoint: null,
    env: { HOME: home },
    remote: { TYPE: 'sftp', HOST: '127.0.0.1', PORT: String(port), USER: user, KEY_FILE: keyFile },
    path,
  }
}

const rclone = async (env: Texts, ...args: readonly string[]): Promise<string> => {
  // Without the environment's own settings for stores; one for certificates alone makes it refuse S3.
  const { PATH = '' } = process.env
  const { stdout } = await run(findRclone() ?? '', args, { env: { PATH, RCLONE_CONFIG: '', ...env } })
  return stdout.trim()
}

const copySite = async ({ remote, path }: Place, to: string): Promise<void> => {
  const settings: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(remote)) settings[`RCLONE_CONFIG_STORE_${name}`] = value
  await rclone(settings, 'copy', `store:${path}`, to)
}

suiteFor('browser', findChromium() !== null)('a published site', () => {
  suiteFor('nginx', hasNginx())('served by nginx', () => {
    suiteFor('rclone', findRclone() !== null)('as rclone copies it', () => {
      const cores = useCores()
      let race: RaceService
      let page: Page
      beforeAll(async () => {
        await ensureBuilt()
        race = closing(await startAwkwardRace())
        page = await (await openContext({ locale: 'ru-RU' })).newPage()
      }, 120_000)

      /** The page of bib 1003 in the copy, as a reader sees it. */
      const readCopy = async (start: () => Promise<Place>): Promise<string> => {
        const place = await start()
        const keys = { RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
        const desk = await cores.open({ face: 'browser', env: { ...keys, ...place.env } })
        const { stage } = await addStage(desk, race)
        await desk.take(stage)
        await desk.call('publish:setTarget', { stage, address: place.address, endpoint: place.endpoint })
        const { jobId } = await desk.call('publish:start', { stage })
        expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })

        const host = await sharedServer('nginx')
        const copy = join(host.root, host.own)
        await copySite(place, copy)
        const site = await readPublished(readFrom(copy))
        const files = await readdir(copy, { recursive: true, withFileTypes: true })
        expect(files.filter((one) => one.isFile())).toHaveLength(site?.paths.size ?? 0)

        await page.goto(`${host.url}${host.own}/`)
        await page.locator('input[type=search]').fill('1003')
        await page.locator('main .hits a').first().click()
        await page.getByRole('heading', { name: 'Бегун1003 Пётр' }).waitFor()
        return await page.locator('main').innerText()
      }

      suiteFor('swift', hasSwift())('from an S3-compatible store', () => {
        it('is whole', async () => {
          expect(await readCopy(startS3Place)).toContain('0:41:00')
        })
      })
      suiteFor('apache', hasApache())('by WebDAV', () => {
        it('is whole', async () => {
          expect(await readCopy(startWebdavPlace)).toContain('0:41:00')
        })
      })
      suiteFor('sshd', hasSshd())('by SFTP', () => {
        it('is whole', async () => {
          expect(await readCopy(startSftpPlace)).toContain('0:41:00')
        })
      })
    })
  })
})
