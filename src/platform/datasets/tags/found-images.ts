/** Images as searches return them, with their tags. */
import type { SimilarImage, TaggedImage } from '../../../shared/api/search.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { tagsOfImages } from './image-tags.ts'

export type FoundRow = Pick<
  ImageRow,
  'id' | 'dataset_id' | 'filename' | 'directory_path' | 'status' | 'annotation_count'
>

export const FOUND_COLUMNS = [
  'i.id',
  'i.dataset_id',
  'i.filename',
  'i.directory_path',
  'i.status',
  'i.annotation_count',
] as const

const NO_TAGS: TaggedImage['image_auto_tags'] = { objects: [], scenes: [], attributes: [] }

export async function taggedImages(
  db: Pick<Database, 'selectFrom'>,
  rows: readonly FoundRow[],
): Promise<TaggedImage[]> {
  const tags = await tagsOfImages(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, dataset_id, filename, directory_path, status, annotation_count }) => ({
    id,
    dataset_id,
    filename,
    virtual_directory_path: directory_path,
    status,
    annotation_count,
    image_auto_tags: tags.get(id) ?? NO_TAGS,
  }))
}

export async function similarImages(
  db: Pick<Database, 'selectFrom'>,
  found: readonly (FoundRow & { similarity: number })[],
): Promise<SimilarImage[]> {
  const images = await taggedImages(db, found)
  return images.map(({ dataset_id: _, ...image }, i) => ({ ...image, similarity: found[i]?.similarity ?? 0 }))
}
