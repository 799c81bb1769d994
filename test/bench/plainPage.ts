import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { giveBack, openDoor, passOn } from '../support/stores/frontDoor.ts'
import { useFolder } from './peers.ts'
import { chromiumArgs } from './table/builtPage.ts'

/** Times of a page in a Chromium without DevTools: under DevTools V8 compiles differently than for users. */

const probePath = '/bench/probe.js'
const rowsPath = '/bench/rows'

type Probe = {
  readonly link: string
  /** Hears how many milliseconds after its navigation the page shows rows; null: the console hears the time. */
  readonly reportTo: string | null
}

/** In the page: opens `link` once the list has it, and reports the frame that shows its first rows. */
export const probe = ({ link, reportTo }: Probe): void => {
  const tell = (): void => {
    if (reportTo === null) console.info(`rows at ${Date.now()}`)
    else void fetch(reportTo, { method: 'POST', body: String(performance.now()) })
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

type Front = AsyncDisposable & {
  readonly url: string
  /** Resolves with the report of the next page: milliseconds from its navigation to painted rows. */
  readonly nextRows: () => Promise<number>
}

/** A proxy in front of the served app: adds the probe to the page and hears its reports. */
export const startFront = async (served: string, link: string): Promise<Front> => {
  const target = new URL(served)
  const script = `(${probe.toString()})(${JSON.stringify({ link, reportTo: rowsPath })})`
  let heard: ((pageMs: number) => void) | null = null
  const give = async (reply: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!/html/u.test(reply.headers['content-type'] ?? '')) return giveBack(reply, response)
    const page = (await text(reply)).replace('<head>', `<head><script src="${probePath}"></script>`)
    const headers = { ...reply.headers, 'content-length': Buffer.byteLength(page) }
    response.writeHead(reply.statusCode ?? 502, headers).end(page)
  }
  const { endpoint, stop } = await openDoor((asked, response) => {
    if (asked.url === probePath) return void response.setHeader('content-type', 'text/javascript').end(script)
    if (asked.url === rowsPath) {
      return void text(asked).then((pageMs) => {
        response.end()
        heard?.(Number(pageMs))
      })
    }
    const own = asked.headers.origin === undefined ? {} : { origin: target.origin }
    Object.assign(asked.headers, { host: target.host, 'accept-encoding': 'identity', ...own })
    passOn(target.origin, asked, response, give).catch(() => response.destroy())
  })
  return {
    url: `${endpoint}/${target.hash}`,
    nextRows: () =>
      new Promise((resolve) => {
        heard = resolve
      }),
    [Symbol.asyncDispose]: stop,
  }
}

/** Opens the address in a Chromium of its own, with a fresh profile, until `until` is there. */
export const openPlain = async <T>(executablePath: string, url: string, until: Promise<T>): Promise<T> => {
  using profile = useFolder()
  const args = [...chromiumArgs, '--headless=new', '--window-size=1280,800', `--user-data-dir=${profile.path}`, url]
  const child = spawn(executablePath, args, { stdio: 'ignore' })
  const ended = once(child, 'close')
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, 60_000, new Error('no rows')).unref())
    return await Promise.race([until, late])
  } finally {
    child.kill()
    await ended
  }
}
