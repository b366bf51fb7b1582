/** A consistent copy of a PostgreSQL database by pg_dump, and its way back by pg_restore. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { childEnvironment } from '../../../shared/domain/child-environment.ts'
import { BackupFailure } from '../backup-failure.ts'
import { BLOB_HASHES } from '../blob-hashes.ts'
import { DEVELOPMENT_MIGRATION } from '../development-data.ts'
import { connectionOptions } from './connections.ts'

/** Writes the copy to `to`, and returns the hashes of the blobs that it names. */
export async function dumpPostgres(url: string, to: string): Promise<string[]> {
  return connected(url, async (client) => {
    // pg_dump and the query see the same state.
    await client.query('begin isolation level repeatable read read only')
    const { rows: exported } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
    const snapshot = exported[0]?.name ?? ''
    await call('pg_dump', url, ['--format=custom', '--no-owner', `--snapshot=${snapshot}`, `--file=${to}`])
    const { rows } = await client.query<{ sha256: string }>(BLOB_HASHES)
    return rows.map(({ sha256 }) => sha256)
  })
}

/** @throws BackupFailure for a database that has tables */
export async function restorePostgres(url: string, from: string): Promise<void> {
  const tables = await connected(url, (client) =>
    client.query("select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1"),
  )
  if (tables.rows.length > 0)
    throw new BackupFailure('The database is not empty. Create a new one, and name it with --database.')
  await call('pg_restore', url, ['--no-owner', '--exit-on-error', '--single-transaction', from])
}

/** True for the copy of a database of a development version. @throws BackupFailure */
export async function isOfDevelopment(dump: string): Promise<boolean> {
  const migrations = await output('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', dump])
  return migrations.includes(DEVELOPMENT_MIGRATION)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The password goes by the environment, since other users of the machine can read arguments. */
async function call(program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  // A mode of the driver for Node.js, which libpq calls by another name.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require')
  await output(program, [`--dbname=${address.href}`, ...args], password === '' ? {} : { PGPASSWORD: password })
}

/** What the program writes to its standard output. @throws BackupFailure */
async function output(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  secrets: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { ...childEnvironment(process.env, /^PG/), ...secrets }
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { env })
    return stdout
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new BackupFailure(`${program} was not found. Install the client programs of PostgreSQL.`)
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new BackupFailure(`${program} failed: ${reason}`, { cause: error })
  }
}
