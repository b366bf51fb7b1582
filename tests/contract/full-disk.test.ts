/**
 * Every call that changes data, on a disk that is full before each of its changes: it reports that, and changes
 * nothing.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changes, credentialOf, type Endpoint } from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { createFullDisk, type FullDisk } from '../platform/support/full-disk.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'
import type { Things } from './sample.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, createThings, keyFor } from './things.ts'

let h: Harness
let disk: FullDisk

/** A slow clock, which no test sees reach the end of a minute: then the uptime of containers is stored beside the calls. */
const BEGAN = Date.now()
const now = () => new Date(BEGAN - (BEGAN % 60_000) + (Date.now() - BEGAN) / 1000)

beforeAll(async () => {
  disk = createFullDisk()
  h = await startHarness({ allowPrivateWebhooks: true, now })
  // The first secret of an organization stores its data key, which stays when the call then finds no room.
  await h.api('POST', '/webhooks/endpoints', { body: { url: 'http://127.0.0.1:9/first-secret' } })
  watching = new Libsql(join(h.dataDir, 'sightline.db'))
})
afterAll(async () => {
  watching.close()
  disk.restore()
  await h.close()
})

/** The results of jobs, such as the frames of a video, and the end of provisioning are written beside the calls. */
function isWorking(): boolean {
  const db = new Libsql(join(h.dataDir, 'sightline.db'))
  const live = db.prepare("SELECT id FROM jobs WHERE state IN ('queued', 'running') AND kind <> 'workflow_run'").all()
  const starting = db.prepare("SELECT id FROM deployments WHERE status = 'provisioning'").all()
  db.close()
  const inWork = readdirSync(join(h.dataDir, 'tmp'), { recursive: true, withFileTypes: true })
  return live.length > 0 || starting.length > 0 || inWork.some((entry) => entry.isFile())
}

/** Events of earlier calls are handled by both consumers beside the calls. */
function areEventsHandled(): boolean {
  const db = new Libsql(join(h.dataDir, 'sightline.db'))
  const handled = 'SELECT count(*) FROM event_consumers k WHERE k.organization_id = c.organization_id'
  const behind = db.prepare(`SELECT 1 FROM event_counters c WHERE (${handled} AND k.position = c.position) < 2`).all()
  db.close()
  return behind.length === 0
}

// Endpoints that receive events of later runs would be written to beside the calls.
afterEach(async () => {
  await eventually(() => !isWorking())
  const { body } = await h.api<{ id: string }[]>('GET', '/webhooks/endpoints')
  for (const { id } of body) await h.api('DELETE', `/webhooks/endpoints/${id}`)
  const deployments = (await h.api<{ id: string }[]>('GET', '/deployments/?status=active')).body.map(({ id }) => id)
  if (deployments.length > 0) await h.api('POST', '/deployments/bulk-delete', { body: { deployment_ids: deployments } })
})

const things = createThings(() => h)

/** A connection that only reads. */
let watching: Libsql.Database
let known: { version: unknown; rows: Record<string, unknown> } | null = null

/**
 * All rows by table, except for the time at which a key was last used, leases, which running jobs renew meanwhile, and the marks of
 * blobs, which a sweep clears when a call that fails has no room for it.
 */
function rows(): Record<string, unknown> {
  // Changes when another connection commits. Reading all rows anew for each call would take most of the time.
  const version = JSON.stringify(watching.prepare('PRAGMA data_version').all())
  if (known?.version === version) return known.rows
  const tables = watching
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('api_keys', 'job_leases', 'blobs')")
    .all()
  const all = (tables as { name: string }[]).map(({ name }) => [
    name,
    watching.prepare(`SELECT * FROM "${name}"`).all(),
  ])
  known = { version, rows: Object.fromEntries(all) }
  return known.rows
}
/** Without the index of search, which is brought up to date after the job that describes new images. */
const files = () =>
  readdirSync(h.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(sightline|lock)\.db/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(h.dataDir, 'vectors')))
    .sort()

/** Calls that only change memory, or whose sample finds nothing to do. */
const STORE_NOTHING: string[] = [
  'jobs.cancel',
  'jobs.retry',
  'workflows.preview',
  'workflowRuns.cancel',
  'workflowRuns.resume',
  'workflowRuns.updateQueue',
  'models.download',
  'modelEvaluations.cancel',
  'autoAnnotate.point',
  'autoAnnotate.box',
  'autoAnnotate.text',
  'autoAnnotate.quote',
  'autoAnnotate.cancelBatch',
  'annotationComments.create',
  'deployments.try',
  'embeddings.start',
  'datasets.unarchive',
  'exports.cancel',
  'exports.plan',
  'video.probe',
  'webhooks.test',
  'webhooks.replay',
  'storage.clear',
  'operator.clearStorage',
  'storageConnections.cancelImport',
  'tasks.activity',
  'studioSettings.update',
  'apiKeys.deleteOwn',
  'deviceAuthorizations.token',
]
const changing = [...ENDPOINTS].filter(
  ([id, e]) => changes(e) && credentialOf(e) === 'api_key' && !STORE_NOTHING.includes(id),
)

async function callOnFullDisk(id: string, named: Things, room: number, noFiles: boolean) {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id as EndpointId](named)
  await eventually(() => areEventsHandled() && !isWorking())
  const before = [rows(), files()]
  disk.fill(room, noFiles)
  const answer = await h.api<ErrorBody>(endpoint.method, addressOf(endpoint, sample), {
    key: keyFor(h, endpoint),
    body: sample.body,
  })
  disk.free()
  return { ...answer, before, after: [rows(), files()] }
}

const NO_ROOM = {
  kind: 'ServerError',
  code: 'disk_full',
  message: 'The disk of the server is full, so nothing was changed. Make room, then try again.',
  text: { code: 'api.disk_full', params: {} },
  details: [],
}

describe.each(changing.map(([id]) => id))('%s', (id) => {
  it('reports that the disk is full, and changes nothing, whichever of its changes finds no room', async () => {
    const named = await things.of(id)
    let refused = 0
    for (;;) {
      const { status, body, before, after } = await callOnFullDisk(id, named, refused, false)
      if (status !== 507) {
        expect(status, JSON.stringify(body)).toBeLessThan(300)
        break
      }
      expect(body).toEqual({ error: NO_ROOM })
      expect(after).toEqual(before)
      refused++
    }
    expect(refused).toBeGreaterThan(0)
    await things.stopRuns()
  })
})

it('serves read-only calls, also under a key whose use can’t be recorded', async () => {
  const key = await h.platform.createKey('viewer')
  disk.fill(0)
  const { status } = await h.api('GET', '/workflows/', { key })
  disk.free()
  expect([status, disk.wasHit]).toEqual([200, true])
})

describe.each(['models.import', 'images.import'])('%s', (id) => {
  it('needs no room for a file: the bytes of the upload are stored once', async () => {
    const { status, before, after } = await callOnFullDisk(id, await things.of(id), Number.POSITIVE_INFINITY, true)
    expect(status).toBe(201)
    expect(after[1]).toEqual(before[1])
  })
})
