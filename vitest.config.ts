import { createHash } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'

/** Folders whose tests leave no state in a process, so that they share one. */
const HOST = [
  'app',
  'architecture',
  'bridge',
  'cli',
  'client',
  'contract',
  'deploy',
  'disk',
  'dist',
  'embedded',
  'platform',
  'security',
  'start',
  'web',
]
/** Folders of the engine’s tests that leave no state in a process: they share one, and load its libraries once. */
const PARTS = [
  'blocks',
  'core',
  'draw',
  'embedding',
  'evaluation',
  'host',
  'imaging',
  'inference',
  'inspection',
  'measure',
  'media',
  'nodes',
  'output',
  'parts',
  'preview',
  'reuse',
  'runtime',
  'segmentation',
  'serving',
  'sinks',
  'templates',
  'tracking',
]
/** Sorted by run time of their files, longest first, so that all workers finish at about the same time. */
const PROJECTS = ['engine', 'parts', 'host', 'screens', 'logic', 'python', 'proxies']

/** Runs one project after the other, so that a worker reuses loaded modules; files within a project are shuffled. */
class ByProject implements TestSequencer {
  readonly #seed: number
  constructor({ config }: Vitest) {
    this.#seed = config.sequence.seed
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    const shuffled = ({ moduleId }: TestSpecification) =>
      createHash('sha1').update(`${this.#seed} ${moduleId}`).digest('hex')
    const rank = (file: TestSpecification) => `${PROJECTS.indexOf(file.project.name)} ${shuffled(file)}`
    return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }
}

// The engines of a cluster: PostgreSQL, and a bucket.
if (process.env.SIGHTLINE_TEST_CLUSTER === '1') process.env.SIGHTLINE_TEST_DATABASE = 'postgres'

/** Tests of one database alone. Those of platform and contract are executed on both: see tests/global-setup.ts. */
const ONE_DATABASE =
  process.env.SIGHTLINE_TEST_DATABASE === 'postgres'
    ? [
        'tests/platform/db/*.test.ts',
        'tests/platform/machine/{full,small}-disk.test.ts',
        'tests/contract/full-disk.test.ts',
        'tests/platform/process.test.ts',
        'tests/platform/work/{events,jobs}/killed.test.ts',
        'tests/platform/stops/{app,server}.test.ts',
      ]
    : [
        'tests/platform/db/postgres/**',
        'tests/platform/cluster/**',
        'tests/platform/stops/{server-on-postgres,worker}.test.ts',
      ]

// Inherited by the processes of tests that load ONNX Runtime themselves.
process.env.ORT_DISABLE_TELEMETRY = '1'
// Figures must not depend on the machine's GPU.
process.env.SIGHTLINE_AUTO_DEVICE = 'cpu'

export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    setupFiles: [
      'tests/setup/each-file.ts',
      ...(process.env.SIGHTLINE_PLANTED_FAULTS === '1' ? ['tests/setup/planted-fault.ts'] : []),
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test that asserts nothing can only fail by an accident.
    expect: { requireAssertions: true, poll: { interval: 5, timeout: 45_000 } },
    maxWorkers: 2,
    // Projects, and the commands of the matrix, transform a module once between them.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/test-modules' },
    // Tests make short-lived objects, and a larger young generation is collected less often: 5 % less work.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { shuffle: true, sequencer: ByProject },
    projects: [
      // One process per file, because of native code, killed processes and a fake Electron module.
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['tests/{engine,main}/**/*.test.ts'],
          exclude: PARTS.map((part) => `tests/engine/${part}/**`),
        },
      },
      {
        extends: true,
        test: { name: 'parts', include: PARTS.map((part) => `tests/engine/${part}/**/*.test.ts`), isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'host',
          include: HOST.map((room) => `tests/${room}/**/*.test.ts`),
          exclude: ONE_DATABASE,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['tests/renderer/**/*.test.tsx'],
          setupFiles: ['tests/setup/each-screen.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'logic', include: ['tests/{shared,renderer}/**/*.test.ts'], isolate: false } },
      // With the interpreter that npm run test:python names.
      ...(process.env.SIGHTLINE_TEST_PYTHON
        ? [{ extends: true as const, test: { name: 'python', include: ['tests/python/**/*.test.ts'], isolate: false } }]
        : []),
      // With the programs that npm run test:matrix installs.
      ...(process.env.SIGHTLINE_TEST_PROXIES === '1'
        ? [
            {
              extends: true as const,
              test: { name: 'proxies', include: ['tests/proxies/**/*.test.ts'], isolate: false },
            },
          ]
        : []),
    ],
  },
})
