/** A sandboxed preload must be one CommonJS file. */
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    outDir: 'out/preload',
    emptyOutDir: true,
    target: 'chrome140',
    minify: false,
    rolldownOptions: {
      input: 'src/preload/preload.ts',
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
})
