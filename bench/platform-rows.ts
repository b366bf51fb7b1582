/** Fills the data folder of a measured platform. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, insertMany, newId } from '../src/platform/db/database.ts'
import { openDatabase } from '../src/platform/db/sqlite/open-sqlite.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { createBlobClaims } from '../src/platform/files/blobs/blob-claims.ts'
import { createBlobStore } from '../src/platform/files/blobs/blob-store.ts'
import { folderBlobs } from '../src/platform/files/blobs/folder-blobs.ts'
import { folderQuarantine } from '../src/platform/files/blobs/quarantine.ts'
import { dataFolders } from '../src/platform/machine/data-folders.ts'
import { inRoot } from './child.ts'

const IMAGES = 100_000
const PER_IMAGE = 3
/** Images to export, besides one with as many annotations as an image can have. */
const EXPORTED = 20_000
const MOST = 10_000
/** Content of the file that all of them share. */
const BYTES = Buffer.alloc(1000, 'image')
/** Workflows, runs and models. */
const ROWS = 12_000
const CHUNK = 100

/** Adds workflows, runs and models of the usual size to the database of a data folder. */
export async function fillLists(dataDir: string, organizationId: string): Promise<void> {
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

/** Adds two data sets of many images and one of few, and returns their ids in the order of `Serving.datasets`. */
export async function fillDatasets(dataDir: string, organization_id: string): Promise<string[]> {
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
    outside_count: 0,
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
  const shared = await storedBytes(dataDir, db)
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
async function storedBytes(dataDir: string, db: Database): Promise<string> {
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
