/**
 * The measured HTTP servers, each in a process of its own: the platform on a filled data folder, and a bare Fastify
 * server that replies with the same bytes. Prints its addresses as a line of JSON and serves until its stdin ends.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createEngine } from '../src/engine/host/engine-host.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/db/ids.ts'
import { insertMany } from '../src/platform/db/insert-many.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { createBlobClaims } from '../src/platform/files/blobs/blob-claims.ts'
import { createBlobStore } from '../src/platform/files/blobs/blob-store.ts'
import { folderBlobs } from '../src/platform/files/blobs/folder-blobs.ts'
import { folderQuarantine } from '../src/platform/files/blobs/quarantine.ts'
import { dataFolders } from '../src/platform/machine/data-folders.ts'
import { createPlatform } from '../src/platform/server.ts'
import type { CreatedDeployment, Deployment } from '../src/shared/api/deployments.ts'
import { DEVELOPER_PREFIX } from '../src/shared/api/endpoint.ts'
import { inRoot } from './child.ts'

export interface Serving {
  health: string
  /** Data sets with many images, with many annotations of one image, and with image files that can be exported. */
  datasets: string[]
  api: string
  owner: string
  workflow: string
  lists: Record<'workflows' | 'runs' | 'models', string>
  key: string
}

export interface ServingDeployment {
  predict: string
  token: string
}

const IMAGES = 100_000
const PER_IMAGE = 3
/** Images to export, besides one with as many annotations as an image can have. */
const EXPORTED = 20_000
const MOST = 10_000
/** Of the file that all of them share. */
const BYTES = Buffer.alloc(1000, 'image')
const ROWS = 12_000
const CHUNK = 100
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-platform-'))
const newOptions = () => ({
  dataDir,
  resourcesDir: inRoot('resources'),
  engine: createEngine({ entry: inRoot('out/node/engine.js') }),
  version: 'benchmark',
  allowLocalFiles: true,
})
const closing: (() => Promise<unknown>)[] = []

const [what, address = '', key = ''] = process.argv.slice(2)
const STARTS: Readonly<Record<string, () => Promise<void>>> = {
  bare: () => bare(address, key),
  idle,
  deployment,
  datasets: () => platform(true),
}
await (STARTS[what ?? ''] ?? (() => platform(false)))()
process.stdin.resume().once('end', async () => {
  for (const close of closing) await close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})

function report(serving: Serving | Pick<Serving, 'workflow'>): void {
  process.stdout.write(`${JSON.stringify(serving)}\n`)
}

/** Serves a copy of the reply at the address. */
async function bare(copied: string, secret: string): Promise<void> {
  const reply = await fetch(copied, { headers: { 'x-api-key': secret } })
  const body = await reply.text()
  const app = Fastify()
  app.get('/workflow', async (_request, answer) => answer.type('application/json; charset=utf-8').send(body))
  report({ workflow: `${await app.listen({ host: '127.0.0.1', port: 0 })}/workflow` })
  closing.push(() => app.close())
}

/** Serves nobody. */
async function idle(): Promise<void> {
  const served = await createPlatform(newOptions())
  const api = (await served.listen()).baseUrl
  process.stdout.write(`${JSON.stringify({ api })}\n`)
  closing.push(() => served.close())
}

