import { createHash } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'

/** Rooms whose tests leave nothing behind in a process, so that one process does them all. */
const HOST = ['app', 'architecture', 'bridge', 'client', 'contract', 'disk', 'dist', 'platform', 'start', 'web']
/** Parts of the engine that do without its process: their tests share one too, and load its libraries once. */
const PARTS = ['blocks', 'draw', 'evaluation', 'inference', 'measure', 'sinks', 'tracking']
/** In this order: those with the longest files first, so that no worker is left with one at the end. */
const PROJECTS = ['engine', 'parts', 'host', 'screens', 'logic']

/** Project by project, so that a worker keeps what it has loaded; within each in any order. */
class ByProject implements TestSequencer {
  readonly #seed: number
  constructor({ config }: Vitest) {
    this.#seed = config.sequence.seed
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    const drawn = ({ moduleId }: TestSpecification) =>
      createHash('sha1').update(`${this.#seed} ${moduleId}`).digest('hex')
    const place = (file: TestSpecification) => `${PROJECTS.indexOf(file.project.name)} ${drawn(file)}`
    return [...files].sort((a, b) => (place(a) < place(b) ? -1 : 1))
  }
}

// Inherited by the processes of tests that load ONNX Runtime themselves.
process.env.ORT_DISABLE_TELEMETRY = '1'

export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    setupFiles: ['tests/setup/each-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { shuffle: true, sequencer: ByProject },
    projects: [
      // Native code, processes that are killed, and a stand-in for Electron's module: a process for each file.
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['tests/{cli,embedded,engine,main,security}/**/*.test.ts'],
          exclude: PARTS.map((part) => `tests/engine/${part}/**`),
        },
      },
      {
        extends: true,
        test: { name: 'parts', include: PARTS.map((part) => `tests/engine/${part}/**/*.test.ts`), isolate: false },
      },
      {
        extends: true,
        test: { name: 'host', include: HOST.map((room) => `tests/${room}/**/*.test.ts`), isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['tests/renderer/**/*.test.tsx'],
          setupFiles: ['tests/setup/each-screen.ts'],
          environment: 'happy-dom',
          isolate: false,
        },
      },
      { extends: true, test: { name: 'logic', include: ['tests/{shared,renderer}/**/*.test.ts'], isolate: false } },
    ],
  },
})
