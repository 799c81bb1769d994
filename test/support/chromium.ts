import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core'
import { atEnd } from './atEnd.ts'
import { atWorkerEnd } from './processes/workerEnd.ts'
import { findWindowless } from './requirements.ts'
import { timed } from './timings.ts'

export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findWindowless() ?? '',
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Widths of letters are whole pixels otherwise, in the headless shell only.
      '--font-render-hinting=none',
      // Pages live for seconds: optimizing their code costs more than it gains.
      '--js-flags=--no-opt --no-maglev',
    ],
  })

let shared: Promise<Browser> | null = null

/** One for all files of a worker, which is never closed: it ends with the worker. Every test opens a context of its own. */
export const sharedChromium = (): Promise<Browser> => {
  if (shared === null) {
    // Playwright kills the browser and removes its profile when the process exits, which its own handler of SIGTERM prevents.
    atWorkerEnd(() => undefined)
    shared = timed('browser start', launchChromium({ handleSIGTERM: false }))
  }
  return shared
}

export const openContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await (await sharedChromium()).newContext(options)
  atEnd(() => context.close())
  return context
}
