/** Data sets for the labelling page and the grid: frames of the demo video, and 100,000 images that share their files. */

import { recount } from '../../src/platform/datasets/counters.ts'
import { insertMany, newId } from '../../src/platform/db/database.ts'
import { openDatabase } from '../../src/platform/db/sqlite/open-sqlite.ts'
import { dataFolders } from '../../src/platform/machine/data-folders.ts'
import type { BatchJob } from '../../src/shared/api/auto-annotate.ts'
import type { VideoExtractionJob } from '../../src/shared/api/video.ts'
import type { Annotation } from '../../src/shared/domain/annotation.ts'
import type { RunningHost } from '../../tests/e2e/host.ts'
import { type HostApi, hostApi } from './host-api.ts'
import { until } from './limits.ts'

export interface LabellingData extends HostApi {
  datasetId: string
  /** Ids of frames of the demo video, in their order. */
  frames: readonly string[]
  /** Objects of each frame, found by the bundled model. */
  objects: readonly (readonly Annotation[])[]
}

const FRAMES = 24
const AT_ONCE = 1000

export async function labellingData(host: RunningHost): Promise<LabellingData> {
  const { api, close } = await hostApi(host)
  const { id: datasetId } = await api<{ id: string }>('datasets.create', { body: { name: 'Frames' } })
  const times_s = Array.from({ length: FRAMES }, (_, i) => i)
  const selection = { by: 'moments', times_s }
  const video = { dataset_name: datasetId, store_path: 'sightline://demo/street-crossing.mp4', selection }
  const { job_id } = await api<VideoExtractionJob>('video.extractFrames', { body: { ...video, directory_name: 'f' } })
  const extracted = await until('The extraction of frames', async () => {
    const job = await api<VideoExtractionJob>('video.extraction', { params: { job_id } })
    return job.status === 'processing' ? null : job
  })
  const frames = extracted.image_ids ?? []
  if (frames.length !== FRAMES) throw new Error(`the extraction of frames ended with ${JSON.stringify(extracted)}`)
  const detecting = { dataset_name: datasetId, image_filenames: frames, model_id: 'street-detector' }
  const batch = await api<BatchJob>('autoAnnotate.batch', { body: { ...detecting, confidence_threshold: 0.5 } })
  const { status } = await until('The detection in frames', async () => {
    const job = await api<BatchJob>('autoAnnotate.batchStatus', { params: { job_id: batch.job_id } })
    return job.status === 'pending' || job.status === 'running' ? null : job
  })
  if (status !== 'completed') throw new Error(`the detection in frames ended with ${status}`)
  const objects: (readonly Annotation[])[] = []
  for (const image_id of frames) {
    const read = await api<{ annotations: Annotation[] }>('imageAnnotations.get', { params: { image_id } })
    objects.push(read.annotations)
  }
  return { api, datasetId, frames, objects, close }
}

/** A data set of `count` images, whose files are those of another data set. Returns its id. */
export async function manyImages(
  { dataDir }: RunningHost,
  { api, datasetId }: LabellingData,
  count: number,
): Promise<string> {
  const { id } = await api<{ id: string }>('datasets.create', { body: { name: `${count} images` } })
  const db = await openDatabase(dataFolders(dataDir).database)
  const known = await db.selectFrom('images').selectAll().where('dataset_id', '=', datasetId).execute()
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => {
      const like = known[(from + n) % known.length] as (typeof known)[number]
      const empty = {
        annotation_count: 0,
        outside_count: 0,
        lowest_confidence: null,
        disagreement: 0,
        group_key: null,
        revision: 0,
      }
      const filename = `image-${String(from + n).padStart(6, '0')}.jpg`
      return { ...like, ...empty, id: newId(), dataset_id: id, directory_path: '/', filename }
    })
    await insertMany(db, 'images', rows)
  }
  await recount(db, id)
  await db.destroy()
  return id
}
