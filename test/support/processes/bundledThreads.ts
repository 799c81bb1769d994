import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const bundles = join(projectDir, 'out', 'main')

const writtenAt = (path: string): number => statSync(join(projectDir, path)).mtimeMs

const areBundlesNewest = (): boolean => {
  const bundle = join('out', 'main', 'ingestWorker.js')
  if (!existsSync(join(projectDir, bundle))) return false
  const sources = ['main', 'preload'].flatMap((folder) =>
    readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // Libraries are in the bundles too.
  return [...sources, 'package-lock.json'].every((path) => writtenAt(path) < writtenAt(bundle))
}

const workerFile = /const workerFile = import\.meta\.url\.endsWith\(['"]\.ts['"]\) \? .* : ['"]\.\/(\w+\.js)['"]/u

/**
 * Starts the threads of the app from their bundles, as it ships, in a third of the time; from their sources where the bundles
 * may be others.
 */
export const bundledThreads = {
  name: 'bundled-threads',
  enforce: 'pre' as const,
  areNewest: areBundlesNewest(),
  transform(code: string, id: string): string | null {
    if (!bundledThreads.areNewest || !id.endsWith('.ts') || !workerFile.test(code)) return null
    return code.replace(workerFile, (_line, name: string) => {
      return `const workerFile = ${JSON.stringify(pathToFileURL(join(bundles, name)).href)}`
    })
  },
}
