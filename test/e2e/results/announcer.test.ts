import { expect, it } from 'vitest'
import { en } from '../../../renderer/text/en/en.ts'
import { createHandClock } from '../../support/handClock.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import { envelope, sendJson, startRaceService } from '../../support/services/raceService.ts'
import { useStageApp } from '../../support/services/stageRig.ts'

const names = ['Andersson', 'Berg', 'Novák', 'Петрова', 'Ёлкина']

/** Finishers in their order, one for each time; an empty time is nobody's result yet. */
const men =
  (...times: readonly string[]): Script =>
  (response) =>
    sendJson(
      response,
      envelope(
        times.map((resultTime, index) => ({
          number: 101 + index,
          position: resultTime === '' ? null : index + 1,
          resultTime,
          club: 'Динамо',
          account: { firstName: 'Kim', lastName: names[index] },
        })),
      ),
    )

suiteFor('browser', findChromium() !== null)('the announcer', () => {
  const clock = createHandClock()
  const stageApp = useStageApp({ language: 'en-US', outside: { clock: clock.now, wait: clock.wait } }, async () => {
    const race = await startRaceService('Men')
    race.answer('Men', men('31:02', '31:40', ''))
    return race
  })

  it('shows finishers as they arrive, and keeps the frozen screen while polling continues', async () => {
    const { page, race, complaints } = stageApp()
    await page.getByRole('button', { name: en['watch.do'], exact: true }).click()
    await page.getByRole('textbox', { name: en['watch.every'] }).fill('10')
    await page.getByRole('textbox', { name: en['watch.every'] }).press('Enter')
    await page.getByRole('button', { name: en['watch.on'], exact: true }).waitFor()
    await page.getByText(en['watch.status'].replace('{{every}}', '10')).waitFor()
    await page.getByRole('tab', { name: en['view.announcer'] }).click()

    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const finishers = column(en['announcer.finishers'])
    const podium = column(en['announcer.podium'])
    await podium.getByText('Berg Kim').waitFor()
    expect(await podium.getByRole('listitem').filter({ hasText: '31:40' }).last().innerText()).toContain('2')
    const newest = () => finishers.getByRole('listitem').allInnerTexts()
    await expect.poll(newest).toEqual([expect.stringContaining('Berg'), expect.stringContaining('Andersson')])

    race.answer('Men', men('31:02', '31:40', '32:10'))
    await clock.next()
    await finishers.getByText('32:10').waitFor()
    await expect.poll(async () => (await newest())[0]).toContain('Novák Kim')

    await page.keyboard.press('f')
    await page.getByText(/^Frozen \(/).waitFor()
    race.answer('Men', men('31:02', '31:40', '32:10', '32:50'))
    await clock.next()
    await page.getByText(en['announcer.frozen.wait_one'].replace('{{count}}', '1')).waitFor()
    expect(await finishers.getByText('Петрова Kim').count()).toBe(0)
    expect(await newest()).toHaveLength(3)

    await page.keyboard.press('f')
    await finishers.getByText('Петрова Kim').waitFor()
    await expect.poll(() => finishers.getByRole('listitem').first().innerText()).toContain('Петрова')
    expect(complaints).toEqual([])
  })

  it('obeys the tree and says what it selects, as the bib lookup does', async () => {
    const { page, core, stage, race, complaints } = stageApp()
    race.answer('Men', men('31:02', '31:40', '32:10', '32:50'))
    const youth = { number: 301, position: 1, resultTime: '41:02', account: { firstName: 'Kim', lastName: 'Зимин' } }
    race.list('Men', 'Youth')
    race.answer('Youth', (response) => sendJson(response, envelope([youth])))
    await core.take(stage)
    await page.getByRole('tab', { name: en['view.announcer'] }).click()
    const finishers = page.getByRole('region', { name: en['announcer.finishers'], exact: true })
    const podium = page.getByRole('region', { name: en['announcer.podium'], exact: true })
    await expect.poll(() => finishers.getByRole('listitem').count()).toBe(5)
    await page.getByRole('heading', { name: en['tree.all'], exact: true }).waitFor()
    await podium.getByRole('heading', { name: 'Men', exact: true }).waitFor()

    await page.keyboard.press('f')
    await page.getByText(/^Frozen \(/).waitFor()
    await page.getByRole('treeitem', { name: /^Youth/ }).click()
    await page.getByText(/^Frozen \(/).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '10 km · Youth', exact: true }).waitFor()
    await expect.poll(() => finishers.getByRole('listitem').count()).toBe(1)
    await finishers.getByText('Зимин Kim').waitFor()
    await podium.getByRole('heading', { name: 'Men', exact: true }).waitFor({ state: 'detached' })
    await podium.getByRole('heading', { name: 'Youth', exact: true }).waitFor()

    await page.getByRole('tab', { name: en['view.desk'] }).click()
    await page.getByRole('heading', { name: '10 km · Youth', exact: true }).waitFor()
    const note = page.getByText(en['desk.notInScope'].replace('{{scope}}', '10 km · Youth')).last()
    await page.getByRole('textbox', { name: en['desk.search'] }).fill('301')
    await page.getByRole('region', { name: 'Зимин Kim' }).waitFor()
    await note.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: en['desk.search'] }).fill('102')
    await page.getByRole('region', { name: 'Berg Kim' }).waitFor()
    await note.waitFor()
    await page.getByRole('button', { name: en['stage.searchAll'] }).click()
    await page.getByRole('heading', { name: '10 km · Youth', exact: true }).waitFor({ state: 'detached' })
    await note.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
})
