/** An image as the API returns it. */
import type { Image } from '../../shared/api/datasets.ts'
import { DEVELOPER_PREFIX } from '../../shared/api/endpoint.ts'
import type { ImageRow } from '../db/tables.ts'
import { joinPath } from '../directories/directory-path.ts'

export interface CountedImageRow extends ImageRow {
  annotation_count: number
}

/** The path of the image file is never exposed. `origin` is the scheme, host and port of the server. */
export function imageOf(
  { organization_id: _, created_by: _author, sha256: _file, ...row }: CountedImageRow,
  origin: string,
): Image {
  const base = `${origin}${DEVELOPER_PREFIX}`
  const picture = `${base}/images/${row.id}/content`
  const path = joinPath(row.directory_path, row.filename).split('/').map(encodeURIComponent).join('/')
  return {
    ...row,
    is_archived: row.is_archived === 1,
    image_url: picture,
    thumbnail_url: picture,
    annotation_url: `${base}/annotations/${row.dataset_id}${path}`,
  }
}
