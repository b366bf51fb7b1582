/** The renderer: one page, no code from outside, minified. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('src/renderer', import.meta.url)),
  base: './',
  plugins: [react()],
  build: { outDir: '../../out/renderer', emptyOutDir: true, target: 'chrome140', chunkSizeWarningLimit: 1500 },
  server: { fs: { allow: ['../..'] } },
})
