/** All that an import can change in a data set, as its readers find it. */
import type { AnnotationComment } from '../../../../src/shared/api/annotation-comments.ts'
import type { ImageAnnotations } from '../../../../src/shared/api/annotations.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Directory } from '../../../../src/shared/api/directories.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'

/** Classes, directories, images, annotations in their order, comments and counters; the history may have new entries. */
export async function wholeState(h: Harness, datasetId: string): Promise<object> {
  const { body } = await h.api<Dataset>('GET', `/datasets/${datasetId}?include_images=true`)
  const { updated_at, images, ...dataset } = body
  const directories = (await h.api<Directory[]>('GET', `/directories/${datasetId}`)).body
  const known = [...(images ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    dataset,
    directories: directories.map(({ id, full_path, image_count }) => ({ id, full_path, image_count })),
    images: await Promise.all(known.map((image) => imageState(h, datasetId, image))),
    counters: await countersOf(h, datasetId),
  }
}

async function imageState(h: Harness, datasetId: string, { updated_at, ...image }: Image): Promise<object> {
  const { annotations } = (await h.api<ImageAnnotations>('GET', `/annotations/${datasetId}/${image.id}`)).body
  const comments = await h.api<{ data: AnnotationComment[] }>('GET', `/annotation-comments?image_id=${image.id}`)
  return { image: { ...image, revision: null }, annotations, comments: comments.body }
}

async function countersOf({ dataDir }: Harness, datasetId: string): Promise<string[]> {
  const db = await openPlatformDatabase(dataDir)
  try {
    const rows = await db.selectFrom('dataset_counters').selectAll().where('dataset_id', '=', datasetId).execute()
    const counted = rows.filter(({ images, amount }) => Number(images) !== 0 || Number(amount) !== 0)
    return counted.map(({ kind, key, images, amount }) => `${kind} ${key} ${images} ${amount}`).sort()
  } finally {
    await db.destroy()
  }
}
