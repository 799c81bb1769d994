import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { previewDocument } from '../../../main/features/blocks/rules/blockPreview.ts'
import { createPreviews, createPrints } from '../../../main/serve/previews.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { launchChromium } from '../../support/chromium.ts'
import { startRawServer, type RawServer } from '../../support/services/hostileServer.ts'
import { findChromium, suiteFor } from '../../support/requirements.ts'
import { ask, createRig, handGate, type Rig } from '../../support/services/serveRig.ts'

/** Everything in a template or style that could make a browser ask somebody, run something or go somewhere. */
const hostileTemplate = (url: string): string => `
  <h1 id="seen">A block</h1>
  <script>window.top.document.title = 'taken'; new Image().src = '${url}/script'</script>
  <script src="${url}/script.js"></script>
  <img id="broken" src="${url}/image" srcset="${url}/image-2x 2x" onerror="fetch('${url}/onerror')">
  <img src="x" onerror="parent.location = '${url}/parent'">
  <picture><source srcset="${url}/source"><img src="${url}/fallback" loading="eager"></picture>
  <svg><image href="${url}/svg-image"/><use href="${url}/use.svg#a"/><script>top.location = '${url}/svg'</script></svg>
  <video src="${url}/video" poster="${url}/poster" autoplay></video><audio src="${url}/audio" autoplay></audio>
  <iframe src="${url}/frame"></iframe><iframe srcdoc="<img src='${url}/srcdoc'>"></iframe>
  <object data="${url}/object"></object><embed src="${url}/embed">
  <link rel="stylesheet" href="${url}/style.css"><link rel="preconnect" href="${url}">
  <LINK REL="dns-prefetch" HREF="${url}"><link rel="prefetch" href="${url}/prefetch"><link rel="icon" href="${url}/icon">
  <link rel="preload" as="image" href="${url}/preload"><link rel="modulepreload" href="${url}/module.js">
  <link rel="manifest" href="${url}/manifest"><link rel="prerender" href="${url}/prerender">
  <meta http-equiv="refresh" content="0; url=${url}/refresh">
  <meta http-equiv="Content-Security-Policy" content="default-src *">
  <base href="${url}/base/" target="_top"><img src="relative.png">
  <style>@import url(${url}/import-in-template.css); body { background: url(${url}/background) }</style>
  <div style="background-image: url('${url}/inline-style')">styled</div>
  <form id="form" action="${url}/form" target="_top"><input name="a" value="1" autofocus onfocus="top.location='${url}/focus'">
    <button id="submit">Send</button><button id="action" formaction="${url}/formaction" formtarget="_self">Send</button></form>
  <a id="top" href="${url}/top" target="_top" ping="${url}/ping">top</a>
  <a id="parent" href="${url}/parent-link" target="_parent">parent</a>
  <a id="self" href="${url}/self" target="_self">self</a>
  <a id="plain" href="${url}/plain">plain</a>
  <a id="blank" href="${url}/blank" target="_blank" rel="opener">blank</a>
  <a id="script" href="javascript:top.location='${url}/javascript'">script</a>
  <a id="download" href="${url}/download" download>download</a>
  <marquee onstart="fetch('${url}/marquee')">x</marquee><details open ontoggle="fetch('${url}/toggle')">x</details>`

const hostileCss = (url: string): string => `
  @import url("${url}/import.css");
  @font-face { font-family: Evil; src: url("${url}/font.woff2") }
  h1 { font-family: Evil; color: rgb(1, 2, 3); background: url("${url}/css-image"); cursor: url("${url}/cursor"), auto }
  h1::after { content: url("${url}/content") }
  </style><img src="${url}/after-style"><script>fetch("${url}/script-after-style")</script>`

/** The last one empties the frame. */
const links = ['top', 'parent', 'plain', 'blank', 'script', 'download', 'submit', 'action', 'self']

