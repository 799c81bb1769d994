import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { atWorkerEnd } from './processes/workerEnd.ts'
import { findChromium } from './requirements.ts'
import { timed } from './timings.ts'

const unusedFeatures = [
  // Two pages preloaded by the address bar of each window: half the cost of opening a page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in reserve for the next page: an eighth of the cost.
  'SpareRendererForSitePerProcess',
  // Only the last such list counts, so this repeats playwright-core's.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

export const launchChromium = (executablePath: string, options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unusedFeatures.join(',')}`,
    ],
  })

let shared: Promise<Browser> | null = null

/** One for all files of a worker, which is never closed: it ends with the worker. Every test opens a context of its own. */
export const sharedChromium = (): Promise<Browser> => {
  if (shared === null) {
    // Playwright kills the browser and removes its profile when the process exits, which its own handler of SIGTERM prevents.
    atWorkerEnd(() => undefined)
    shared = timed('browser start', launchChromium(findChromium() ?? '', { handleSIGTERM: false }))
  }
  return shared
}
