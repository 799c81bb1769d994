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

// No `//# allFunctionsCalledOnLoad`: without DevTools it makes no start faster. Medians: 17 of 640 ms less over HTTP (faster in 10 of
// 20 interleaved pairs), 16 of 370 ms more over a scheme whose scripts are not streamed, as the window's (faster in 8 of 20).
// Nor does a file of React's own with a small one that starts the large one: 3 and 28 ms more (slower in 14 and 15 of 24).
export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the same files work under http and under the app's own scheme.
  base: './',
  plugins: [react(), fontLicense],
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
            // All that a page begins with, not one file for each combination of later parts that share some of it.
            { name: 'start', test: /\/renderer\/main\.tsx$/ },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1200,
  },
})
