import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { previewDocument } from '../../../main/features/blocks/rules/blockPreview.ts'
import { createPreviews, createPrints } from '../../../main/serve/previews.ts'
import type { Server } from '../../../main/serve/server.ts'
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

const links = ['top', 'parent', 'self', 'plain', 'blank', 'script', 'download', 'submit', 'action']

suiteFor('browser', findChromium() !== null)('a preview in a real browser', () => {
  let browser: Browser
  let rig: Rig
  let evil: RawServer
  beforeAll(async () => {
    // The headless shell opens windows that a browser refuses.
    browser = await launchChromium({ executablePath: findChromium() ?? '' })
  })
  afterAll(async () => {
    await browser.close()
  })
  beforeEach(async () => {
    rig = await createRig()
    evil = await startRawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    )
  })
  afterEach(async () => {
    await rig.close()
    await evil.close()
  })

  const open = async (): Promise<{
    readonly page: Page
    readonly server: Server
    readonly show: (html: string) => Promise<void>
  }> => {
    const previews = createPreviews()
    const server = await rig.start({ gate: handGate(), previews })
    const page = await browser.newPage()
    await page.goto(server.url)
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
    const address = page.url()
    for (const id of links) {
      await show(previewDocument(hostileTemplate(evil.url), hostileCss(evil.url)))
      const frame = page.frameLocator('iframe')
      expect(await frame.locator('#seen').evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(1, 2, 3)')
      await frame.locator(`#${id}`).click({ noWaitAfter: true, force: true })
      // An allowed request would have been sent by the time another page is shown.
      const later = await browser.newPage()
      await later.goto(server.url)
      await later.close()
      expect([id, page.url(), await page.title()]).toEqual([id, address, 'Racedesk'])
      expect([id, opened, evil.connections()]).toEqual([id, [], 0])
    }
  }, 60_000)

  it('the same document without the policy does send requests', async () => {
    const html = hostileTemplate(evil.url)
    const plain = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`, { waitUntil: 'commit' })
    await expect.poll(() => evil.connections()).toBeGreaterThan(2)
    await page.close()
    plain.closeAllConnections()
    plain.close()
  })

  it('a page to print can be embedded and printed by the app only, and runs no scripts', async () => {
    const prints = createPrints()
    const server = await rig.start({ gate: handGate(), prints })
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(server.url)
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
    const alone = await browser.newPage()
    await alone.goto(new URL(prints.publish(html), server.origin).href)
    expect([await alone.title(), evil.connections()]).toEqual(['', 0])
    const other = prints.publish(html)
    const reply = await ask(server, { method: 'GET', target: other, headers: { Authorization: null } })
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect((await ask(server, { method: 'GET', target: other, headers: { Authorization: null } })).status).toBe(404)
    await page.close()
    await alone.close()
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
    for (const source of [
      `${server.origin}/`,
      '/download/x',
      'https://racedesk.invalid/',
      'data:text/html,x',
      'blob:',
    ]) {
      expect(await refused(source)).toBe('frame-src')
    }
  })
})

it('a preview is served once, by GET only, with its own policy', async () => {
  const rig = await createRig()
  try {
    let now = 0
    const previews = createPreviews(() => now)
    const server = await rig.start({ gate: handGate(), previews })
    const first = previews.publish('<p>1')
    expect(first).toMatch(/^\/preview\/[\w-]{43}$/)
    const headers = { Authorization: null }
    for (const method of ['HEAD', 'POST'])
      expect((await ask(server, { method, target: first, headers })).status).toBe(405)
    const reply = await ask(server, { method: 'GET', target: first, headers })
    expect([reply.status, reply.body, reply.headers.get('content-type')]).toEqual([
      200,
      '<p>1',
      'text/html; charset=utf-8',
    ])
    expect(reply.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    )
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect((await ask(server, { method: 'GET', target: first, headers })).status).toBe(404)
    const late = previews.publish('<p>2')
    now = 60_000
    expect((await ask(server, { method: 'GET', target: late, headers })).status).toBe(404)
    const foreign = previews.publish('<p>3')
    const evil = { ...headers, Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await ask(server, { method: 'GET', target: foreign, headers: evil })).status).toBe(403)
    const page = await ask(server, { method: 'GET', target: '/', headers })
    const port = new URL(server.origin).port
    expect(page.headers.get('content-security-policy')).toContain(
      `frame-src http://127.0.0.1:${port}/preview/ http://localhost:${port}/preview/ http://127.0.0.1:${port}/print/ http://localhost:${port}/print/;`,
    )
  } finally {
    await rig.close()
  }
})
