/**
 * The tests that `npm run test:matrix` repeats: those whose outcome can differ on the other database or on another version of
 * Node.js.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderOf } from '../check/folder-graph.mjs'

const TESTS = fileURLToPath(new URL('../../tests', import.meta.url))

/**
 * The areas of the platform that are tested on PostgreSQL too, with a test file that reaches the database through each. An area is
 * listed when its sources write SQL text, lock rows or open a transaction; tests/architecture/matrix.test.ts compares the
 * list with the sources. `npm run test:matrix` plants a fault in each area and requires that the named file fails.
 * @type {Readonly<Record<string, string>>}
 */
export const ON_POSTGRES = {
  'accounts/audit': 'accounts/audit/sign-in-entries.test.ts',
  'accounts/credits': 'accounts/credits/ledger.test.ts',
  'accounts/device-authorizations': 'accounts/device-authorizations/most-waiting.test.ts',
  'accounts/keys': 'accounts/keys/api-keys.test.ts',
  'accounts/limits': 'accounts/limits/rate-windows.test.ts',
  'accounts/organizations': 'machine/identity/authors.test.ts',
  'accounts/passwords': 'accounts/sign-in/password-change.test.ts',
  'accounts/people': 'accounts/people/organization.test.ts',
  'accounts/quota': 'accounts/quota/calls.test.ts',
  'accounts/secrets': 'accounts/secrets/secrets.test.ts',
  'accounts/sign-in': 'accounts/sign-in/sign-in.test.ts',
  datasets: 'datasets/counters.test.ts',
  'datasets/annotation-comments': 'datasets/annotation-comments/annotation-comments.test.ts',
  'datasets/annotations': 'datasets/annotations/revisions.test.ts',
  'datasets/derivations': 'datasets/derivations/arrivals.test.ts',
  'datasets/directories': 'datasets/directories/folders.test.ts',
  'datasets/embeddings': 'datasets/embeddings/embeddings.test.ts',
  'datasets/image-batches': 'datasets/image-batches/batch-steps.test.ts',
  'datasets/image-lists': 'datasets/image-lists/image-lists.test.ts',
  'datasets/image-splits': 'datasets/image-splits/image-splits.test.ts',
  'datasets/images': 'datasets/image-batches/image-batches.test.ts',
  'datasets/search': 'datasets/search/near-duplicates.test.ts',
  'datasets/storage': 'datasets/storage/reclaim.test.ts',
  'datasets/tasks': 'datasets/tasks/tasks.test.ts',
  'datasets/uploads': 'datasets/uploads/uploads.test.ts',
  db: 'db/postgres/transactions.test.ts',
  'exchange/derived-datasets': 'exchange/derived-datasets/derived-datasets.test.ts',
  'exchange/exports': 'exchange/exports/freeze.test.ts',
  'exchange/imports': 'exchange/imports/import-job.test.ts',
  'exchange/storage-connections': 'exchange/storage-connections/connections.test.ts',
  'files/blobs': 'files/blobs/bucket.test.ts',
  'labelling/auto-annotation': 'labelling/auto-annotation/batch-states.test.ts',
  models: 'models/models.test.ts',
  'models/deployments': 'models/deployments/states.test.ts',
  'models/evaluations': 'models/evaluations/evaluation-states.test.ts',
  'studio/operator': 'studio/operator/operator.test.ts',
  'studio/studio-records': 'studio/studio-records/records.test.ts',
  'work/administration': 'work/administration/administration.test.ts',
  'work/events': 'work/events/event-feed.test.ts',
  'work/jobs': 'work/jobs/job-calls.test.ts',
  'work/notifications': 'work/notifications/notifications.test.ts',
  'work/webhooks': 'work/webhooks/webhooks.test.ts',
  'workflows/runs': 'workflows/runs/run-queue.test.ts',
  'workflows/video': 'workflows/video/extraction-restart.test.ts',
}

/** What reaches a database through many areas: clusters of servers and workers, killed servers, the order and pages of lists. */
export const THROUGH_ALL = [
  'tests/platform/cluster/',
  'tests/platform/kills/',
  'tests/contract/paging',
  'tests/contract/undeclared',
]

/**
 * Files in the folders of these areas that are not repeated on PostgreSQL: each statement that Sightline sends to the database in one of
 * them is sent in a repeated file too (collected at the driver, file by file), and none of them is about locks, killed
 * processes, or calls at the same time. They prove what models, formats, prices and receivers do. Only files of a second and more are
 * listed: the others cost less than the question.
 */
export const SEEN_ON_POSTGRES = [
  ...['agent-tools', 'batch-credits', 'prompts'].map((file) => `labelling/auto-annotation/${file}.test.ts`),
  ...['container-set', 'predictions'].map((file) => `models/deployments/${file}.test.ts`),
  ...['credits', 'failures', 'restart'].map((file) => `models/evaluations/evaluation-${file}.test.ts`),
  ...['metrics', 'segmentation'].map((file) => `models/evaluations/${file}.test.ts`),
  'exchange/exports/formats.test.ts',
  ...['archive', 'round-trip'].map((file) => `exchange/imports/${file}.test.ts`),
  'workflows/runs/events.test.ts',
].map((file) => `tests/platform/${file}`)

/** @returns {string[]} paths of test files */
const testFiles = () =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)

/**
 * The area of a source or a test of the platform, as `ON_POSTGRES` names it; null for other paths.
 * @param {string} path
 */
export function areaOf(path) {
  const [, below] = /(?:^|\/)(?:src|tests)\/platform\/(.+)$/.exec(path) ?? []
  return below === undefined ? null : folderOf(`platform/${below}`).slice('platform/'.length)
}

