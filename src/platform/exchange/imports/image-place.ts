/** The directories in which an import places the images of its archive. */
import type { ImportPlan } from '../../../shared/api/imports.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { joinPath, parentPath, ROOT, splitPath } from '../../datasets/directories/directory-path.ts'
import { type Database, fromJsonOrNull } from '../../db/database.ts'
import type { DatasetImportRow } from '../../db/schema/imports.ts'
import { pathWithFolders, plainPath } from './formats/archive-images.ts'

interface Place {
  directory: string
  filename: string
}

/** Returns the place of each file of the archive in the data set. */
export function imagePlaces({ directory_path, plan }: Pick<DatasetImportRow, 'directory_path' | 'plan'>) {
  const isDivided = fromJsonOrNull<ImportPlan>(plan)?.rules.some(({ code }) => code === 'image.folders_kept') ?? false
  const pathOf = isDivided ? pathWithFolders : plainPath
  return (file: string): Place => {
    const { directory, filename } = splitPath(pathOf(file))
    return { filename, directory: directory === ROOT ? directory_path : joinPath(directory_path, directory.slice(1)) }
  }
}

/** Files, and paths, of one query. */
const [FILES_AT_ONCE, PATHS_AT_ONCE] = [2000, 500]

/** The directories that the files of the archive need and that the data set lacks. */
export async function lackingDirectories(db: Pick<Database, 'selectFrom'>, row: DatasetImportRow): Promise<string[]> {
  const needed = new Set<string>()
  const placeOf = imagePlaces(row)
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
      const { directory } = placeOf(file)
      for (let path = directory; path !== ROOT && !needed.has(path); path = parentPath(path)) needed.add(path)
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
