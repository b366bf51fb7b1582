/** The directories in which an import places the images of its archive. */
import { batchesOf } from '../../../shared/domain/batches.ts'
import { joinPath, parentPath, ROOT, splitPath } from '../../datasets/directories/directory-path.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetImportRow } from '../../db/schema/imports.ts'
import { plainPath } from './formats/archive-images.ts'

/** The directory of a file of the archive. */
export function placeOf({ directory_path }: Pick<DatasetImportRow, 'directory_path'>, file: string): string {
  const { directory } = splitPath(plainPath(file))
  return directory === ROOT ? directory_path : joinPath(directory_path, directory.slice(1))
}

/** Files, and paths, of one query. */
const [FILES_AT_ONCE, PATHS_AT_ONCE] = [2000, 500]

/** The directories that the files of the archive need and that the data set lacks. */
export async function lackingDirectories(db: Pick<Database, 'selectFrom'>, row: DatasetImportRow): Promise<string[]> {
  const needed = new Set<string>()
  for (let after = -1; ; ) {
    const page = await db
      .selectFrom('import_images')
      .select(['position', 'file'])
      .where('import_id', '=', row.id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(FILES_AT_ONCE)
      .execute()
    for (const { file } of page) {
      if (file === null) continue
      for (let path = placeOf(row, file); path !== ROOT && !needed.has(path); path = parentPath(path)) needed.add(path)
    }
    after = page.at(-1)?.position ?? after
    if (page.length < FILES_AT_ONCE) break
  }
  for (const some of batchesOf([...needed], PATHS_AT_ONCE)) {
    const there = db.selectFrom('directories').select('full_path').where('dataset_id', '=', row.dataset_id)
    for (const { full_path } of await there.where('full_path', 'in', some).execute()) needed.delete(full_path)
  }
  return [...needed]
}
