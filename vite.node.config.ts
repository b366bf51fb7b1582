/** Everything that runs on Node: flat entries in out/node, so that each finds its siblings beside itself. */
import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Bundle name to source. A process or worker thread is started by its bundle name. */
const ENTRIES = {
  main: 'src/main/main.ts',
  web: 'src/web/web.ts',
  cli: 'src/cli/cli.ts',
  platform: 'src/embedded/platform-process.ts',
  engine: 'src/engine/worker.ts',
  inference: 'src/engine/inference/worker.ts',
}

export default defineConfig({
  // Hundreds of small files: read one by one, they take longer than all else when a process starts.
  ssr: { noExternal: ['typebox', 'csv-stringify'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: process.env.SIGHTLINE_OUT ?? 'out/node',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).filter(([, file]) => existsSync(file))),
      external: ['electron'],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
})
