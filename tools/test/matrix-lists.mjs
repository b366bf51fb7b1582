/**
 * The tests that `npm run test:matrix` repeats: those whose outcome can differ on the other database or on another version of
 * Node.js.
 */

/**
 * The areas of the platform that are tested on PostgreSQL too, with a test file that reaches the database through each. An area is
 * listed when its sources write SQL text, lock rows or open a transaction; tests/architecture/matrix.test.ts compares the
 * list with the sources. `npm run test:matrix` plants a fault in each area and requires that the named file fails.
 */
export const ON_POSTGRES = {
  administration: 'administration/administration.test.ts',
  'annotation-comments': 'annotation-comments/annotation-comments.test.ts',
  annotations: 'annotations/revisions.test.ts',
  'auto-annotation': 'auto-annotation/batch-states.test.ts',
  blobs: 'blobs/bucket.test.ts',
  credits: 'credits/ledger.test.ts',
  datasets: 'datasets/counters.test.ts',
  db: 'db/postgres/transactions.test.ts',
  deployments: 'deployments/states.test.ts',
  derivations: 'derivations/arrivals.test.ts',
  'derived-datasets': 'derived-datasets/derived-datasets.test.ts',
  'device-authorizations': 'device-authorizations/most-waiting.test.ts',
  directories: 'directories/folders.test.ts',
  embeddings: 'embeddings/embeddings.test.ts',
  evaluations: 'evaluations/evaluation-states.test.ts',
  events: 'events/event-feed.test.ts',
  exports: 'exports/freeze.test.ts',
  'image-batches': 'image-batches/batch-steps.test.ts',
  'image-lists': 'image-lists/image-lists.test.ts',
  'image-splits': 'image-splits/image-splits.test.ts',
  images: 'image-batches/image-batches.test.ts',
  imports: 'imports/import-job.test.ts',
  jobs: 'jobs/job-calls.test.ts',
  limits: 'limits/rate-windows.test.ts',
  notifications: 'notifications/notifications.test.ts',
  organizations: 'identity/authors.test.ts',
  passwords: 'sign-in/password-change.test.ts',
  people: 'people/organization.test.ts',
  runs: 'runs/run-queue.test.ts',
  search: 'search/near-duplicates.test.ts',
  secrets: 'secrets/secrets.test.ts',
  'sign-in': 'sign-in/sign-in.test.ts',
  storage: 'storage/reclaim.test.ts',
  'storage-connections': 'storage-connections/connections.test.ts',
  studio: 'cluster/studio-documents.test.ts',
  tasks: 'tasks/tasks.test.ts',
  video: 'video/extraction-restart.test.ts',
  webhooks: 'webhooks/webhooks.test.ts',
}

/** What reaches a database through many areas: clusters of servers and workers, killed servers, the order and pages of lists. */
const THROUGH_ALL = [
  'tests/platform/cluster/',
  'tests/platform/kills/',
  'tests/contract/paging',
  'tests/contract/undeclared',
]

const unique = (paths) => [...new Set(paths)]

/** @returns {string[]} filters of Vitest */
export const postgresTests = () =>
  unique([
    ...Object.keys(ON_POSTGRES).map((area) => `tests/platform/${area}/`),
    ...Object.values(ON_POSTGRES).map((file) => `tests/platform/${file}`),
    ...THROUGH_ALL,
  ])

/**
 * Tests repeated on the other versions of Node.js: those of native modules (FFmpeg, ONNX Runtime, the canvas, SQLite, the search
 * indexes), of streams and HTTP, of processes and signals, and of arithmetic on typed arrays. Filters of Vitest.
 */
export const ON_OTHER_NODES = [
  // Native modules
  ...['media', 'inference', 'draw', 'embedding', 'imaging', 'segmentation', 'serving'].map(
    (room) => `tests/engine/${room}/`,
  ),
  ...['db', 'search', 'embeddings'].map((area) => `tests/platform/${area}/`),
  // Streams and HTTP
  ...['blobs', 'http', 'uploads', 'exports', 'imports', 'backup'].map((area) => `tests/platform/${area}/`),
  ...['tests/app/downloads/', 'tests/disk/', 'tests/security/slow-callers', 'tests/web/'],
  // Processes and signals
  ...['host', 'output', 'runtime'].map((room) => `tests/engine/${room}/`),
  ...['tests/cli/interrupted', 'tests/platform/process'],
  // Typed arrays
  ...['measure', 'reuse', 'sinks', 'tracking'].map((room) => `tests/engine/${room}/`),
]
