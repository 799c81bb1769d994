import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium, servePage } from './builtPage.ts'
const built = await servePage(fileURLToPath(new URL('.', import.meta.url)))
const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArgs })
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.goto(built.url)
await page.evaluate((n) => window.bench.mount(n), 'ours' as never)
console.log(
  await page.evaluate(async () => {
    const rows = [...document.querySelectorAll('.data-table-row')]
    const grid = document.querySelector('[role=grid]')!
    let muts = 0
    const per: string[] = []
    const mo = new MutationObserver((r) => {
      muts += r.filter((x) => x.attributeName === 'aria-rowindex').length
    })
    for (const r of rows) mo.observe(r, { attributes: true })
    const tops: number[] = []
    grid.addEventListener('scroll', () => tops.push(grid.scrollTop))
    for (let i = 0; i < 8; i++) {
      await window.bench.fling(1, 333.33)
      per.push(muts + '@' + grid.scrollTop)
      muts = 0
    }
    return {
      n: rows.length,
      ch: grid.clientHeight,
      body: getComputedStyle(document.querySelector('.data-table-body')!).height,
      per,
      tops,
    }
  }),
)
await page.screenshot({ path: '/tmp/tbl/a.png' })
await browser.close()
await built.close()
