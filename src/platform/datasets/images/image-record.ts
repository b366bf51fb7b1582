/** An image as the API returns it. */
import { annotations } from '../../../shared/api/annotations.ts'
import type { Image } from '../../../shared/api/datasets.ts'
import { pathOf } from '../../../shared/api/endpoint.ts'
import { images } from '../../../shared/api/images.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { joinPath } from '../directories/directory-path.ts'

/** The path of the image file is never exposed. `origin` is the scheme, host and port of the server. */
export function imageOf(
  {
    organization_id: _,
    sha256: _file,
    outside_count: _outside,
    lowest_confidence: _lowest,
    disagreement: _objects,
    group_key: _group,
    ...row
  }: ImageRow,
  origin: string,
): Image {
  const picture = `${origin}${pathOf(images.content, { image_id: row.id })}`
  const filename_path = joinPath(row.directory_path, row.filename).split('/').slice(1)
  return {
    ...row,
    is_archived: row.is_archived === 1,
    image_url: picture,
    thumbnail_url: `${origin}${pathOf(images.thumbnail, { image_id: row.id })}`,
    annotation_url: `${origin}${pathOf(annotations.get, { dataset: row.dataset_id, filename_path })}`,
  }
}
