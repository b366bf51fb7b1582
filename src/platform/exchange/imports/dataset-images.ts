/** Finds images of a data set by the names that labels give. */
import { sql } from 'kysely'
import { joinPath } from '../../datasets/directories/directory-path.ts'
import type { ReadImage } from '../../datasets/labels/neutral.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { keyOf } from './archive/entry-names.ts'
import { plainPath, withoutEnding } from './formats/archive-images.ts'

export type KnownImage = Pick<ImageRow, 'id' | 'width' | 'height'>

export interface DatasetImages {
  /** By its path below the directory of the import, or by a file name that no other image has. */
  find(image: Pick<ReadImage, 'path' | 'aliases' | 'isStem'>): KnownImage | null
}

/** Images of one query. */
const PAGE = 2000

/** Holds the names of all images of the data set. */
export async function datasetImages(
  db: Pick<Database, 'selectFrom'>,
  datasetId: string,
  directory: string,
  signal: AbortSignal,
): Promise<DatasetImages> {
  const byPath = new Map<string, KnownImage>()
  const byName = new Map<string, KnownImage | null>()
  const byStem = new Map<string, KnownImage | null>()
  const once = (index: Map<string, KnownImage | null>, key: string, image: KnownImage) =>
    void index.set(key, index.has(key) ? null : image)
  type Row = Pick<ImageRow, 'id' | 'directory_path' | 'filename' | 'width' | 'height'>
  for (let after: Row | undefined; ; ) {
    const page = db
      .selectFrom('images')
      .select(['id', 'directory_path', 'filename', 'width', 'height'])
      .where('dataset_id', '=', datasetId)
      .orderBy('directory_path')
      .orderBy('filename')
      .limit(PAGE)
    const rows: Row[] = await (after
      ? page.where(sql<boolean>`(directory_path, filename) > (${after.directory_path}, ${after.filename})`)
      : page
    ).execute()
    for (const { id, directory_path, filename, width, height } of rows) {
      const image = { id, width, height }
      const path = keyOf(joinPath(directory_path, filename))
      byPath.set(path, image)
      once(byStem, withoutEnding(path), image)
      once(byName, keyOf(filename), image)
      once(byStem, withoutEnding(keyOf(filename)), image)
    }
    signal.throwIfAborted()
    if (rows.length < PAGE) break
    after = rows.at(-1)
  }

  function ofName(name: string, isStem: boolean): KnownImage | null {
    const bare = keyOf(name.slice(name.lastIndexOf('/') + 1))
    for (const path of [plainPath(name), name.replace(/^\/+/, '')]) {
      const full = keyOf(joinPath(directory, path))
      const found = isStem ? byStem.get(full) : byPath.get(full)
      if (found) return found
    }
    return (isStem ? byStem.get(bare) : byName.get(bare)) ?? null
  }

  return {
    find({ path, aliases = [], isStem }) {
      for (const name of [path, ...aliases]) {
        const found = ofName(name, isStem)
        if (found) return found
      }
      return aliases.map((name) => ofName(name, true)).find((found) => found !== null) ?? null
    },
  }
}
