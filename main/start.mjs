// `npm start`. Loads on Node 20, to say that it is too old; everything else is TypeScript that Node 22.19 runs as it is.
import { fileURLToPath } from 'node:url'
import { nodeProblem } from './nodeVersion.mjs'

const problem = nodeProblem(process.versions.node, process.platform, process.arch)
if (problem === null) {
  const { start } = await import('./desktop/start/start.ts')
  process.exitCode = await start({
    projectDir: fileURLToPath(new URL('..', import.meta.url)),
    electronDir: fileURLToPath(new URL('../node_modules/electron', import.meta.url)),
    env: process.env,
    args: process.argv.slice(2),
    silenceLimitMs: 15_000,
  })
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 5
}
