import { fileURLToPath } from 'node:url'
import { build, mergeConfig } from 'vite'
import mainConfig from '../../main/vite.config.ts'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Where the bench's own processes run from: bundled like the app, since that is what a crew runs. */
export const bundledFolder = new URL('../../out/bench/', import.meta.url)

/** Bundles the children that hold a core, with the settings of the app's own bundle. */
export const bundleChildren = async (): Promise<void> => {
  await build(
    mergeConfig(mainConfig, {
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: fileURLToPath(bundledFolder),
        rolldownOptions: {
          input: {
            takeChild: inRepository('test/bench/children/takeChild.ts'),
            pollChild: inRepository('test/bench/children/pollChild.ts'),
            watchDayChild: inRepository('test/bench/children/watchDayChild.ts'),
            boundsChild: inRepository('test/bench/children/boundsChild.ts'),
            exportChild: inRepository('test/bench/children/exportChild.ts'),
            screensChild: inRepository('test/bench/children/screensChild.ts'),
            publishChild: inRepository('test/bench/children/publishChild.ts'),
            ingestWorker: inRepository('main/store/ingestWorker.ts'),
            upkeepWorker: inRepository('main/store/upkeepWorker.ts'),
            siteWorker: inRepository('main/store/siteWorker.ts'),
          },
        },
      },
    }),
  )
}
