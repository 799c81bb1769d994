import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../preload/contract/ids.ts'
import { valueOf } from '../firstRun/desk.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ru as text } from '../../renderer/text/ru/ru.ts'
import { appFaces, browserFace, everyFace, type RunningApp } from '../support/appFaces.ts'
import { startHostileServer, type HostileServer } from '../support/services/hostileServer.ts'
import { findChromium, suiteFor } from '../support/requirements.ts'
import { button, expectAccessible } from '../support/pages.ts'

/** Block types and race years as a person reads them, online and offline. */

const grid = (page: Page) => page.getByRole('grid')
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

const listPath = '/v3/SitePageBlockTypes/List'
const heavy = (
  id: number,
  css: string,
  template = `<p class="b">Block ${id}</p>`,
): { readonly [field: string]: Json } => ({
  id,
  displayName: `Block ${id}`,
  groupName: id < 3 ? 'B group' : 'A group',
  isModificator: id === 2,
  orderPriority: id,
  configuration: { ui: {}, odd: [1] },
  template,
  css,
  js: '',
})
const page = (items: readonly Json[], total = items.length): string =>
  JSON.stringify({ isSuccess: true, message: null, data: { items, total, offset: 0, limit: 100 } })

/** e2e/raceDay.test.ts connects one by its form. */
const connect = async (app: RunningApp, { url: baseUrl }: HostileServer): Promise<void> => {
  const profile = { name: 'Spring crew', baseUrl, resultsUrl: null }
  await valueOf(app, 'profile:save', { profile, accessKey: 'access-key-of-the-blocks' })
  // The first screen stays until one of its presses.
  await app.page.reload()
  await app.page.evaluate(() => (location.hash = '#/blocks'))
}

const startHostileTemplate = async () => {
  const evil = await startHostileServer()
  onTestFinished(evil.close)
  const template = `<h1 id="seen">Seen</h1><script src="${evil.url}/a.js"></script><script>top.location='${evil.url}/b'</script>
    <meta http-equiv="refresh" content="0; url=${evil.url}/c"><base href="${evil.url}/"><iframe src="${evil.url}/d"></iframe>
    <img src="${evil.url}/e" onerror="top.location='${evil.url}/f'"><link rel="stylesheet" href="${evil.url}/g">
    <form action="${evil.url}/h" target="_top"><button id="send">Send</button></form><a id="go" href="${evil.url}/i" target="_top">Go</a>`
  const css = `@import url("${evil.url}/j"); @font-face { font-family: x; src: url("${evil.url}/k") } h1 { font-family: x; color: rgb(1, 2, 3); background: url("${evil.url}/l") }`
  /** Shows the preview of the open type, presses what is in it, and gives the complaints that are not of the preview's policy. */
  const look = async ({ page: desk, complaints }: RunningApp): Promise<readonly string[]> => {
    const address = desk.url()
    await tab(desk, en['blocks.tab.preview']).click()
    const frame = desk.frameLocator('.preview-frame')
    const colour = () => frame.locator('#seen').evaluate((heading) => getComputedStyle(heading).color)
    await expect.poll(colour).toBe('rgb(1, 2, 3)')
    for (const id of ['go', 'send']) await frame.locator(`#${id}`).click({ force: true, noWaitAfter: true })
    await tab(desk, en['blocks.tab.template']).click()
    await desk.locator('.code').getByText('seen').first().waitFor()
    expect(evil.requests).toEqual([])
    expect(new URL(desk.url()).pathname).toBe(new URL(address).pathname)
    return complaints.filter((line) => !/content security policy|sandboxed|sandbox/i.test(line))
  }
  return { type: heavy(1, css, template), look }
}

