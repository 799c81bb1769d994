import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../../out/board', import.meta.url)),
    emptyOutDir: true,
    // Browsers of televisions of 2021: webOS 6 has Chromium 79, Tizen 6 has 76.
    target: ['chrome76', 'safari13'],
    cssTarget: ['chrome76', 'safari13'],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    license: { fileName: 'NOTICES.md' },
  },
})
