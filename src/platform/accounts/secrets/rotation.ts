/**
 * Replaces the master key: every data key is wrapped again in one transaction. A crash leaves a database that is encrypted by
 * the key in the file, or by the one beside it, which the next start finds.
 */
import type { Database } from '../../db/database.ts'
import { keyThatFits, newDataKey, unwrap, wrap } from './data-keys.ts'
import { type MasterKeySource, newMasterKey, textOf, writeNextKey } from './master-key.ts'

/** The reason for which nothing was changed, as a sentence. */
export class RotationFailure extends Error {
  override readonly name = 'RotationFailure'
}

export interface RotationOptions {
  db: Database
  source: MasterKeySource
  /** The folder of secrets. */
  folder: string
  /** Made unless given. */
  next: Buffer | undefined
  /** Organization of the data key that is made when the database has none; a running server detects the rotation by it. */
  organizationId: string
  now: () => Date
  /** Called with a new key that is written nowhere, before it is used. */
  announce(key: string): Promise<void>
  /** Called in the transaction. */
  note(tx: Database, rotated: RotatedKeys): Promise<unknown>
  /** Puts the transaction on the disk. */
  sync(): Promise<void>
}

export interface RotatedKeys {
  rotated: number
  /** Data keys that could not be read before either: their secrets stay unreadable. */
  unreadable: number
}

/** @throws RotationFailure */
export async function rotateMasterKey(options: RotationOptions): Promise<RotatedKeys> {
  const { db, source, folder, organizationId, now, note } = options
  const stored = await db.selectFrom('data_keys').select(['organization_id', 'wrapped']).execute()
  const current = stored.length === 0 ? await source.first() : keyThatFits(stored, await source.candidates())
  if (!current) {
    throw new RotationFailure(
      source.isGiven
        ? 'The master key in SIGHTLINE_MASTER_KEY or SIGHTLINE_MASTER_KEY_FILE is not the one of this database.'
        : `${folder} has no master key of this database. Name the present one in SIGHTLINE_MASTER_KEY.`,
    )
  }
  await source.confirm(current)
  const next = options.next ?? newMasterKey()
  if (next.equals(current)) throw new RotationFailure('The new master key is the present one.')

  if (!source.isGiven) await writeNextKey(folder, next)
  else if (!options.next) await options.announce(textOf(next))
  const done = await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('data_keys').selectAll().execute()
    const readable = rows.flatMap((row) => {
      const key = unwrap(current, row)
      return key ? [{ organizationId: row.organization_id, key }] : []
    })
    if (rows.length > 0 && readable.length === 0) {
      throw new RotationFailure('The master key was rotated by another command meanwhile. Nothing was changed.')
    }
    if (rows.length === 0) {
      const wrapped = wrap(next, organizationId, newDataKey())
      const row = { organization_id: organizationId, wrapped, created_at: now().toISOString() }
      await tx.insertInto('data_keys').values(row).execute()
    }
    for (const { organizationId, key } of readable) {
      const change = { wrapped: wrap(next, organizationId, key) }
      await tx.updateTable('data_keys').set(change).where('organization_id', '=', organizationId).execute()
    }
    const rotated = { rotated: readable.length, unreadable: rows.length - readable.length }
    await note(tx, rotated)
    return rotated
  })
  await options.sync()
  await source.confirm(next)
  return done
}
