/** Data sets that are made of the images of another one: counted, created, and queued to be filled. */
import { type DatasetDerive, type DerivedDataset, usualNameOf } from '../../../shared/api/derived-datasets.ts'
import { message } from '../../../shared/messages/message.ts'
import { requireRoom, SOMETHING } from '../../accounts/quota/quota.ts'
import { readCounters } from '../../datasets/counters.ts'
import type { DatasetRepository, Datasets } from '../../datasets/datasets.ts'
import { type Database, newId } from '../../db/database.ts'
import { insertWithFreeName, invalidField, requirePathName } from '../../db/naming/resource-name.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { DATASET_DERIVATION, type DerivePayload } from './derive-job.ts'
import { countPictures, type DeriveSettings, MOST_TILES } from './plan-pictures.ts'

/**
 * Returns at once; the job fills the data set.
 * @throws ApiError not_found, invalid_field, image_quota_reached, storage_quota_reached
 */
export type DeriveDataset = (caller: Caller, dataset: string, request: DatasetDerive) => Promise<DerivedDataset>

export interface DeriveDatasetOptions {
  db: Database
  datasets: Datasets
  repository: DatasetRepository
  jobs: Jobs
  now: () => Date
}

export function createDeriveDataset({ db, datasets, repository, jobs, now }: DeriveDatasetOptions): DeriveDataset {
  async function counted(dataset: DatasetRow, settings: DeriveSettings) {
    const sizes = await readCounters(db, dataset.id, 'size')
    const states = await readCounters(db, dataset.id, 'state')
    const bytes = states.filter(({ key }) => key !== 'archived').reduce((sum, { amount }) => sum + amount, 0)
    let [source_images, images, pixels, madePixels] = [0, 0, 0, 0]
    for (const { key, images: n } of sizes) {
      const [width = 0, height = 0] = key.split('x').map(Number)
      const each = countPictures(settings, { width, height })
      if (each > MOST_TILES)
        throw invalidField('/tile/size', message('derive.many_tiles', { n: each, most: MOST_TILES }))
      source_images += n
      images += n * each
      pixels += n * width * height
      madePixels += n * width * height * (settings.tile ? tiledShare(settings, { width, height }, each) : each)
    }
    const originals = settings.augment?.include_originals ? source_images : 0
    const estimated_bytes = pixels > 0 ? Math.round((bytes * madePixels) / pixels) : 0
    return { source_images, images: images + originals, estimated_bytes }
  }

  return async (caller, nameOrId, { name, dry_run, ...settings }) => {
    checkDerivation(settings)
    if (name !== undefined) requirePathName(name)
    const source = await datasets.rowOf(caller, nameOrId)
    const kind = settings.augment ? 'augment' : 'tile'
    const figures = { kind, source_dataset_id: source.id, ...(await counted(source, settings)) } as const
    if (dry_run) return { ...figures, dataset_id: null, dataset_name: null, job_id: null }
    // The number of pictures is certain, their size is not.
    await requireRoom(db, caller.organizationId, { images: figures.images, ...SOMETHING })
    const job_id = newId()
    const { annotation_types, classes, organization_id, storage_class } = source
    const row: DatasetRow = {
      id: newId(),
      created_by: caller.userId,
      name: name ?? usualNameOf(source.name, kind),
      description: null,
      readme: null,
      annotation_types,
      classes,
      organization_id,
      storage_class,
      is_public: 0,
      is_archived: 0,
      archived_at: null,
      created_at: now().toISOString(),
      updated_at: null,
      deleted_at: null,
      is_counted: 1,
    }
    const payload: DerivePayload = { source: source.id, target: row.id, settings }
    const insert = (named: DatasetRow) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('datasets').values(named).execute()
        await jobs.enqueue(tx, { id: job_id, caller, kind: DATASET_DERIVATION, subject: named.name, payload })
      })
    const made = await insertWithFreeName({ nameTaken: repository.nameTaken, insert }, row)
    jobs.wake()
    return { ...figures, dataset_id: made.id, dataset_name: made.name, job_id }
  }
}

/** @throws ApiError invalid_field */
export function checkDerivation({ augment, tile }: DeriveSettings): void {
  if (!augment === !tile) throw invalidField('/augment', message('derive.one_kind'))
  if (tile && (tile.size === undefined) === (tile.rows === undefined && tile.columns === undefined)) {
    throw invalidField('/tile/size', message('derive.tile_size'))
  }
  for (const name of ['rotate', 'scale', 'brightness', 'contrast', 'saturation', 'blur', 'noise'] as const) {
    const range = augment?.[name]
    if (range && range.min > range.max) throw invalidField(`/augment/${name}/max`, message('derive.range'))
  }
}

/** The pixels of all tiles as a share of those of their image. */
function tiledShare(
  { tile }: DeriveSettings,
  { width, height }: { width: number; height: number },
  count: number,
): number {
  if (!tile) return 0
  if (tile.size !== undefined)
    return (count * Math.min(tile.size, width) * Math.min(tile.size, height)) / (width * height)
  const along = (n: number) => n / (n - (n - 1) * tile.overlap)
  return along(tile.rows ?? 1) * along(tile.columns ?? 1)
}
