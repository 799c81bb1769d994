import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const bundles = join(projectDir, 'out', 'main')

const writtenAt = (path: string): number => statSync(join(projectDir, path)).mtimeMs

/** Whether no source is newer than the bundle of the threads. */
const isBundleNewest = (): boolean => {
  const bundle = join('out', 'main', 'ingestWorker.js')
  if (!existsSync(join(projectDir, bundle))) return false
  const sources = ['main', 'preload'].flatMap((folder) =>
    readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // Libraries are in the bundle too.
  return [...sources, 'package-lock.json'].every((path) => writtenAt(path) < writtenAt(bundle))
}

/** The threads of the app start from its bundle, which takes a third of the processor time, unless a source is newer. */
export const bundledThreads = (): Plugin => {
  const isBundled = isBundleNewest()
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    transform: (code, id) => {
      if (!isBundled || !id.startsWith(join(projectDir, 'main'))) return null
      const [, name] = /^const workerFile = .*'\.\/(\w+)\.js'$/mu.exec(code) ?? []
      if (name === undefined) return null
      const url = JSON.stringify(pathToFileURL(join(bundles, `${name}.js`)).href)
      return { code: code.replace('new URL(workerFile, import.meta.url)', `new URL(${url})`), map: null }
    },
  }
}
