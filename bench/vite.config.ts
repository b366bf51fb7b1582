/** Builds the benchmark and the process in which it measures. */
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/bench',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        bench: 'bench/bench.ts',
        stage: 'bench/stage.ts',
        'platform-server': 'bench/platform-server.ts',
        'one-hour': 'bench/one-hour.ts',
        vectors: 'src/platform/datasets/vectors/vector-process.ts',
        database: 'src/platform/db/sqlite/database-worker.ts',
        archives: 'src/platform/exchange/imports/reader/reader-process.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
})
