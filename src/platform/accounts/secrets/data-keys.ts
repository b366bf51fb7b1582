/** The data keys of organizations, as they are stored: encrypted by the master key. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { DataKeyRow } from '../../db/schema/secrets.ts'
import { KEY_BYTES, seal, unseal } from './sealing.ts'

const TABLE = 'data_keys'

/** Keys that are tried to find out whether a master key is the one of the database. */
const CANARIES = 20

type Wrapped = Pick<DataKeyRow, 'organization_id' | 'wrapped'>

/** Null for another master key. */
export const unwrap = (masterKey: Buffer, { organization_id, wrapped }: Wrapped): Buffer | null =>
  unseal(masterKey, [TABLE, organization_id], wrapped)

export const wrap = (masterKey: Buffer, organizationId: string, dataKey: Buffer): string =>
  seal(masterKey, [TABLE, organizationId], dataKey)

export const newDataKey = (): Buffer => randomBytes(KEY_BYTES)

export const readCanaries = (db: Database): Promise<DataKeyRow[]> =>
  db.selectFrom(TABLE).selectAll().orderBy('created_at').limit(CANARIES).execute()

/** The key that has wrapped one of them, at least; undefined when none has. */
export const keyThatFits = (canaries: readonly Wrapped[], keys: readonly Buffer[]): Buffer | undefined =>
  keys.find((key) => canaries.some((row) => unwrap(key, row)))
