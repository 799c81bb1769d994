import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The list of licences names only packages with code; a font's must travel with it too. */
const fontLicense: Plugin = {
  name: 'font-license',
  generateBundle() {
    const path = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
    this.emitFile({ type: 'asset', fileName: 'FONT-LICENSE.txt', source: readFileSync(path, 'utf8') })
  },
}

/**
 * Chromium compiles a script that begins so as a whole, in the background while it loads; else the page halts for each function
 * when it is first called. What comes later has nobody waiting for it.
 */
const compileAtOnce: Plugin = {
  name: 'compile-at-once',
  generateBundle: {
    // After Vite has put its own line on top.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && !file.isDynamicEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the same files work under http and under the app's own scheme.
  base: './',
  plugins: [react(), fontLicense, compileAtOnce],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    // One sheet in one order, however the code is cut into parts.
    cssCodeSplit: false,
    license: { fileName: 'NOTICES.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Compiled beside the next.
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
            // All that a page begins with, not one file for each combination of later parts that share some of it.
            { name: 'start', test: /\/renderer\/main\.tsx$/ },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1200,
  },
})
