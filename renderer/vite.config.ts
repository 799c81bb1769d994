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
    chunkSizeWarningLimit: 1200,
  },
})
