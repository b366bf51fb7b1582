/** Changes of directories, by path or by id: each reads its directory in the transaction that changes it. */
import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, isPostgres, lockingTransaction, newId } from '../../db/database.ts'
import { createFreeNames } from '../../db/naming/free-filename.ts'
import { unlessTaken } from '../../db/naming/resource-name.ts'
import type { DatasetRow, DirectoryRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { datasetDeleted, lockDataset } from '../content-locks.ts'
import { createTally, placeOf, readCounters } from '../counters.ts'
import {
  directoryPath,
  isAtOrBelow,
  isWithin,
  joinPath,
  nameOfPath,
  parentPath,
  requireSegment,
} from './directory-path.ts'
import { takenFilenames } from './taken-filenames.ts'

/** What names a directory in its data set. */
export type DirectoryKey = { full_path: string } | { id: string }

type Tx = Transaction<Tables>
type Owner = Pick<DatasetRow, 'id'>

export interface DirectoryChanges {
  /** Creates the directory and its parents if they are missing; does nothing for the root. The data set is locked. */
  ensure(tx: Tx, caller: Caller, dataset: DatasetRow, path: string): Promise<void>
  /** Does what `ensure` does, in a transaction of its own. */
  create(caller: Caller, dataset: DatasetRow, path: string): Promise<void>
  /**
   * Renames the directory, those below it and the directories of their images in one transaction; returns the new path.
   * `missing`: the error when there is no such directory. @throws ApiError name_conflict, invalid_field
   */
  rename(dataset: Owner, key: DirectoryKey, newName: string, missing: () => ApiError): Promise<string>
  /**
   * Deletes the directory with those below it. With `cascade`, their images move to its parent first, in steps: the
   * directories disappear in the transaction that moves the last images. @throws ApiError directory_not_empty
   */
  delete(dataset: Owner, key: DirectoryKey, cascade: boolean, missing: () => ApiError): Promise<void>
}

/** Images that one transaction moves. */
const IMAGES_AT_ONCE = 500

export function createDirectoryChanges(db: Database, now: () => Date): DirectoryChanges {
  const at = () => now().toISOString()

  async function rowOf(tx: Tx, { id }: Owner, key: DirectoryKey, missing: () => ApiError): Promise<DirectoryRow> {
    const rows = tx.selectFrom('directories').selectAll().where('dataset_id', '=', id)
    const found = 'id' in key ? rows.where('id', '=', key.id) : rows.where('full_path', '=', key.full_path)
    const row = await found.executeTakeFirst()
    if (!row) throw missing()
    return row
  }

  const imagesBelow = (tx: Tx, { dataset_id, full_path }: DirectoryRow) =>
    tx
      .selectFrom('images')
      .where('dataset_id', '=', dataset_id)
      .where(isAtOrBelow('directory_path', full_path))
      .orderBy('directory_path')
      .orderBy('filename')

  /** The directory, once nobody else changes it or its data set. `most`: images that the transaction moves. */
  async function lockedRow(
    tx: Tx,
    dataset: Owner,
    key: DirectoryKey,
    missing: () => ApiError,
    most?: number,
  ): Promise<DirectoryRow> {
    const row = await rowOf(tx, dataset, key, missing)
    if (isPostgres(tx) && most !== 0) {
      const held = imagesBelow(tx, row).select('id')
      const moved = most === undefined ? held : held.limit(most)
      await tx.selectFrom('images').select('id').where('id', 'in', moved).orderBy('id').forNoKeyUpdate().execute()
    }
    await lockDataset(tx, dataset.id)
    return rowOf(tx, dataset, key, missing)
  }

  async function moveTree(tx: Tx, row: DirectoryRow, name: string, target: string): Promise<void> {
    const change = { name, full_path: target, updated_at: at() }
    await tx.updateTable('directories').set(change).where('id', '=', row.id).execute()
    const moved = (column: string) => sql<string>`${target} || substr(${sql.ref(column)}, length(${row.full_path}) + 1)`
    await tx
      .updateTable('directories')
      .set({ full_path: moved('full_path') })
      .where('dataset_id', '=', row.dataset_id)
      .where('id', '<>', row.id)
      .where(isAtOrBelow('full_path', row.full_path))
      .execute()
    await tx
      .updateTable('images')
      .set({ directory_path: moved('directory_path') })
      .where('dataset_id', '=', row.dataset_id)
      .where(isAtOrBelow('directory_path', row.full_path))
      .execute()
    const tally = createTally(row.dataset_id)
    for (const { key, images, amount } of await readCounters(tx, row.dataset_id, 'directory')) {
      const { status, path } = placeOf(key)
      if (!isWithin(path, row.full_path)) continue
      tally.add('directory', key, -images, -amount)
      tally.add('directory', status + target + path.slice(row.full_path.length), images, amount)
    }
    await tally.write(tx)
  }

  /** Moves some images of the directory and those below it to its parent; returns whether there may be more. */
  async function moveSome(tx: Tx, row: DirectoryRow, names: ReturnType<typeof createFreeNames>): Promise<boolean> {
    const held = await imagesBelow(tx, row).selectAll().limit(IMAGES_AT_ONCE).execute()
    const parent = parentPath(row.full_path)
    const filenames = held.map(({ filename }) => filename)
    const free = await names.take(filenames, takenFilenames(tx, row.dataset_id, parent))
    const tally = createTally(row.dataset_id)
    const sameName: string[] = []
    for (const [i, image] of held.entries()) {
      const filename = free[i] as string
      tally.image(image, -1)
      tally.image({ ...image, directory_path: parent }, 1)
      if (filename === image.filename) sameName.push(image.id)
      else {
        const change = { directory_path: parent, filename }
        await tx.updateTable('images').set(change).where('id', '=', image.id).execute()
      }
    }
    if (sameName.length > 0) {
      await tx.updateTable('images').set({ directory_path: parent }).where('id', 'in', sameName).execute()
    }
    await tally.write(tx)
    return held.length === IMAGES_AT_ONCE
  }

  const isEmpty = async (tx: Tx, { dataset_id, full_path }: DirectoryRow): Promise<boolean> => {
    const image = tx.selectFrom('images').select('id').where('dataset_id', '=', dataset_id)
    const held = await image.where(isAtOrBelow('directory_path', full_path)).limit(1).executeTakeFirst()
    if (held) return false
    const directories = tx.selectFrom('directories').select('id').where('dataset_id', '=', dataset_id)
    return (await directories.where(isAtOrBelow('full_path', full_path)).limit(2).execute()).length === 1
  }

  const ensure: DirectoryChanges['ensure'] = async (tx, caller, dataset, path) => {
    let parent: string | null = null
    for (const full_path of stepsTo(path)) {
      const row: DirectoryRow = {
        id: newId(),
        organization_id: dataset.organization_id,
        dataset_id: dataset.id,
        name: nameOfPath(full_path),
        parent_directory_id: parent,
        full_path,
        created_by: caller.userId,
        created_at: at(),
        updated_at: null,
      }
      await tx
        .insertInto('directories')
        .values(row)
        .onConflict((c) => c.columns(['dataset_id', 'full_path']).doNothing())
        .execute()
      const siblings = tx.selectFrom('directories').select('id').where('dataset_id', '=', dataset.id)
      parent = (await siblings.where('full_path', '=', full_path).executeTakeFirstOrThrow()).id
    }
  }

  return {
    ensure,
    create: (caller, dataset, path) =>
      lockingTransaction(db, async (tx) => {
        if (!(await lockDataset(tx, dataset.id))) throw datasetDeleted()
        await ensure(tx, caller, dataset, path)
      }),
    async rename(dataset, key, newName, missing) {
      requireSegment(newName, '/new_name')
      let target = ''
      const move = () =>
        lockingTransaction(db, async (tx) => {
          const row = await lockedRow(tx, dataset, key, missing)
          target = directoryPath(joinPath(parentPath(row.full_path), newName), '/new_name')
          if (target !== row.full_path) await moveTree(tx, row, newName, target)
        })
      await unlessTaken(move, () => new ApiError('name_conflict', message('dataset.directory_taken', { path: target })))
      return target
    },
    async delete(dataset, key, cascade, missing) {
      const names = createFreeNames()
      const deleteSome = () =>
        lockingTransaction(db, async (tx) => {
          names.restart()
          const row = await lockedRow(tx, dataset, key, missing, cascade ? IMAGES_AT_ONCE : 0)
          if (!cascade && !(await isEmpty(tx, row))) {
            throw new ApiError('directory_not_empty', message('dataset.directory_not_empty', { path: row.full_path }))
          }
          if (cascade && (await moveSome(tx, row, names))) return true
          await tx
            .deleteFrom('directories')
            .where('dataset_id', '=', row.dataset_id)
            .where(isAtOrBelow('full_path', row.full_path))
            .execute()
          return false
        })
      while (await deleteSome()) names.keep()
    },
  }
}

/** `/a`, `/a/b`, `/a/b/c` of `/a/b/c`. */
function stepsTo(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)
}
