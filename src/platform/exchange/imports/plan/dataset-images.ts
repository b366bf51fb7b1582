/** Finds images of a data set by the paths that labels give, as those of an archive are found. */
import { sql } from 'kysely'
import { joinPath } from '../../../datasets/directories/directory-path.ts'
import type { ReadImage } from '../../../datasets/labels/neutral.ts'
import type { Database } from '../../../db/database.ts'
import type { ImageRow } from '../../../db/schema/datasets.ts'
import { plainPath } from '../formats/archive-images.ts'
import { pathIndex } from '../matching/path-index.ts'

export type KnownImage = Pick<ImageRow, 'id' | 'width' | 'height' | 'split'>

export interface DatasetImages {
  /** Returns the paths of several images when nothing decides among them, and null when no image has the name. */
  find(image: Pick<ReadImage, 'path' | 'aliases' | 'isStem' | 'near' | 'subset'>): KnownImage | readonly string[] | null
}

/** Images of one query. */
const PAGE = 2000

/** Holds the paths of all images of the data set. `directory`: that of the import, in which its images are looked for first. */
export async function datasetImages(
  db: Pick<Database, 'selectFrom'>,
  datasetId: string,
  directory: string,
  signal: AbortSignal,
): Promise<DatasetImages> {
  const [images, paths]: [KnownImage[], string[]] = [[], []]
  type Row = Pick<ImageRow, 'id' | 'directory_path' | 'filename' | 'width' | 'height' | 'split'>
  for (let after: Row | undefined; ; ) {
    const page = db
      .selectFrom('images')
      .select(['id', 'directory_path', 'filename', 'width', 'height', 'split'])
      .where('dataset_id', '=', datasetId)
      .orderBy('directory_path')
      .orderBy('filename')
      .limit(PAGE)
    const rows: Row[] = await (after
      ? page.where(sql<boolean>`(directory_path, filename) > (${after.directory_path}, ${after.filename})`)
      : page
    ).execute()
    for (const { id, directory_path, filename, width, height, split } of rows) {
      images.push({ id, width, height, split })
      paths.push(joinPath(directory_path, filename))
    }
    signal.throwIfAborted()
    if (rows.length < PAGE) break
    after = rows.at(-1)
  }
  const index = pathIndex(paths)

  return {
    find({ path, aliases = [], isStem, near = '', subset }) {
      const place = { near: joinPath(directory, near), subset }
      const names = [path, ...aliases].map((name) => ({ name, isStem }))
      for (const { name, ...search } of [...names, ...aliases.map((alias) => ({ name: alias, isStem: true }))]) {
        // The image may have come from an archive, whose folders of images and splits are left out.
        for (const one of new Set([name, plainPath(name)])) {
          const match = index.match(one, { ...place, ...search })
          if (match)
            return 'found' in match ? (images[match.found] ?? null) : match.among.map((i) => paths[i] as string)
        }
      }
      return null
    },
  }
}
