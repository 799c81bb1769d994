import { fileURLToPath } from 'node:url'
import { build, mergeConfig } from 'vite'
import mainConfig from '../../main/vite.config.ts'
import { startChild, type Child, type Service } from './peers.ts'

const names = ['take', 'poll', 'watchDay', 'bounds', 'export', 'screens', 'publish', 'rows'] as const
const bundledFolder = new URL('../../out/bench/', import.meta.url)

/** Bundles the children that hold a core, beside the app's threads and with its settings, since that is what a crew runs. */
const bundle = async (): Promise<void> => {
  const input = names.map((name) => [
    `${name}Child`,
    fileURLToPath(new URL(`children/${name}Child.ts`, import.meta.url)),
  ])
  const output = { outDir: fileURLToPath(bundledFolder), rolldownOptions: { input: Object.fromEntries(input) } }
  await build(mergeConfig(mainConfig, { configFile: false, logLevel: 'error', build: output }))
}

let bundling: Promise<void> | null = null

/** Starts a bundled child, which is told the addresses of a service first. */
export const startBundled = async <First = unknown>(
  name: (typeof names)[number],
  service: Pick<Service, 'url' | 'resultsUrl'>,
  ...args: readonly string[]
): Promise<Child<First>> => {
  await (bundling ??= bundle())
  return await startChild<First>(new URL(`${name}Child.js`, bundledFolder), [service.url, service.resultsUrl, ...args])
}
