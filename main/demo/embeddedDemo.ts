import type { DemoService, DemoServiceOptions } from './demoService.ts'
import type { Demo, DemoWish, RunningDemo } from '../kernel/face.ts'

function describe(service: DemoService): RunningDemo {
  const { url, resultsUrl, accessKey, resultsKey, isLive, races, orders } = service
  const [stage] = service.stages
  if (stage === undefined) throw new Error('the demo service has no stage')
  return { url, resultsUrl, accessKey, resultsKey, isLive, stage, races, orders }
}

/** Bib 214 has just won the 10 km, the half marathon is on; slow enough for half an hour of looking around. */
const raceInProgress = { isLive: true, liveFromSecond: 40 * 60, liveSpeed: 4 } as const

async function startOrThrow(options: DemoServiceOptions): Promise<DemoService> {
  // Loaded on first use: most starts need no demo.
  const { startDemoService } = await import('./demoService.ts')
  const started = await startDemoService(options)
  if (!started.ok) throw new Error(`the demo service did not start: ${started.error.kind}`)
  return started.value
}

/** The demo of the app: starts with the first `start`, however many ask at once, and again after a `stop`. */
export function createDemo(options: Pick<DemoServiceOptions, 'isLive' | 'liveSpeed' | 'now'> = {}): Demo {
  let running: Promise<DemoService> | undefined
  return {
    start: async ({ isLive = false, language }: DemoWish = {}) => {
      running ??= startOrThrow({
        ...options,
        ...(isLive ? raceInProgress : {}),
        ...(language === undefined ? {} : { language }),
      })
      const held = running
      try {
        return describe(await held)
      } catch (thrown) {
        if (running === held) running = undefined
        throw thrown
      }
    },
    stop: async () => {
      const held = running
      running = undefined
      const [service] = await Promise.allSettled(held === undefined ? [] : [held])
      if (service?.status === 'fulfilled') await service.value.close()
    },
  }
}

/** The demo with its names in the language that `languageOf` gives for the one asked for. */
export const demoIn = (languageOf: (asked?: 'en' | 'ru') => 'en' | 'ru', demo: Demo): Demo => ({
  ...demo,
  start: (wish) => demo.start({ ...wish, language: () => languageOf(wish?.language?.()) }),
})
