/** Builds the Node entries (with Electron's main process), the preload script and the page. */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** Bundle names to sources. A process or worker thread is started by its bundle name, which lies beside the starter. */
const NODE_ENTRIES = {
  main: 'src/main/main.ts',
  web: 'src/web/web.ts',
  cli: 'bin/bundled.mjs',
  platform: 'src/embedded/platform-process.ts',
  engine: 'src/engine/host/engine-process.ts',
  inference: 'src/engine/inference/inference-worker.ts',
  database: 'src/platform/db/sqlite/database-worker.ts',
  leases: 'src/platform/work/jobs/lease-worker.ts',
  archives: 'src/platform/exchange/imports/reader/reader-process.ts',
  vectors: 'src/platform/datasets/vectors/vector-process.ts',
}

/** Set by `tools/build`, which builds one part at a time, each into a folder of its own. */
const { SIGHTLINE_PART, SIGHTLINE_OUT } = process.env
const outDir = (folder: string) => SIGHTLINE_OUT ?? resolve('out', folder)

/** The modules that load the texts of a language. */
const LOADING =
  /renderer[\\/]texts[\\/](chosen-language|own-texts)\.ts$|domain[\\/]language\.ts$|preload-helper|rolldown[\\/]runtime/
/** The modules that these texts share with the page. */
const LANGUAGE = /renderer[\\/]texts[\\/](language|plural)\.ts$/

/** Fetches the scripts and styles of the page along with those that load its texts, not after them. */
const preloadPage: Plugin = {
  name: 'preload-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const page = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'page')
      if (page?.type !== 'chunk') return []
      const link = (rel: string, file: string) => ({ rel, crossorigin: true, href: `./${file}` })
      const scripts = [page.fileName, ...page.imports]
        .filter((file) => !html.includes(file))
        .map((file) => link('modulepreload', file))
      const styles = [...(page.viteMetadata?.importedCss ?? [])].map((file) => ({
        ...link('preload', file),
        as: 'style',
      }))
      return [...scripts, ...styles].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }))
    },
  },
}

const parts = {
  main: {
    build: {
      outDir: outDir('node'),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      // Bundled, because reading their hundreds of small files one by one delays the start of a process.
      externalizeDeps: {
        exclude: [
          'typebox',
          'csv-stringify',
          'intl-messageformat',
          'commander',
          'cli-progress',
          'd3-contour',
          'kysely',
          'file-type',
          'yaml',
        ],
      },
      rolldownOptions: {
        input: NODE_ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: outDir('preload'),
      emptyOutDir: true,
      target: 'node24',
      // A sandboxed preload script must be one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: 'src/preload/preload.ts',
        output: { format: 'cjs' as const, entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve('src/renderer'),
    plugins: [react(), preloadPage],
    build: {
      outDir: outDir('renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      minify: true,
      modulePreload: { polyfill: true },
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Evaluated before the texts of the language, so it must not import the rest of the page.
              { name: 'loading', test: LOADING, priority: 3 },
              // Evaluated with these texts, or without them if they can't be loaded.
              { name: 'language', test: LANGUAGE, priority: 2 },
              // Needed by every page: one script instead of some forty that the screens share.
              { name: 'page', test: /src[\\/]renderer[\\/]shell[\\/]start\.tsx$/, priority: 1 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      fs: { allow: ['../..'] },
      // The host serves the page and forwards its requests to this server; only hot reload connects to it directly.
      ws: { protocol: 'ws', host: '127.0.0.1', clientPort: 5173 },
    },
  },
}

export default defineConfig(SIGHTLINE_PART ? { [SIGHTLINE_PART]: parts[SIGHTLINE_PART as keyof typeof parts] } : parts)
