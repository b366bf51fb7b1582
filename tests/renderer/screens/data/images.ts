/** Images of a data set of a fake host. */
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { ListedFolder } from '../../../../src/shared/api/folders.ts'
import type { ImageSummaries, ImageSummary } from '../../../../src/shared/api/image-lists.ts'
import { AT } from '../../examples.ts'

export const idsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `image-${i}`)

export const aSummary = (id: string, part: Partial<ImageSummary> = {}): ImageSummary => ({
  id,
  filename: `${id}.jpg`,
  display_name: null,
  directory_path: '/',
  status: 'new',
  split: null,
  width: 640,
  height: 480,
  annotation_count: 0,
  is_archived: false,
  thumbnail_url: '',
  boxes: [],
  ...part,
})

export const summariesOf = (ids: readonly string[]): ImageSummaries => ({
  data: ids.map((id) => aSummary(id)),
  classes: [],
  missing: [],
})

export const aDataset = (part: Partial<Dataset> = {}): Dataset => ({
  id: 'set-1',
  organization_id: 'org',
  name: 'Street',
  description: null,
  readme: null,
  annotation_types: ['bbox'],
  image_count: 0,
  completed_image_count: 0,
  archived_image_count: 0,
  classes: [{ name: 'car', type: 'bbox', color: '#4c9be8' }],
  total_size: 2_000_000,
  is_public: false,
  is_archived: false,
  archived_at: null,
  storage_class: 'standard',
  images: null,
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aFolder = (folder_path: string, image_count = 0): ListedFolder => ({
  id: `folder ${folder_path}`,
  dataset_id: 'set-1',
  folder_path,
  full_path: folder_path,
  image_count,
  name: folder_path.split('/').at(-1) ?? '',
  parent_folder_id: null,
  created_at: AT,
})

export const anImage = (summary: ImageSummary): Image => ({
  id: summary.id,
  dataset_id: 'set-1',
  filename: summary.filename,
  display_name: summary.display_name,
  directory_path: summary.directory_path,
  status: summary.status,
  is_archived: summary.is_archived,
  width: summary.width,
  height: summary.height,
  content_type: 'image/jpeg',
  size_bytes: 48_000,
  annotation_count: summary.annotation_count,
  split: summary.split,
  image_url: '',
  thumbnail_url: '',
  annotation_url: '',
  created_at: AT,
  updated_at: AT,
})