suiteFor('browser', findChromium() !== null)('a preview in a real browser', () => {
  let browser: Browser
  let rig: Rig
  let evil: RawServer
  beforeAll(async () => {
    // The headless shell opens windows that a browser refuses.
    browser = await launchChromium({ executablePath: findChromium() ?? '' })
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    rig = closing(await createRig())
    const nothing = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    evil = closing(await startRawServer((socket) => socket.end(nothing)))
  })

  const openPage = async (url: string): Promise<Page> => {
    const page = await browser.newPage()
    atEnd(() => page.close())
    await page.goto(url, { waitUntil: 'commit' })
    return page
  }

  const open = async () => {
    const previews = createPreviews()
    const server = await rig.start({ gate: handGate(), previews })
    const page = await openPage(server.url)
    const show = async (html: string): Promise<void> => {
      const path = previews.publish(html)
      await page.evaluate((source) => {
        document.querySelector('iframe')?.remove()
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', '')
        frame.src = source
        frame.width = '800'
        frame.height = '900'
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        document.body.append(frame)
        return loaded
      }, path)
    }
    return { page, server, show }
  }

  it('shows template and styles without running scripts, sending requests or navigating the page', async () => {
    const { page, server, show } = await open()
    const opened: string[] = []
    page.context().on('page', (other) => opened.push(other.url()))
    const later = await openPage(`${server.origin}/download/x`)
    await expect.poll(() => page.title()).toBe('Racedesk')
    const address = page.url()
    await show(previewDocument(hostileTemplate(evil.url), hostileCss(evil.url)))
    const frame = page.frameLocator('iframe')
    expect(await frame.locator('#seen').evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(1, 2, 3)')
    for (const id of links) await frame.locator(`#${id}`).click({ noWaitAfter: true, force: true })
    // An allowed request would have been sent by the time another page is shown.
    await later.reload()
    expect([page.url(), await page.title(), opened, evil.connections()]).toEqual([address, 'Racedesk', [], 0])
  })

  it('the same document without the policy does send requests', async () => {
    const html = hostileTemplate(evil.url)
    const plain = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    atEnd(() => {
      plain.closeAllConnections()
      plain.close()
    })
    await openPage(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`)
    await expect.poll(() => evil.connections()).toBeGreaterThan(2)
  })

  it('a page to print can be embedded and printed by the app only, and runs no scripts', async () => {
    const prints = createPrints()
    const server = await rig.start({ gate: handGate(), prints })
    const page = await openPage(server.url)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    const html = `<p id="seen">214</p><script>top.document.title = 'taken'</script><img src="${evil.url}/image" onerror="top.document.title = 'taken'">`
    const printed = await page.evaluate(async (source) => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
      frame.src = source
      const printing = new Promise((resolve) =>
        frame.addEventListener('load', () => {
          frame.contentWindow?.addEventListener('beforeprint', resolve)
          frame.contentWindow?.print()
        }),
      )
      document.body.append(frame)
      await printing
      return frame.contentDocument?.getElementById('seen')?.textContent ?? null
    }, prints.publish(html))
    expect(printed).toBe('214')
    expect([await page.title(), evil.connections()]).toEqual(['Racedesk', 0])
    expect(complaints.join('\n')).toMatch(/sandbox|Content Security Policy/u)
    const alone = await openPage(new URL(prints.publish(html), server.origin).href)
    await alone.waitForLoadState()
    expect([await alone.title(), evil.connections()]).toEqual(['', 0])
    const other = prints.publish(html)
    const reply = await ask(server, { method: 'GET', target: other, headers: { Authorization: null } })
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect((await ask(server, { method: 'GET', target: other, headers: { Authorization: null } })).status).toBe(404)
  })

  it('the page can embed only previews: not itself, another origin or data URLs', async () => {
    const { page, server } = await open()
    const refused = (source: string): Promise<string> =>
      page.evaluate(
        (address) =>
          new Promise<string>((resolve) => {
            document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
              once: true,
            })
            const frame = document.createElement('iframe')
            frame.src = address === 'blob:' ? URL.createObjectURL(new Blob(['x'], { type: 'text/html' })) : address
            document.body.append(frame)
          }),
        source,
      )
    const elsewhere = ['/download/x', 'https://racedesk.invalid/', 'data:text/html,x', 'blob:']
    for (const source of [`${server.origin}/`, ...elsewhere]) expect(await refused(source)).toBe('frame-src')
  })
})

it('a preview is served once, by GET only, with its own policy', async () => {
  let now = 0
  const previews = createPreviews(() => now)
  const server = await closing(await createRig()).start({ gate: handGate(), previews })
  const get = (target: string, headers = {}, method = 'GET') =>
    ask(server, { method, target, headers: { Authorization: null, ...headers } })
  const first = previews.publish('<p>1')
  expect(first).toMatch(/^\/preview\/[\w-]{43}$/)
  for (const method of ['HEAD', 'POST']) expect((await get(first, {}, method)).status).toBe(405)
  const reply = await get(first)
  expect([reply.status, reply.body]).toEqual([200, '<p>1'])
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  )
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect((await get(first)).status).toBe(404)
  const late = previews.publish('<p>2')
  now = 60_000
  expect((await get(late)).status).toBe(404)
  const evil = { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await get(previews.publish('<p>3'), evil)).status).toBe(403)
  const port = new URL(server.origin).port
  const [address, name] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  expect((await get('/')).headers.get('content-security-policy')).toContain(
    `frame-src ${address}/preview/ ${name}/preview/ ${address}/print/ ${name}/print/;`,
  )
})
