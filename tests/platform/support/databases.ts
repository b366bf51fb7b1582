/** The databases of platforms under test: a file of SQLite in the data folder, or one of its own on PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../../src/platform/db/database.ts'
import { openPostgres, postgresDatabase } from '../../../src/platform/db/postgres/open-postgres.ts'

/** True in the pass of the tests on PostgreSQL. */
export const onPostgres = process.env.SIGHTLINE_TEST_DATABASE === 'postgres'

const TEMPLATE = 'sightline_template'
/** Names of databases by data folder. */
const made = new Map<string, string>()

/** Executes a statement as the server's administrator. */
export async function asAdministrator(statement: string): Promise<void> {
  const client = new pg.Client(process.env.SIGHTLINE_TEST_POSTGRES)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf(name: string): string {
  const url = new URL(process.env.SIGHTLINE_TEST_POSTGRES as string)
  url.pathname = `/${name}`
  return url.href
}

/** Makes the database that all others are copied from: copying takes a fraction of the time of migrating. */
export async function makeTemplate(): Promise<void> {
  await asAdministrator(`drop database if exists ${TEMPLATE}`)
  await asAdministrator(`create database ${TEMPLATE}`)
  const { db, release } = await openPostgres(urlOf(TEMPLATE), () => undefined)
  await db.destroy()
  await release()
}

/** An empty database on PostgreSQL; undefined in the pass on SQLite. */
export async function newPostgresUrl(template = TEMPLATE): Promise<string | undefined> {
  if (!onPostgres) return undefined
  const name = `sightline_${randomBytes(8).toString('hex')}`
  await asAdministrator(`create database ${name} template ${template}`)
  return urlOf(name)
}

/** The address of the database of a data folder, as `database` of the platform's options; undefined on SQLite. */
export async function databaseFor(dataDir: string): Promise<string | undefined> {
  const url = made.get(dataDir) ?? (await newPostgresUrl())
  if (url !== undefined) made.set(dataDir, url)
  return url
}

/** The name of the database of a data folder, on PostgreSQL. */
export const databaseName = (dataDir: string): string => new URL(made.get(dataDir) as string).pathname.slice(1)

/** Opens the database of a platform that is running or has run on the data folder. Close it with `destroy()`. */
export async function openPlatformDatabase(dataDir: string): Promise<Database> {
  const url = await databaseFor(dataDir)
  return url === undefined ? openDatabase(join(dataDir, 'sightline.db')) : postgresDatabase(url)
}

export async function dropDatabase(dataDir: string): Promise<void> {
  if (!made.has(dataDir)) return
  await asAdministrator(`drop database ${databaseName(dataDir)} with (force)`)
  made.delete(dataDir)
}
