import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { enOrganizationForm } from '../../../renderer/text/en/parts/enOrganizationForm.ts'
import { browserFace, type OpenApp } from '../../support/appFaces.ts'
import { button, dialogs, expectAccessible } from '../../support/pages.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { bytesOf, envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'

const refusal = bytesOf('{"message":"Unknown key"}', 401)
const rows = bytesOf(
  '[{"number":1,"name":"Vera Lind","resultTime":"31:02"},{"number":2,"name":"Tom Hale","resultTime":"32:10"}]',
)

suiteFor('browser', findChromium() !== null)('a refused key', () => {
  let app: OpenApp
  beforeAll(async () => {
    app = await browserFace.open({ language: 'en-US' })
  }, 120_000)
  afterEach(async () => {
    for (const { id } of await app.core.call('profile:list', {})) await app.core.call('profile:remove', { id })
  })

  /** A page of an app whose one organization has a key that its service does not know. */
  const begin = async (width = 1280) => {
    const race = await startRaceService('Men')
    onTestFinished(race.close)
    const { core, page } = app
    const { id: profileId } = await core.call('profile:save', {
      profile: { name: 'Crew', baseUrl: race.url, resultsUrl: race.resultsUrl },
      accessKey: 'old-key',
    })
    await page.setViewportSize({ width, height: 900 })
    const go = (hash: string) => page.evaluate((to) => (location.hash = to), hash)
    return { race, core, profileId, page, go }
  }

  it('is typed anew where the refusal is told, and nothing is called fine until then', async () => {
    const { race, core, profileId, page, go } = await begin()
    race.answer('Men', rows)
    race.answerLinks(refusal)
    await core.call('keys:set', { profileId, which: 'results', value: 'results-key' })
    await core.call('stage:add', { profileId, text: race.stage, name: 'Night run' })
    await go(`#/stages/${race.stage}`)
    // The first screen stays until one of its presses.
    await page.reload()
    const status = page.getByRole('contentinfo')

    await button(page, en['stage.take']).last().click()
    const access = page.getByRole('textbox', { name: en['keys.access'] })
    await access.waitFor()
    await status.getByText(en['status.refused.access']).waitFor()
    await status.getByText(en['status.online'], { exact: true }).waitFor({ state: 'detached' })
    await expectAccessible(page, 'a refused access key', 'main')

    await access.fill('new-key')
    race.answerLinks(null)
    await button(page, en['problem.key.save']).click()
    await page.getByRole('gridcell', { name: 'Vera Lind' }).waitFor()
    await status.getByText(en['status.online'], { exact: true }).waitFor()

    race.answer('Men', refusal)
    await page.keyboard.press('F5')
    await status.getByText(en['status.refused.results']).waitFor()
    await page.getByRole('gridcell', { name: 'Vera Lind' }).waitFor()
    await button(page, en['status.refused.results.do']).click()
    expect(await page.locator('.mark-problem, .tree-mark-problem').count(), 'one problem, beside its field').toBe(0)
    const bubble = page.getByRole('dialog')
    await expectAccessible(page, 'the problems of a stage with a key', dialogs)
    await bubble.getByRole('textbox', { name: en['keys.results'] }).fill('new-results-key')
    race.answer('Men', rows)
    await bubble.getByRole('button', { name: en['origin.key.save'] }).click()
    await status.getByText(en['status.online'], { exact: true }).waitFor()
    await page.getByRole('gridcell', { name: 'Vera Lind' }).waitFor()
    expect(await page.content()).not.toContain('new-key')
    expect(app.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
  })

  it('is asked for when an organization is added in the settings, and refused as the name of a header', async () => {
    const { race, core, page, go } = await begin()
    const key = 'q8ZxT4mLw2VnR7cKp0Hs'
    await go('#/settings/new')
    await page.getByLabel(en['profile.name']).fill('Second crew')
    await page.getByLabel(en['profile.baseUrl']).fill(race.url)
    await page.getByRole('textbox', { name: en['keys.access'] }).fill(key)
    await page.getByText(enOrganizationForm['profile.advanced']).click()
    const header = page.getByLabel(enOrganizationForm['profile.accessHeader'])
    await header.fill(key)
    await page.getByText(en['form.key']).waitFor()
    const add = page.getByRole('main').getByRole('button', { name: en['settings.organization.add'] })
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    await expectAccessible(page, 'a key in the place of a header', 'main')
    await header.fill('X-Access-Key')
    await page.getByLabel(en['profile.resultsUrl']).fill(race.resultsUrl)
    await page.getByRole('textbox', { name: en['keys.results'], exact: true }).fill(`${key}Q7`)
    await add.click()
    await button(page, en['connect.anyway']).click()
    await button(page, en['connect.later']).click()
    await page.getByText(en['keys.ending'].replace('{{last4}}', 'HsQ7')).waitFor()
    await page.getByText(en['keys.ending'].replace('{{last4}}', 'p0Hs')).waitFor()
    expect(await core.call('profile:list', {})).toMatchObject([
      {},
      { name: 'Second crew', accessHeader: 'X-Access-Key' },
    ])
  })

  it('is told and typed anew on a narrow screen too, where the list of a look-up is collapsed', async () => {
    const { race, page, go } = await begin(480)
    race.main.script('/v3/Orders/Details', refusal)
    await go('#/orders')
    await button(page, en['orders.lookup.title']).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(race.stage)
    await page.keyboard.press('Enter')
    await button(page, en['do.details']).click()
    await page.getByRole('textbox', { name: en['keys.access'] }).waitFor()
    await expectAccessible(page, 'a failed look-up on a narrow screen')

    await page.keyboard.press('Control+6')
    await button(page, en['settings.sections']).click()
    const link = page.getByRole('link', { name: 'Crew' })
    await link.click()
    await page.getByText(en['keys.refused']).waitFor()
    await link.waitFor({ state: 'hidden' })
    await expectAccessible(page, 'the keys of an organization on a narrow screen')
  })

  it('is typed anew where promo codes were refused, and the codes are reviewed again before they are sent', async () => {
    const { race, page, go } = await begin()
    const keys: unknown[] = []
    race.main.script('/v3/PromoCodes/Set', (response, received) => {
      keys.push(JSON.stringify(received.headers))
      if (keys.length === 1) return refusal(response, received, 1)
      sendJson(response, envelope({ affected: 1 }))
    })
    await go('#/promo')
    await page.getByLabel(en['promo.text']).fill('SPRING;10')
    await page.getByRole('textbox', { name: en['promo.race'] }).fill(race.stage)
    const review = button(page, en['promo.review'])
    await expect.poll(() => review.getAttribute('aria-disabled')).not.toBe('true')
    await review.click()
    const send = async (): Promise<void> => {
      await page.getByRole('dialog').getByLabel(en['promo.send.confirm']).fill('1')
      await page.keyboard.press('Enter')
    }
    await send()
    const failed = page.getByRole('dialog', { name: en['promo.send.failed'] })
    await failed.getByRole('textbox', { name: en['keys.access'] }).fill('new-key')
    await expectAccessible(page, 'promo codes with a refused key', dialogs)
    await failed.getByRole('button', { name: en['problem.key.save'] }).click()
    await page.getByRole('dialog').getByText(en['promo.send.replace']).waitFor()
    // Nothing is sent twice by itself.
    expect(keys).toHaveLength(1)
    await send()
    await page.getByRole('dialog', { name: en['promo.send.done'] }).waitFor()
    expect(new Set(keys).size).toBe(2)
  })
})