/**
 * Whether a test lies in an area that is tested on PostgreSQL too.
 * @param {string} file
 */
export const isOfArea = (file) => (areaOf(file) ?? '') in ON_POSTGRES

/** @returns {string[]} paths of test files */
export function postgresTests() {
  const files = Object.values(ON_POSTGRES).map((file) => `tests/platform/${file}`)
  const starts = [...files, ...THROUGH_ALL]
  return testFiles().filter(
    (file) => (isOfArea(file) || starts.some((start) => file.startsWith(start))) && !SEEN_ON_POSTGRES.includes(file),
  )
}

/**
 * Tests repeated on the other versions of Node.js: those of native modules (FFmpeg, ONNX Runtime, the canvas, SQLite, the search
 * indexes), of streams and HTTP, of processes and signals, and of arithmetic on typed arrays. Folders, and beginnings of files.
 */
export const ON_OTHER_NODES = [
  // Native modules
  ...['media', 'inference', 'draw', 'embedding', 'imaging', 'segmentation', 'serving'].map(
    (room) => `tests/engine/${room}/`,
  ),
  ...['db', 'datasets/search', 'datasets/embeddings'].map((area) => `tests/platform/${area}/`),
  // Streams and HTTP
  ...['files', 'http', 'datasets/uploads', 'exchange/exports', 'exchange/imports'].map(
    (area) => `tests/platform/${area}/`,
  ),
  ...['tests/app/downloads/', 'tests/disk/', 'tests/security/slow-callers', 'tests/web/'],
  // Processes and signals
  ...['host', 'output', 'runtime'].map((room) => `tests/engine/${room}/`),
  'tests/cli/run.test.ts',
  // Typed arrays
  ...['measure', 'reuse', 'sinks', 'tracking'].map((room) => `tests/engine/${room}/`),
]

/**
 * Files in these folders that are not repeated, each with one that is. What Node.js does for both is the same: the same functions of
 * a native module, or the same ways to start, to end and to hear a process, to read and to write a stream. What else the file
 * proves, such as the bytes of a run that was resumed or the images that a cancelled export keeps, is the work of Sightline's own
 * code on what Node.js gave it. Only files of two seconds and more are listed: the others cost less than the question.
 * @type {Readonly<Record<string, string>>}
 */
export const SEEN_ON_OTHER_NODES = {
  // Media are decoded from a place in their middle.
  'tests/engine/media/reader-position.test.ts': 'tests/engine/media/torture.test.ts',
  // A file that changes or ends too early while FFmpeg reads it.
  'tests/engine/runtime/source-lost.test.ts': 'tests/engine/media/broken-media.test.ts',
  // Videos are encoded, and their packets written.
  'tests/engine/runtime/muxing.test.ts': 'tests/engine/runtime/run.test.ts',
  'tests/engine/runtime/resumed-video.test.ts': 'tests/engine/runtime/run.test.ts',
  // Decoders of hardware in processes that may crash.
  'tests/engine/host/hardware-video.test.ts': 'tests/engine/media/hardware-decoding.test.ts',
  // ONNX Runtime on a GPU, and on the CPU after it.
  'tests/engine/host/devices/software-vulkan.test.ts': 'tests/engine/inference/devices/batches-on-webgpu.test.ts',
  'tests/engine/runtime/devices.test.ts': 'tests/engine/inference/device-fallback.test.ts',
  // An engine that is forked, crashes, hangs or is killed.
  'tests/engine/serving/model-server.test.ts': 'tests/engine/host/derivations.test.ts',
  'tests/engine/runtime/hung-inference.test.ts': 'tests/engine/host/supervision.test.ts',
  'tests/engine/runtime/interruptions.test.ts': 'tests/engine/host/supervision.test.ts',
  'tests/engine/runtime/resumed-images.test.ts': 'tests/engine/runtime/kill-and-resume.test.ts',
  'tests/engine/runtime/resumed-webhook.test.ts': 'tests/engine/runtime/kill-and-resume.test.ts',
  // SQLite locks a file until its process has ended.
  'tests/engine/output/folder-lock.test.ts': 'tests/web/web-host.test.ts',
  // Bytes of typed arrays in files; sums over the pixels of pictures.
  'tests/engine/reuse/reuse.test.ts': 'tests/engine/reuse/tape.property.test.ts',
  'tests/engine/segmentation/grab-cut.test.ts': 'tests/engine/segmentation/max-flow.test.ts',
  // The index of descriptors in its process.
  'tests/platform/datasets/search/search.test.ts': 'tests/platform/datasets/search/index-files.test.ts',
  'tests/platform/datasets/search/near-duplicates.test.ts': 'tests/platform/datasets/search/index-files.test.ts',
  // Transactions beside each other.
  'tests/platform/exchange/exports/freeze.test.ts': 'tests/platform/db/statements.test.ts',
  // Archives are written and read as streams.
  'tests/platform/exchange/exports/export-job.test.ts': 'tests/platform/exchange/exports/exports.test.ts',
  'tests/platform/exchange/exports/formats.test.ts': 'tests/platform/exchange/exports/exports.test.ts',
  'tests/platform/exchange/imports/import-job.test.ts': 'tests/platform/exchange/imports/imports.test.ts',
  'tests/platform/exchange/imports/round-trip.test.ts': 'tests/platform/exchange/imports/imports.test.ts',
}

/** @returns {string[]} paths of test files */
export const otherNodesTests = () =>
  testFiles().filter((file) => ON_OTHER_NODES.some((start) => file.startsWith(start)) && !(file in SEEN_ON_OTHER_NODES))
