/**
 * Secrets at rest: encrypted by a key of their organization, which is itself encrypted by the master key, so that a copy
 * of the database exposes none.
 */
import { hkdfSync } from 'node:crypto'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { apartFromPieces } from '../../db/first-change.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import { keyThatFits, newDataKey, readCanaries, unwrap, wrap } from './data-keys.ts'
import type { MasterKeySource } from './master-key.ts'
import { seal, unseal } from './sealing.ts'

const DERIVED_BYTES = 32

interface Needs {
  db: Database
  source: MasterKeySource
  now: () => Date
  log: Log
}

/** @throws StartFailure when the master key is not that of the database */
export async function openSecrets({ db, source, now, log }: Needs): Promise<Secrets> {
  const keys = new Map<string, Buffer>()
  const canaries = await readCanaries(db)
  const fitting = canaries.length === 0 ? await source.first() : keyThatFits(canaries, await source.candidates())
  if (!fitting) throw new StartFailure(message('host.master_key_wrong'))
  await source.confirm(fitting)
  let masterKey = fitting

  /** Tries the present master key first, then those in the data folder: it may have been rotated meanwhile. */
  async function unwrapped<T>(attempt: (key: Buffer) => T | null): Promise<T | null> {
    const opened = attempt(masterKey)
    if (opened !== null) return opened
    for (const key of await source.candidates()) {
      const found = attempt(key)
      if (found === null) continue
      masterKey = key
      return found
    }
    return null
  }

  const reported = new Set<string>()
  function report(organizationId: string): void {
    if (reported.has(organizationId)) return
    reported.add(organizationId)
    const isRestartNeeded = source.isGiven ? ' If the master key was rotated, restart the server with the new one.' : ''
    log('error', `The data key of organization ${organizationId} can’t be decrypted.${isRestartNeeded}`)
  }

  async function keyOf(organizationId: string): Promise<Buffer | null> {
    const known = keys.get(organizationId)
    if (known) return known
    const query = db.selectFrom('data_keys').selectAll().where('organization_id', '=', organizationId)
    const row = await query.executeTakeFirst()
    const key = row ? await unwrapped((masterKey) => unwrap(masterKey, row)) : null
    if (key) keys.set(organizationId, key)
    else if (row) report(organizationId)
    return key
  }

  /**
   * Makes a data key; only the first of two simultaneous calls stores its own. The same transaction checks that the
   * master key is still that of the database, since a rotation that is under way would not wrap the new key again.
   */
  const makeKey = (organizationId: string): Promise<void> =>
    apartFromPieces(() =>
      db.transaction().execute(async (tx) => {
        const canaries = await readCanaries(tx)
        const wrapped = await unwrapped((key) =>
          canaries.length === 0 || keyThatFits(canaries, [key]) ? wrap(key, organizationId, newDataKey()) : null,
        )
        if (wrapped === null) return report(organizationId)
        await tx
          .insertInto('data_keys')
          .values({ organization_id: organizationId, wrapped, created_at: now().toISOString() })
          .onConflict((c) => c.column('organization_id').doNothing())
          .execute()
      }),
    )

  /** Made when it is first needed. */
  async function anyKeyOf(organizationId: string): Promise<Buffer> {
    if (!(await keyOf(organizationId))) await makeKey(organizationId)
    const key = await keyOf(organizationId)
    if (!key) throw new Error(`The data key of organization ${organizationId} can’t be read.`)
    return key
  }

  const placeOf = ({ table, column, row }: SecretPlace) => [table, column, row]
  return {
    async derived(organizationId, purpose) {
      const secret = hkdfSync('sha256', await anyKeyOf(organizationId), '', purpose, DERIVED_BYTES)
      return Buffer.from(secret).toString('base64url')
    },
    async seal(place, secret) {
      return seal(await anyKeyOf(place.organizationId), placeOf(place), Buffer.from(secret))
    },
    async open(place, stored) {
      const key = await keyOf(place.organizationId)
      return key && (unseal(key, placeOf(place), stored)?.toString() ?? null)
    },
  }
}
