/**
 * Secrets at rest: encrypted by a key of their organization or of the installation, which is itself encrypted by the master
 * key, so that a copy of the database exposes none.
 */
import { randomBytes } from 'node:crypto'
import { message } from '../../shared/messages/message.ts'
import type { Database } from '../db/database.ts'
import { apartFromPieces } from '../db/first-change.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { KEY_BYTES, seal, unseal } from './sealing.ts'

/** The row that holds a secret. */
export interface SecretPlace {
  /** Null for a secret of the installation, such as that of a person, who may be a member of several organizations. */
  organizationId: string | null
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

/** Keys of organizations that are tried at the start. */
const CANARIES = 20
const TABLE = 'data_keys'
const INSTALLATION = 'installation'

/** @throws StartFailure when the master key is not that of the database */
export async function openSecrets(db: Database, masterKey: Buffer, now: () => Date): Promise<Secrets> {
  const keys = new Map<string | null, Buffer>()
  const keyPlace = (organizationId: string | null) =>
    organizationId === null ? [INSTALLATION] : [TABLE, organizationId]
  const unwrap = (organizationId: string | null, wrapped: string) =>
    unseal(masterKey, keyPlace(organizationId), wrapped)

  const canaries = await db.selectFrom(TABLE).selectAll().orderBy('created_at').limit(CANARIES).execute()
  const own = await wrappedKeyOf(null)
  const isOpened = canaries.some((row) => unwrap(row.organization_id, row.wrapped)) || (own && unwrap(null, own))
  if ((canaries.length > 0 || own) && !isOpened) throw new StartFailure(message('host.master_key_wrong'))

  async function wrappedKeyOf(organizationId: string | null): Promise<string | null> {
    if (organizationId === null) {
      const row = await db.selectFrom(INSTALLATION).select('data_key').executeTakeFirst()
      return row?.data_key ?? null
    }
    const query = db.selectFrom(TABLE).select('wrapped').where('organization_id', '=', organizationId)
    return (await query.executeTakeFirst())?.wrapped ?? null
  }

  async function keyOf(organizationId: string | null): Promise<Buffer | null> {
    const known = keys.get(organizationId)
    if (known) return known
    const wrapped = await wrappedKeyOf(organizationId)
    const key = wrapped === null ? null : unwrap(organizationId, wrapped)
    if (key) keys.set(organizationId, key)
    return key
  }

  /** Of two simultaneous calls, the first stores the key. */
  async function makeKey(organizationId: string | null): Promise<void> {
    const wrapped = seal(masterKey, keyPlace(organizationId), randomBytes(KEY_BYTES))
    await apartFromPieces(async () => {
      if (organizationId === null) {
        await db.updateTable(INSTALLATION).set({ data_key: wrapped }).where('data_key', 'is', null).execute()
        return
      }
      await db
        .insertInto(TABLE)
        .values({ organization_id: organizationId, wrapped, created_at: now().toISOString() })
        .onConflict((c) => c.column('organization_id').doNothing())
        .execute()
    })
  }

  const placeOf = ({ table, column, row }: SecretPlace) => [table, column, row]
  return {
    async seal(place, secret) {
      if (!(await keyOf(place.organizationId))) await makeKey(place.organizationId)
      const key = await keyOf(place.organizationId)
      if (!key) throw new Error(`The data key of ${place.organizationId ?? 'the installation'} can’t be read.`)
      return seal(key, placeOf(place), Buffer.from(secret))
    },
    async open(place, stored) {
      const key = await keyOf(place.organizationId)
      return key && (unseal(key, placeOf(place), stored)?.toString() ?? null)
    },
  }
}
