/** Images of a data set by names that callers give: an id or a path names one image, a bare file name all that have it. */
import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Database, isUuid } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { joinPath, ROOT, splitPath } from '../directories/directory-path.ts'

export type NamedImage = Pick<ImageRow, 'id' | 'directory_path' | 'filename' | 'width' | 'height' | 'sha256'>

export interface NamedImages {
  /** Each once, in the order of the names; those of one name in the order of their paths. */
  images: NamedImage[]
  /** Names without an image. */
  missing: string[]
}

const NAMES_AT_ONCE = 500

/** Reads no more than some `most` images of bare names: the result may have more, but not all of them. */
export async function namedImages(
  db: Database,
  datasetId: string,
  names: readonly string[],
  most: number,
): Promise<NamedImages> {
  const unique = [...new Set(names)]
  const byId = new Map<string, NamedImage>()
  const byPath = new Map<string, NamedImage>()
  const byName = new Map<string, NamedImage[]>()
  const fields = ['id', 'directory_path', 'filename', 'width', 'height', 'sha256'] as const
  const inDataset = () => db.selectFrom('images').select(fields).where('dataset_id', '=', datasetId)
  for (const some of batchesOf(unique, NAMES_AT_ONCE)) {
    const ids = some.filter(isUuid).map((id) => id.toLowerCase())
    if (ids.length > 0) {
      for (const image of await inDataset().where('id', 'in', ids).execute()) byId.set(image.id, image)
    }
    const paths = some.filter(isPath).map(splitPath)
    if (paths.length > 0) {
      const directories = [...new Set(paths.map(({ directory }) => directory))]
      const filenames = [...new Set(paths.map(({ filename }) => filename))]
      const found = await inDataset()
        .where('directory_path', 'in', directories)
        .where('filename', 'in', filenames)
        .execute()
      for (const image of found) byPath.set(pathOf(image), image)
    }
    const bare = some.filter((name) => !isPath(name) && !byId.has(name.toLowerCase()))
    if (bare.length === 0) continue
    const found = await inDataset()
      .where('filename', 'in', bare)
      .where('is_archived', '=', 0)
      .orderBy('directory_path')
      .limit(most + 1)
      .execute()
    for (const image of found) byName.set(image.filename, [...(byName.get(image.filename) ?? []), image])
  }
  const images = new Map<string, NamedImage>()
  const missing: string[] = []
  for (const name of unique) {
    const one = byId.get(name.toLowerCase()) ?? (isPath(name) ? byPath.get(pathFrom(name)) : undefined)
    const found = one ? [one] : (byName.get(name) ?? [])
    if (found.length === 0) missing.push(name)
    for (const image of found) images.set(image.id, image)
  }
  return { images: [...images.values()], missing }
}

const isPath = (name: string): boolean => name.includes('/')

const pathOf = ({ directory_path, filename }: NamedImage): string => joinPath(directory_path, filename)

function pathFrom(name: string): string {
  const { directory, filename } = splitPath(name)
  return joinPath(directory === '' ? ROOT : directory, filename)
}
