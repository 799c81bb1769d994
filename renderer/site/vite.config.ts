import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** A script and a style sheet of fixed names: publishing puts hashes of their content into the names of a site. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    outDir: fileURLToPath(new URL('../../out/site', import.meta.url)),
    emptyOutDir: true,
    // DecompressionStream is there from Chrome 80, Safari 16.4 and Firefox 113 on; older ones show the pages without scripts.
    target: ['chrome80', 'safari14', 'firefox100'],
    cssTarget: ['chrome80', 'safari14', 'firefox100'],
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: fileURLToPath(new URL('main.ts', import.meta.url)),
      // A browser runs no module of a file on disk.
      output: { format: 'iife', entryFileNames: 'site.js', assetFileNames: 'site[extname]' },
    },
  },
})
