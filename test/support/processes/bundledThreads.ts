import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'
import { isBuildStale } from '../../../main/desktop/start/buildAge.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const bundles = join(projectDir, 'out', 'main')

const workerFile = /const workerFile = import\.meta\.url\.endsWith\(['"]\.ts['"]\) \? .* : ['"]\.\/(\w+\.js)['"]/u

/** Starts the app's threads from their bundles, in a third of the time; from their sources if one of them is newer. */
export const bundledThreads = (): Plugin => {
  const isBundled = !isBuildStale(projectDir)
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    // Vitest keeps transformed files between runs, and their text alone does not tell what is in out/.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ sourceCode }) => (workerFile.test(sourceCode) ? `bundled: ${isBundled}` : null)),
    transform: (code) =>
      isBundled && workerFile.test(code)
        ? code.replace(workerFile, (_line, name: string) => {
            return `const workerFile = ${JSON.stringify(pathToFileURL(join(bundles, name)).href)}`
          })
        : null,
  }
}
