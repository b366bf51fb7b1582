/** Opens a PostgreSQL database for one platform: reaches it, locks it, migrates it. */
import { sql } from 'kysely'
import pg from 'pg'
import { message } from '../../../shared/messages/message.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import type { Database } from '../database.ts'
import { DEVELOPMENT_MIGRATION, DevelopmentData } from '../development-data.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { connectionOptions } from './connections.ts'
import { lockDatabase } from './platform-lock.ts'
import { postgresDatabase } from './postgres-database.ts'

const OLDEST_VERSION = 13

export interface OpenPostgres {
  db: Database
  /** Lets other servers of the database start. */
  started(): Promise<void>
  /** Lets another platform use the database. Call it after `db.destroy()`. */
  release(): Promise<void>
}

/**
 * Addresses of databases: postgres://user:password@host:port/database?sslmode=…
 * The address without password and options, for messages. @throws StartFailure for another address
 */
export function addressOf(url: string): string {
  // A parse failure of the URL class contains the password.
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol !== 'postgres:' && parsed?.protocol !== 'postgresql:') {
    throw new StartFailure(message('host.database_url'))
  }
  const user = parsed.username === '' ? '' : `${parsed.username}@`
  const host = parsed.host || parsed.searchParams.get('host') || 'localhost'
  return `postgres://${user}${host}${parsed.pathname}`
}

/** Any number that no other program is likely to use: that of the platform's lock plus two. */
const KEY = '32483959613680750'

/**
 * Servers of one database start one after the other, so that tables, keys and bundled models are made once.
 * Waits for other servers that start. Returns the release; the lock of a dead process is released by the database.
 */
async function lockStart(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`select pg_advisory_lock(${KEY})`)
  return () => client.end().catch(() => undefined)
}

/** `alone`: as the only process. `server`: beside others that share a store. `worker`: the same, without updating the tables. */
export type PostgresUse = 'alone' | 'server' | 'worker'

/** @throws StartFailure as `requireUsable`, and for a database that is in use, or lacks tables for a worker */
export async function openPostgres(url: string, log: Log, use: PostgresUse = 'alone'): Promise<OpenPostgres> {
  const address = addressOf(url)
  await requireUsable(url)
  const undo: (() => Promise<void>)[] = []
  try {
    const started = use === 'server' ? await lockStart(url) : async () => {}
    undo.push(started)
    const lock = await lockDatabase(url, address, log, use === 'alone' ? 'one' : 'many')
    undo.push(lock.release)
    const db = postgresDatabase(url, lock.isHeld)
    undo.push(() => db.destroy())
    if (use === 'worker') await requireTables(db)
    else if (use === 'alone' || !(await hasTables(db))) await migrate(db, address)
    return { db, started, release: lock.release }
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw unusable(error, address)
  }
}

/**
 * Changes nothing.
 * @throws StartFailure for an invalid address, and a database that cannot be reached, does not suit, or is that of a development
 * version
 */
export async function requireUsable(url: string): Promise<void> {
  const address = addressOf(url)
  try {
    await requireFitting(url, address)
  } catch (error) {
    throw unusable(error, address)
  }
}

function unusable(error: unknown, address: string): StartFailure {
  if (error instanceof StartFailure) return error
  const reason = error instanceof Error ? reasonOf(error) : String(error)
  return new StartFailure(message('host.database_unusable', { address, reason }), { cause: error })
}

/**
 * Newer tables than this version knows are those of a server that was updated first: during an upgrade, a server that is a
 * version behind starts beside newer ones.
 */
async function hasTables(db: Database): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const known = new Set(rows.map(({ name }) => name))
    return Object.keys(MIGRATIONS).every((name) => known.has(name))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_TABLE) return false
    throw error
  }
}

async function requireTables(db: Database): Promise<void> {
  if (!(await hasTables(db))) throw new StartFailure(message('host.worker_tables'))
}

const NO_TABLE = '42P01'

/** Node.js joins the failures of several addresses in an error without a message. */
const reasonOf = (error: Error & { code?: unknown; errors?: Error[] }): string =>
  error.message || error.errors?.[0]?.message || String(error.code)

async function requireFitting(url: string, address: string): Promise<void> {
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
    const { rows: tables } = await client.query<{ name: string | null }>(
      `select to_regclass('kysely_migration') as name`,
    )
    if (tables[0]?.name == null) return
    const found = await client.query('select 1 from kysely_migration where name = $1', [DEVELOPMENT_MIGRATION])
    if (found.rows.length > 0) throw new DevelopmentData(address)
  } finally {
    await client.end()
  }
}