/** Serves the bundled detector, by one container on the CPU. */
async function deployment(): Promise<void> {
  const served = await createPlatform(newOptions())
  closing.push(() => served.close())
  const headers = { 'x-api-key': await served.createKey('owner'), 'content-type': 'application/json' }
  const api = `${(await served.listen()).baseUrl}${DEVELOPER_PREFIX}`
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${api}${path}`, { headers, ...sent })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { data } = await call<{ data: { id: string }[] }>('/models/')
  const made = { model_id: data[0]?.id, compute_type: 'cpu', min_containers: 1 }
  const { deployment, auth_token: token } = await call<CreatedDeployment>('/deployments/', made)
  for (;;) {
    const { status, endpoint_url } = await call<Deployment>(`/deployments/${deployment.id}`)
    if (endpoint_url) return void process.stdout.write(`${JSON.stringify({ predict: endpoint_url, token })}\n`)
    if (status !== 'provisioning') throw new Error(`The deployment is ${status}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function platform(withDatasets: boolean): Promise<void> {
  const options = newOptions()
  const first = await createPlatform(options)
  await first.close()
  await filled(first.organizationId)
  const datasets = withDatasets ? await filledDatasets(first.organizationId) : []
  const served = await createPlatform({ ...options, engine: createEngine({ entry: inRoot('out/node/engine.js') }) })
  const secret = await served.createKey('viewer')
  const api = `${(await served.listen()).baseUrl}${DEVELOPER_PREFIX}`
  report({
    health: `${api.slice(0, -DEVELOPER_PREFIX.length)}/health`,
    datasets,
    api,
    owner: await served.createKey('owner'),
    workflow: `${api}/workflows/Workflow%206000`,
    lists: {
      workflows: `${api}/workflows/?limit=20`,
      runs: `${api}/workflow-runs/?limit=20`,
      models: `${api}/models/?limit=20`,
    },
    key: secret,
  })
  closing.push(() => served.close())
}

/** Fills the tables with rows of the usual size. */
async function filled(organizationId: string): Promise<void> {
  const db = await openDatabase(dataFolders(dataDir).database)
  const file = JSON.parse(readFileSync(inRoot('resources/templates/count-at-a-line.sightline.json'), 'utf8'))
  const model = await db.selectFrom('models').selectAll().executeTakeFirstOrThrow()
  const graph = JSON.stringify(file.graph)
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString()
  const workflow = (i: number): Tables['workflows'] => ({
    id: randomUUID(),
    organization_id: organizationId,
    created_by: null,
    name: `Workflow ${i}`,
    description: null,
    readme: null,
    graph,
    layout: JSON.stringify(file.layout ?? null),
    template_key: null,
    status: 'draft',
    last_run_id: null,
    created_at: at(i),
    updated_at: i % 2 ? at(i + 60) : null,
  })
  const run = (i: number): Tables['workflow_runs'] => ({
    id: randomUUID(),
    organization_id: organizationId,
    created_by: null,
    workflow_id: null,
    workflow_name: `Workflow ${i}`,
    status: 'completed',
    graph,
    layout: null,
    source: null,
    sample_fps: null,
    duration_s: null,
    media: null,
    progress: '{"frames_done":675,"frames_total":675,"media_time_s":27,"fps":60,"seconds_left":0}',
    nodes: '{}',
    counts: '{"lines":[],"zones":[]}',
    error: null,
    artifacts: '[]',
    inspection: null,
    resumable: 0,
    resumed_from: null,
    cost_micro_usd: 0,
    created_at: at(i),
    started_at: at(i),
    finished_at: at(i),
  })
  const copy = (i: number): Tables['models'] => ({ ...model, id: randomUUID(), name: `Model ${i}`, bundled_as: null })
  await insert(db, 'workflows', workflow)
  await insert(db, 'workflow_runs', run)
  await insert(db, 'models', copy)
  await db.destroy()
}

/** Two data sets of many images, and one of few, in the order of `Serving.datasets`. */
async function filledDatasets(organization_id: string): Promise<string[]> {
  const db = await openDatabase(dataFolders(dataDir).database)
  const created_at = new Date(Date.UTC(2026, 0, 1)).toISOString()
  const dataset = (name: string): Tables['datasets'] => ({
    id: randomUUID(),
    organization_id,
    name,
    description: null,
    readme: null,
    annotation_types: '["bbox"]',
    classes: '[{"name":"car","type":"bbox","color":"#f00"}]',
    is_public: 0,
    is_archived: 0,
    archived_at: null,
    storage_class: 'standard',
    created_by: null,
    created_at,
    updated_at: null,
    deleted_at: null,
    is_counted: 0,
  })
  const image = (dataset_id: string, i: number): Tables['images'] => ({
    id: newId(),
    organization_id,
    dataset_id,
    filename: `${i}.jpg`,
    display_name: null,
    directory_path: '/',
    status: 'new',
    is_archived: 0,
    width: 640 + (i % 700),
    height: 480,
    content_type: 'image/jpeg',
    size_bytes: BYTES.length,
    sha256: sha256Of(`${i}`),
    created_by: null,
    created_at,
    updated_at: null,
    annotation_count: 0,
    lowest_confidence: null,
    disagreement: 0,
    split: null,
    group_key: null,
    revision: 0,
  })
  const label = (dataset_id: string): Tables['labels'] => ({
    id: newId(),
    dataset_id,
    name: 'car',
    type: 'bbox',
    removed_at: null,
  })
  const annotation = (of: Tables['images'], label_id: string, position: number): Tables['annotations'] => ({
    image_id: of.id,
    id: newId(),
    label_id,
    position,
    confidence: ((position % 4) + 1) / 4,
    geometry: '{"bounding_box":{"x":1,"y":2,"w":30,"h":40}}',
    extra: null,
  })
  const sets = ['Large', 'Small', 'Exported'].map(dataset)
  await insertMany(db, 'datasets', sets)
  const labels = sets.map(({ id }) => label(id))
  await insertMany(db, 'labels', labels)
  const shared = await storedBytes(db)
  const sizes = [
    { images: IMAGES, marks: () => PER_IMAGE },
    { images: 200, marks: () => PER_IMAGE },
    // Together 200,000.
    { images: EXPORTED + 1, marks: (i: number) => (i === EXPORTED ? MOST : 9 + (i % 2)), sha256: shared },
  ]
  for (const [of, { images, marks, ...file }] of sizes.entries()) {
    const label_id = labels[of]?.id as string
    for (let from = 0; from < images; from += CHUNK * 10) {
      const count = Math.min(CHUNK * 10, images - from)
      const { id } = sets[of] as Tables['datasets']
      const rows = Array.from({ length: count }, (_, i) => ({ ...image(id, from + i), ...file }))
      await db.transaction().execute(async (tx) => {
        const own = file.sha256 === undefined ? rows.map(blobOf) : []
        // The data sets have some images in common.
        await insertMany(tx, 'blobs', own, { key: ['sha256'], set: ['size'] })
        await insertMany(tx, 'images', rows)
        const ofEach = rows.flatMap((row, r) =>
          Array.from({ length: marks(from + r) }, (_, i) => annotation(row, label_id, i)),
        )
        await insertMany(tx, 'annotations', ofEach)
      })
    }
  }
  await db.destroy()
  return sets.map(({ id }) => id)
}

function blobOf({ sha256, size_bytes }: Tables['images']): Tables['blobs'] {
  return { sha256, size: size_bytes, unreferenced_since: null }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The hash under which the file that exported images share is stored. */
async function storedBytes(db: Database): Promise<string> {
  const { blobs, quarantine, tmp } = dataFolders(dataDir)
  const path = join(tmp, 'image')
  writeFileSync(path, BYTES)
  const store = createBlobStore({
    place: folderBlobs(blobs),
    quarantine: folderQuarantine(blobs, quarantine),
    tmpDir: tmp,
    claims: createBlobClaims(db, () => new Date()),
  })
  return store.putFor(path, async ({ sha256 }) => sha256)
}

async function insert<T extends 'workflows' | 'workflow_runs' | 'models'>(
  db: Database,
  table: T,
  row: (i: number) => Tables[T],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < ROWS; from += CHUNK) {
      const rows = Array.from({ length: CHUNK }, (_, i) => row(from + i))
      await tx
        .insertInto(table)
        .values(rows as never)
        .execute()
    }
  })
}
