/** The directories and classes that an import made. Those that are in use stay when it is undone. */
import type { DatasetClass } from '../../../../shared/api/datasets.ts'
import { batchesOf } from '../../../../shared/domain/batches.ts'
import { lockDataset } from '../../../datasets/content-locks.ts'
import { LABEL_KINDS } from '../../../datasets/counters.ts'
import { classesOf } from '../../../datasets/datasets.ts'
import { isAtOrBelow } from '../../../datasets/directories/directory-path.ts'
import type { Label } from '../../../datasets/stored-annotation.ts'
import { type Database, fromJsonOrNull, toJson } from '../../../db/database.ts'
import type { DatasetRow } from '../../../db/schema/datasets.ts'
import type { DatasetImportRow } from '../../../db/schema/imports.ts'
import type { Tx } from '../../../work/jobs/job.ts'
import { lackingDirectories } from '../image-place.ts'

/** What a data set lacked when the writing of an import began. */
interface Lacking {
  /** Paths that the files of the archive need. */
  directories: string[]
  /** Classes of annotations that are not in the class list. */
  unlisted: Label[]
}

const lackingOf = ({ lacking }: DatasetImportRow): Lacking =>
  fromJsonOrNull<Lacking>(lacking) ?? { directories: [], unlisted: [] }

/** JSON of `Lacking`. */
export async function notedLacking(db: Pick<Database, 'selectFrom'>, row: DatasetImportRow, dataset: DatasetRow) {
  const listed = new Set(classesOf(dataset).map(keyOf))
  const used = await db
    .selectFrom('labels as l')
    .innerJoin('dataset_counters as c', (on) =>
      on.onRef('c.dataset_id', '=', 'l.dataset_id').onRef('c.key', '=', 'l.id'),
    )
    .select(['l.name', 'l.type'])
    .distinct()
    .where('l.dataset_id', '=', dataset.id)
    .where('l.removed_at', 'is', null)
    .where('c.kind', 'in', LABEL_KINDS)
    .where('c.amount', '>', 0)
    .execute()
  const unlisted = used.filter((label) => !listed.has(keyOf(label)))
  return toJson({ directories: await lackingDirectories(db, row), unlisted } satisfies Lacking)
}

/** The deepest at first, each of which may be the last one of its parent. */
export const lackingPaths = (row: DatasetImportRow): string[] =>
  lackingOf(row).directories.sort((a, b) => b.length - a.length)

/** Removes those of the directories that are empty. */
export async function takeBackDirectories(tx: Tx, datasetId: string, paths: readonly string[]): Promise<void> {
  await lockDataset(tx, datasetId)
  for (const path of paths) {
    const image = tx.selectFrom('images').select('id').where('dataset_id', '=', datasetId)
    if (await image.where(isAtOrBelow('directory_path', path)).limit(1).executeTakeFirst()) continue
    const all = tx.selectFrom('directories').select('full_path').where('dataset_id', '=', datasetId)
    const [first, second] = await all.where(isAtOrBelow('full_path', path)).limit(2).execute()
    if (first?.full_path !== path || second) continue
    const directory = tx.deleteFrom('directories').where('dataset_id', '=', datasetId)
    await directory.where('full_path', '=', path).execute()
  }
}

/** Names of one query. */
const NAMES_AT_ONCE = 500

export async function takeBackClasses(tx: Tx, row: DatasetImportRow, updated_at: string): Promise<void> {
  const { dataset_id, made_classes } = row
  const made = fromJsonOrNull<DatasetClass[]>(made_classes) ?? []
  if (made.length === 0) return
  await lockDataset(tx, dataset_id)
  const dataset = await tx.selectFrom('datasets').selectAll().where('id', '=', dataset_id).executeTakeFirst()
  if (!dataset) return
  const used = new Set<string>()
  const names = made.map(({ name }) => name)
  for (const some of batchesOf([...new Set(names)], NAMES_AT_ONCE)) {
    const rows = await tx
      .selectFrom('labels as l')
      .select(['l.name', 'l.type'])
      .where('l.dataset_id', '=', dataset_id)
      .where('l.name', 'in', some)
      .where('l.removed_at', 'is', null)
      .where((e) => e.exists(e.selectFrom('annotations as a').select('a.id').whereRef('a.label_id', '=', 'l.id')))
      .execute()
    for (const label of rows) used.add(keyOf(label))
  }
  // Annotations had them before they were listed.
  for (const label of lackingOf(row).unlisted) used.delete(keyOf(label))
  const unused = new Map(made.filter((one) => !used.has(keyOf(one))).map((one) => [keyOf(one), one.color]))
  const classes = classesOf(dataset)
  // A class with another colour was changed since.
  const kept = classes.filter((one) => unused.get(keyOf(one)) !== one.color)
  if (kept.length === classes.length) return
  await tx
    .updateTable('datasets')
    .set({ classes: toJson(kept), updated_at })
    .where('id', '=', dataset_id)
    .execute()
}

const keyOf = ({ name, type }: Pick<DatasetClass, 'name' | 'type'>): string => `${type} ${name}`
