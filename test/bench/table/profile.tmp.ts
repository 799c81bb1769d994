import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium, servePage } from './builtPage.ts'
const built = await servePage(fileURLToPath(new URL('.', import.meta.url)))
const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArgs })
const throttle = Number(process.env.T ?? 1)
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
const s = await page.context().newCDPSession(page)
await s.send('Performance.enable', { timeDomain: 'threadTicks' })
page.on('console', (m) => console.log(m.text()))
page.on('pageerror', (e) => console.log(String(e)))
await page.goto(built.url)
if (process.env.CSS) await page.addStyleTag({ content: process.env.CSS }).catch((e) => console.log('css', e.message))
if (process.env.CSS)
  await page.evaluate((css) => {
    const x = new CSSStyleSheet()
    x.replaceSync(css)
    document.adoptedStyleSheets = [x]
  }, process.env.CSS)
await s.send('Emulation.setCPUThrottlingRate', { rate: throttle })
for (const c of (process.argv[2] ?? 'ours,tanstack').split(',')) {
  await page.evaluate((n) => window.bench.mount(n), c as never)
  await page.evaluate(() => window.bench.fling(30, 333))
  const get = async () =>
    Object.fromEntries((await s.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  const a = await get()
  if (process.env.TRACE)
    await browser.startTracing(page, {
      path: '/tmp/tbl/trace.json',
      categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'blink', 'cc'],
    })
  const gaps = await page.evaluate(() => window.bench.fling(120, 20000 / 60))
  if (process.env.TRACE) await browser.stopTracing()
  const b = await get()
  const per = (k: string) => (((b[k]! - a[k]!) * 1000) / 120).toFixed(2)
  console.log(
    c,
    ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'LayoutCount', 'RecalcStyleCount']
      .map((k) => k + ' ' + per(k))
      .join(' | '),
    'dropped',
    gaps.reduce((n, g) => n + Math.max(Math.round(g / 16.67) - 1, 0), 0),
    'nodes',
    b.Nodes,
  )
  if (process.env.TRACE) {
    const t = JSON.parse(readFileSync('/tmp/tbl/trace.json', 'utf8')).traceEvents as any[]
    const mainT = t.find(
      (e) =>
        e.name === 'thread_name' &&
        e.args.name === 'CrRendererMain' &&
        t.some((x) => x.pid === e.pid && x.tid === e.tid && x.name === 'Layout'),
    )
    const sum = new Map<string, number>()
    for (const e of t)
      if (e.ph === 'X' && e.pid === mainT.pid && e.tid === mainT.tid)
        sum.set(e.name, (sum.get(e.name) ?? 0) + (e.tdur ?? e.dur) / 1000 / 120)
    console.log(
      [...sum]
        .sort((x, y) => y[1] - x[1])
        .slice(0, 32)
        .map(([n, v]) => n + ' ' + v.toFixed(2))
        .join('\n'),
    )
  }
  await page.evaluate(() => window.bench.unmount())
}
await browser.close()
await built.close()
if (process.env.TRACE) {
  const t = JSON.parse(readFileSync('/tmp/tbl/trace.json', 'utf8')).traceEvents as any[]
  let n = 0
  for (const e of t)
    if ((e.name === 'UpdateLayoutTree' || e.name === 'Layout') && e.ph === 'X' && n++ > 60 && n < 68)
      console.log(e.name, JSON.stringify(e.args).slice(0, 500), e.dur)
}
