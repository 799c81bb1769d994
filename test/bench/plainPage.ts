import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromiumArgs } from './table/builtPage.ts'

/** Times of a page in a Chromium without DevTools: under DevTools V8 compiles differently than for users. */
export type PlainPage = {
  /** Milliseconds from the page's navigation to painted rows. */
  readonly pageMs: number
}

const probePath = '/bench/probe.js'
const rowsPath = '/bench/rows'

/** In the page: opens `link` once the list has it, and reports the frame that shows its first rows. */
const probe = (link: string, reportTo: string): void => {
  const tell = (): void => {
    const pageMs = performance.now()
    void fetch(reportTo, { method: 'POST', body: JSON.stringify({ pageMs }) })
  }
  const look = (): void => {
    const cells = [...document.querySelectorAll('[role=grid] [role=gridcell]')]
    if (cells.some(({ textContent }) => textContent !== '')) return void requestAnimationFrame(tell)
    const anchor = document.querySelector<HTMLElement>(`a[href="${link}"]`)
    if (anchor !== null && location.hash !== link) anchor.click()
    requestAnimationFrame(look)
  }
  document.addEventListener('DOMContentLoaded', look)
}

const probeScript = (link: string, reportTo: string): string =>
  `(${probe.toString()})(${JSON.stringify(link)}, ${JSON.stringify(reportTo)})`

export type Front = {
  readonly url: string
  /** Resolves with the report of the next page. */
  readonly nextRows: () => Promise<PlainPage>
  readonly close: () => Promise<void>
}

/** A proxy in front of the served app: adds the probe to the page and hears its reports. */
export const startFront = async (served: string, link: string): Promise<Front> => {
  const target = new URL(served)
  let heard: ((page: PlainPage) => void) | null = null
  const headersOf = (asked: IncomingMessage): OutgoingHttpHeaders => ({
    ...asked.headers,
    host: target.host,
    'accept-encoding': 'identity',
    ...(asked.headers.origin === undefined ? {} : { origin: target.origin }),
  })
  const forward = (asked: IncomingMessage, response: ServerResponse): void => {
    const options = {
      host: target.hostname,
      port: target.port,
      path: asked.url,
      method: asked.method,
      headers: headersOf(asked),
    }
    const passed = request(options, (reply) => {
      const isPage = /html/u.test(reply.headers['content-type'] ?? '')
      if (!isPage) return void reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers))
      return void text(reply).then((body) => {
        const changed = body.replace('<head>', `<head><script src="${probePath}"></script>`)
        const { 'content-length': _, ...kept } = reply.headers
        response.writeHead(reply.statusCode ?? 502, { ...kept, 'content-length': Buffer.byteLength(changed) })
        response.end(changed)
      })
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    asked.pipe(passed)
  }
  const server = createServer((asked, response) => {
    if (asked.url === probePath) {
      return void response.setHeader('content-type', 'text/javascript').end(probeScript(link, rowsPath))
    }
    if (asked.url !== rowsPath) return forward(asked, response)
    return void text(asked).then((body) => {
      response.end()
      heard?.(JSON.parse(body) as PlainPage)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/${target.hash}`,
    nextRows: () =>
      new Promise((resolve) => {
        heard = resolve
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Opens the address in a Chromium of its own, with a fresh profile, until `until` is there. */
export const openPlain = async <T>(executablePath: string, url: string, until: Promise<T>): Promise<T> => {
  const profile = await mkdtemp(join(tmpdir(), 'racedesk-plain-'))
  const args = [...chromiumArgs, '--headless=new', '--window-size=1280,800', `--user-data-dir=${profile}`, url]
  const child = spawn(executablePath, args, { stdio: 'ignore' })
  const ended = once(child, 'close')
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, 60_000, new Error('no rows')).unref())
    return await Promise.race([until, late])
  } finally {
    child.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
