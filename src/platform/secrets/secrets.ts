/**
 * Secrets at rest: encrypted by a key of their organization, which is itself encrypted by the master key, so that a copy
 * of the database exposes none.
 */
import { randomBytes } from 'node:crypto'
import { message } from '../../shared/messages/message.ts'
import type { Database } from '../db/database.ts'
import { apartFromPieces } from '../db/first-change.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { KEY_BYTES, seal, unseal } from './sealing.ts'

/** The row that holds a secret. */
export interface SecretPlace {
  organizationId: string
  table: string
  column: string
  row: string
}

export interface Secrets {
  /** Returns what to store in that place. */
  seal(place: SecretPlace, secret: string): Promise<string>
  /** Null for a text that was changed, or sealed for another place or by another master key. */
  open(place: SecretPlace, stored: string): Promise<string | null>
}

/** Keys that are tried at the start. */
const CANARIES = 20
const TABLE = 'data_keys'

/** @throws StartFailure when the master key is not that of the database */
export async function openSecrets(db: Database, masterKey: Buffer, now: () => Date): Promise<Secrets> {
  const keys = new Map<string, Buffer>()
  const unwrap = (organizationId: string, wrapped: string) => unseal(masterKey, [TABLE, organizationId], wrapped)

  const canaries = await db.selectFrom(TABLE).selectAll().orderBy('created_at').limit(CANARIES).execute()
  if (canaries.length > 0 && !canaries.some((row) => unwrap(row.organization_id, row.wrapped))) {
    throw new StartFailure(message('host.master_key_wrong'))
  }

  async function keyOf(organizationId: string): Promise<Buffer | null> {
    const known = keys.get(organizationId)
    if (known) return known
    const query = db.selectFrom(TABLE).select('wrapped').where('organization_id', '=', organizationId)
    const row = await query.executeTakeFirst()
    const key = row ? unwrap(organizationId, row.wrapped) : null
    if (key) keys.set(organizationId, key)
    return key
  }

  /** Of two simultaneous calls, the first stores the key. */
  async function makeKey(organizationId: string): Promise<void> {
    const wrapped = seal(masterKey, [TABLE, organizationId], randomBytes(KEY_BYTES))
    const row = { organization_id: organizationId, wrapped, created_at: now().toISOString() }
    await apartFromPieces(() =>
      db
        .insertInto(TABLE)
        .values(row)
        .onConflict((c) => c.column('organization_id').doNothing())
        .execute(),
    )
  }

  const placeOf = ({ table, column, row }: SecretPlace) => [table, column, row]
  return {
    async seal(place, secret) {
      if (!(await keyOf(place.organizationId))) await makeKey(place.organizationId)
      const key = await keyOf(place.organizationId)
      if (!key) throw new Error(`The data key of organization ${place.organizationId} can’t be read.`)
      return seal(key, placeOf(place), Buffer.from(secret))
    },
    async open(place, stored) {
      const key = await keyOf(place.organizationId)
      return key && (unseal(key, placeOf(place), stored)?.toString() ?? null)
    },
  }
}
