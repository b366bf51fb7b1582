/** Images as searches return them, with their tags. */
import type { SimilarImage, TaggedImage } from '../../../shared/api/search.ts'
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import { fromJson } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'

export type FoundRow = Pick<
  ImageRow,
  'id' | 'dataset_id' | 'filename' | 'directory_path' | 'status' | 'annotation_count'
> & { tags: string | null }

export const FOUND_COLUMNS = [
  'i.id',
  'i.dataset_id',
  'i.filename',
  'i.directory_path',
  'i.status',
  'i.annotation_count',
  'c.tags',
] as const

export const NO_TAGS: AutoTags = { objects: [], scenes: [], attributes: [] }

export function taggedImage({ directory_path, tags, ...row }: FoundRow): TaggedImage {
  const image_auto_tags = tags === null ? NO_TAGS : fromJson<AutoTags>(tags)
  return { ...row, virtual_directory_path: directory_path, image_auto_tags }
}

export function similarImage(row: FoundRow, similarity: number): SimilarImage {
  const { dataset_id: _, ...image } = taggedImage(row)
  return { ...image, similarity }
}
