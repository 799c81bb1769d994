import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// A sandboxed preload is one CommonJS file: it can require electron and nothing else.
export default defineConfig({
  root: inRepository('preload'),
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: inRepository('preload/preload.ts'),
    outDir: inRepository('out/preload'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs' },
    },
  },
})
