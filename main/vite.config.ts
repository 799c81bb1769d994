import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Names of the bundles in out/main and the files they start from. */
export const entries = {
  desktop: 'main/desktop/main.ts',
  cli: 'main/cli/main.ts',
  ingestWorker: 'main/adapters/store/ingestWorker.ts',
}

const external = [/^node:/u, ...builtinModules, 'electron', 'keytar']

export default defineConfig({
  root: inRepository('main'),
  publicDir: false,
  ssr: { noExternal: true, external: ['electron', 'keytar'], target: 'node' },
  build: {
    ssr: true,
    outDir: inRepository('out/main'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, inRepository(file)])),
      external,
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        // Flat: code that starts a worker names it relative to its own chunk.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
