import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium, servePage } from './builtPage.ts'
const built = await servePage(fileURLToPath(new URL('.', import.meta.url)))
const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArgs })
const variants: Record<string, string> = JSON.parse(process.argv[2]!)
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
const s = await page.context().newCDPSession(page)
await s.send('Performance.enable', { timeDomain: 'threadTicks' })
await page.goto(built.url)
await s.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.T ?? 1) })
const get = async () =>
  Object.fromEntries((await s.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
const res: Record<string, number[][]> = {}
for (let round = 0; round < Number(process.env.R ?? 5); round++)
  for (const [name, css] of Object.entries({ tanstack: '', base: '', ...variants })) {
    await page.evaluate(
      ([css, flag]) => {
        const x = new CSSStyleSheet()
        x.replaceSync(css!)
        document.adoptedStyleSheets = [x]
        Object.assign(window, { __top: flag === '1' })
      },
      [css.replace('@top', ''), css.includes('@top') ? '1' : '0'],
    )
    await page.evaluate((n) => window.bench.mount(n), (name === 'tanstack' ? name : 'ours') as never)
    await page.evaluate(() => window.bench.fling(20, 333))
    const a = await get()
    const gaps = await page.evaluate(() => window.bench.fling(90, 20000 / 60))
    const b = await get()
    ;(res[name] ??= []).push([
      ...['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].map(
        (k) => ((b[k]! - a[k]!) * 1000) / 90,
      ),
      gaps.reduce((n, g) => n + Math.max(Math.round(g / 16.67) - 1, 0), 0),
    ])
    await page.evaluate(() => window.bench.unmount())
  }
const med = (v: number[]) => v.sort((a, b) => a - b)[v.length >> 1]!
for (const [n, r] of Object.entries(res))
  console.log(
    [0, 1, 2, 3, 4].map((i) => med(r.map((x) => x[i]!)).toFixed(2)).join('\t'),
    'min',
    Math.min(...r.map((x) => x[0]!)).toFixed(2),
    n,
  )
await browser.close()
await built.close()
