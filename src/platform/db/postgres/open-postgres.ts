/** Opens a PostgreSQL database for one platform: reaches it, locks it, migrates it. */
import { Migrator, sql } from 'kysely'
import pg from 'pg'
import { message } from '../../../shared/messages/message.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import type { Database } from '../database.ts'
import { withFirstChanges } from '../first-change.ts'
import { MIGRATIONS } from '../migrations.ts'
import type { Tables } from '../tables.ts'
import { SameTypesDialect } from './column-types.ts'
import { connectionOptions, connections } from './connections.ts'
import { addressOf } from './database-url.ts'
import { lockDatabase } from './platform-lock.ts'
import { SerializableKysely } from './retried-transactions.ts'

const OLDEST_VERSION = 13

export interface OpenPostgres {
  db: Database
  /** Lets another platform use the database. Call it after `db.destroy()`. */
  release(): Promise<void>
}

/**
 * `isWorker`: beside the server that holds the lock and updates the tables.
 * @throws StartFailure for an invalid address, and a database that cannot be reached, is in use, or lacks tables for a worker
 */
export async function openPostgres(url: string, log: Log, isWorker = false): Promise<OpenPostgres> {
  const address = addressOf(url)
  try {
    await requireFitting(url)
    if (isWorker) return await openBeside(url)
    const lock = await lockDatabase(url, address, log)
    const db: Database = postgresDatabase(url, lock.isHeld)
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    } catch (error) {
      await db.destroy()
      await lock.release()
      throw error
    }
    return { db, release: lock.release }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const reason = error instanceof Error ? reasonOf(error) : String(error)
    throw new StartFailure(message('host.database_unusable', { address, reason }), { cause: error })
  }
}

/** Newer tables than this version knows are those of a server that was updated first. */
async function openBeside(url: string): Promise<OpenPostgres> {
  const db = postgresDatabase(url)
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const known = new Set(rows.map(({ name }) => name))
    if (Object.keys(MIGRATIONS).every((name) => known.has(name))) return { db, release: async () => {} }
  } catch (error) {
    await db.destroy()
    if (error instanceof pg.DatabaseError && error.code === NO_TABLE) throw notReady()
    throw error
  }
  await db.destroy()
  throw notReady()
}

const NO_TABLE = '42P01'
const notReady = () => new StartFailure(message('host.worker_tables'))

/** A database that is neither locked nor migrated. */
export const postgresDatabase = (url: string, isOurs: () => boolean = () => true): Database =>
  new SerializableKysely<Tables>({
    dialect: withFirstChanges(new SameTypesDialect({ pool: connections(url, isOurs) })),
  })

/** Node.js joins the failures of several addresses in an error without a message. */
const reasonOf = (error: Error & { code?: unknown; errors?: Error[] }): string =>
  error.message || error.errors?.[0]?.message || String(error.code)

async function requireFitting(url: string): Promise<void> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const { version = '', encoding = '' } = rows[0] ?? {}
    const major = Math.floor(Number(version) / 10_000)
    if (major < OLDEST_VERSION) {
      throw new StartFailure(message('host.database_too_old', { version: major, oldest: OLDEST_VERSION }))
    }
    if (encoding !== 'UTF8') throw new StartFailure(message('host.database_encoding', { encoding }))
  } finally {
    await client.end()
  }
}
