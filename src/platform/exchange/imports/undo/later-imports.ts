/**
 * Imports that changed an image after the one that is undone. What they keep for their own undo is then what they would have
 * found without it.
 */
import type { ImportMode } from '../../../../shared/api/imports.ts'
import { fromJsonOrNull } from '../../../db/database.ts'
import type { ImportImageRow } from '../../../db/schema/imports.ts'
import type { Tx } from '../../../work/jobs/job.ts'
import type { TouchedImage } from '../import-repository.ts'
import { jsonOf, type KnownRow, type Made } from '../label-rows.ts'
import { type Beside, rowsWithout, type TakeBack } from './take-back-labels.ts'

type LaterImport = Pick<ImportImageRow, 'import_id' | 'position' | 'revision' | 'made' | 'previous'> & {
  image_id: string
  mode: ImportMode
}

/** By image, in the order in which they changed it. `images`: different ones. */
export async function laterImports(
  tx: Pick<Tx, 'selectFrom'>,
  importId: string,
  images: readonly TouchedImage[],
): Promise<Map<string, LaterImport[]>> {
  const revisions = new Map(images.map(({ image_id, revision }) => [image_id, revision]))
  const rows = await tx
    .selectFrom('import_images as i')
    .innerJoin('dataset_imports as d', 'd.id', 'i.import_id')
    .select(['i.import_id', 'i.position', 'i.revision', 'i.image_id', 'i.made', 'i.previous', 'd.mode'])
    .where('i.image_id', 'in', [...revisions.keys()])
    .where('i.import_id', '<>', importId)
    .where('i.state', '=', 'done')
    .where('i.revision', '>', 0)
    .orderBy('i.revision')
    .execute()
  const later = new Map<string, LaterImport[]>()
  for (const row of rows as LaterImport[]) {
    if (row.revision <= (revisions.get(row.image_id) ?? 0)) continue
    const known = later.get(row.image_id)
    if (known) known.push(row)
    else later.set(row.image_id, [row])
  }
  return later
}

/** Returns how the import is then taken back from the image itself. */
export async function takeBackFromLater(
  tx: Pick<Tx, 'updateTable'>,
  later: readonly LaterImport[],
  back: TakeBack,
): Promise<Beside> {
  let isRestored = true
  const kept = new Set<string>()
  for (const { import_id, position, mode, made, previous } of later) {
    // A later import that replaces all annotations would have removed those that come back.
    const beside: Beside = { isRestored: isRestored && mode === 'replace', kept }
    const rows = jsonOf(rowsWithout(back, fromJsonOrNull<KnownRow[]>(previous) ?? [], beside))
    if (mode === 'replace') isRestored = false
    for (const [id] of fromJsonOrNull<Made[]>(made) ?? []) kept.add(id)
    if (rows === previous) continue
    const image = tx.updateTable('import_images').set({ previous: rows }).where('import_id', '=', import_id)
    await image.where('position', '=', position).execute()
  }
  return { isRestored, kept }
}
