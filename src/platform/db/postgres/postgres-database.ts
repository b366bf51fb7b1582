/** A PostgreSQL database as Kysely's, neither locked nor migrated. It connects when it is first asked something. */
import type { Database } from '../database.ts'
import { withFirstChanges } from '../first-change.ts'
import type { Tables } from '../tables.ts'
import { SameTypesDialect } from './column-types.ts'
import { connections } from './connections.ts'
import { retried, SerializableKysely } from './retried-transactions.ts'

/** `isOurs`: false while another platform may be using the database. */
export const postgresDatabase = (url: string, isOurs: () => boolean = () => true): Database =>
  new SerializableKysely<Tables>({
    dialect: withFirstChanges(new SameTypesDialect({ pool: connections(url, isOurs) }), retried),
  })