suiteFor('browser', findChromium() !== null)('block types', () => {
  describe.each(appFaces())('$name', (face) => {
    it('are listed, opened, searched, previewed, saved and read without a network, as race years are', async () => {
      const app = await face.open({ language: 'ru-RU', colorScheme: 'dark', hasDemo: true })
      const { page: desk } = app
      await desk.keyboard.press('Control+4')
      await desk.getByRole('link', { name: text['years.title'] }).click()
      await button(desk, text['years.never.do']).click()
      await cell(desk, '2026').waitFor()
      await desk.keyboard.press('Control+4')
      await button(desk, text['blocks.never.do']).waitFor()
      await button(desk, text['blocks.never.do']).click()
      await expect.poll(() => grid(desk).getAttribute('aria-rowcount')).toBe('14')
      await desk.getByRole('treeitem', { name: 'Оформление' }).click()
      await expect.poll(() => grid(desk).getAttribute('aria-rowcount')).toBe('4')

      await desk.keyboard.press('Control+f')
      await desk.keyboard.insertText('вкладки')
      await expect.poll(() => grid(desk).getAttribute('aria-rowcount')).toBe('2')
      await desk.keyboard.press('Enter')
      await tab(desk, text['blocks.tab.template']).waitFor()
      await desk.getByText(text['blocks.wrapping'], { exact: true }).waitFor()
      await expect.poll(() => desk.locator('.code .hljs-name').count()).toBeGreaterThan(3)
      await expectAccessible(desk, 'a template', 'main')

      await app.stopDemo?.()
      await tab(desk, text['blocks.tab.css']).click()
      await desk.keyboard.press('Control+f')
      await desk.keyboard.type('BORDER')
      await expect.poll(() => desk.locator('.code mark').count()).toBe(2)
      await desk.keyboard.press('Enter')
      await expect.poll(() => desk.locator('.code .code-current').count()).toBe(1)
      await tab(desk, text['blocks.tab.configuration']).click()
      await desk.getByText('Названия вкладок').waitFor()
      await tab(desk, text['blocks.tab.preview']).click()
      await desk.frameLocator('.preview-frame').locator('.tabs__list').waitFor()
      expect(await desk.locator('.preview-frame').getAttribute('sandbox')).toBe('')

      await button(desk, text['blocks.export']).click()
      const one = desk.getByRole('menuitem', { name: text['blocks.export.one'] })
      const saved = await app.saveFile(() => one.click())
      expect(saved.name).toBe('203 Вкладки.zip')
      expect(Object.keys(unzipSync(saved.bytes))).toContain('203 Вкладки/template.html')
      await button(desk, text['blocks.toList']).click()
      await desk.keyboard.press('F5')
      if (app.stopDemo !== null) {
        await desk.getByRole('alert').waitFor()
        await expect.poll(() => grid(desk).getAttribute('aria-rowcount')).toBe('4')
      }
      await desk.getByRole('link', { name: text['years.title'] }).click()
      await cell(desk, '2026').waitFor()
      expect(app.complaints).toEqual([])
    }, 120_000)
  })

  // How a browser shows a preview: integration/blocks/preview.test.ts.
  it.each(everyFace().filter(({ name }) => name !== browserFace.name))(
    'the first opening shows its progress, can be cancelled, and what changed is listed, a hostile template harmlessly: $name',
    async (face) => {
      const service = await startHostileServer()
      onTestFinished(service.close)
      const app = await face.open({ language: 'en-US' })
      const { page: desk } = app
      let hangs = true
      let items = [heavy(1, '.a {}\n.b {}'), heavy(2, '.c {}'), heavy(3, '')]
      service.script(listPath, (response, { body }) => {
        const isWhole = body.includes('"template"')
        const light = items.map((item) =>
          Object.fromEntries(
            Object.entries(item).filter(([field]) => !['configuration', 'template', 'css', 'js'].includes(field)),
          ),
        )
        const text = isWhole ? page(items) : page(light, 7)
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        if (isWhole && hangs) response.write(text.slice(0, 60))
        else response.end(text)
      })
      await connect(app, service)
      await button(desk, en['blocks.never.do']).click()
      await desk.getByText('the service returned 3 of 7').waitFor()
      await desk.getByText(en['blocks.reordered'], { exact: true }).waitFor()
      await expect.poll(() => grid(desk).locator('[role=row][aria-rowindex="2"]').textContent()).toContain('A group')

      await cell(desk, 'Block 2').dblclick()
      await desk.getByText(en['blocks.fetching.what']).waitFor()
      await desk
        .getByText(/^60 bytes of /)
        .first()
        .waitFor()
      await desk.getByRole('main').getByRole('button', { name: en['do.cancel'], exact: true }).click()
      await desk.getByText(en['blocks.cancelled']).waitFor()
      hangs = false
      await button(desk, en['blocks.fetch.do']).click()
      await tab(desk, en['blocks.tab.css']).click()
      await desk.locator('.code').getByText('.c').first().waitFor()

      items = [heavy(1, '.a {}\n.new {}'), heavy(2, '.c {}'), heavy(4, '')]
      await button(desk, en['blocks.fetchAll']).click()
      await desk.getByRole('link', { name: en['blocks.changes'] }).click()
      await desk.getByText('1 added, 1 removed, 1 changed').waitFor()
      await desk.getByRole('button', { name: /^1 Block 1/ }).click()
      const diff = desk.getByRole('region', { name: 'css of Block 1, before and after' })
      await expect.poll(() => diff.locator('.diff-text.diff-removed').textContent()).toBe('.b {}')
      await expect.poll(() => diff.locator('.diff-text.diff-added').textContent()).toBe('.new {}')
      await expectAccessible(desk, 'two versions side by side', 'main')
      expect(app.complaints).toEqual([])

      const hostile = await startHostileTemplate()
      items = [hostile.type]
      await desk.evaluate(() => (location.hash = '#/blocks'))
      await cell(desk, 'Block 1').dblclick()
      await button(desk, en['blocks.fetchAll']).click()
      expect(await hostile.look(app)).toEqual([])
    },
  )
})
