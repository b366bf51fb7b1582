/** The databases of platforms under test: a file of SQLite in the data folder, or one of its own on PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../../src/platform/db/database.ts'
import { makeDatabaseFile } from '../../../src/platform/db/database-file.ts'
import { openPostgres } from '../../../src/platform/db/postgres/open-postgres.ts'
import { postgresDatabase } from '../../../src/platform/db/postgres/postgres-database.ts'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'
import type { Tables } from '../../../src/platform/db/tables.ts'

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

let migrated: Promise<Buffer> | undefined

/** The bytes of an empty database of SQLite: copying them takes a fraction of the time of migrating. */
async function migrate(): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-template-'))
  const file = join(dir, 'sightline.db')
  const db = await openDatabase(file)
  await db.destroy()
  const bytes = readFileSync(file)
  rmSync(dir, { recursive: true })
  return bytes
}

/** The database for a platform on a new data folder, as `database` of its options; on SQLite it is put into the folder. */
export async function newDatabase(dataDir: string): Promise<string | undefined> {
  if (onPostgres) return databaseFor(dataDir)
  migrated ??= migrate()
  writeFileSync(makeDatabaseFile(join(dataDir, 'sightline.db')), await migrated)
  return undefined
}

export const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/**
 * Opens the database of a platform that is running or has run on the data folder, or an empty one. Close it with
 * `destroy()`.
 */
export async function openPlatformDatabase(dataDir: string): Promise<Database> {
  const url = await databaseFor(dataDir)
  if (url !== undefined) return postgresDatabase(url)
  const file = join(dataDir, 'sightline.db')
  if (!existsSync(file)) await newDatabase(dataDir)
  return openDatabase(file)
}

/** All texts of a table as they are stored: the bytes of SQLite's files, the rows on PostgreSQL. */
export async function storedText(dataDir: string, table: keyof Tables): Promise<string> {
  if (!onPostgres) {
    const files = readdirSync(dataDir).filter((name) => name.startsWith('sightline.db'))
    return files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('')
  }
  const db = await openPlatformDatabase(dataDir)
  const rows = await db.selectFrom(table).selectAll().execute()
  await db.destroy()
  return JSON.stringify(rows)
}

export async function dropDatabase(dataDir: string): Promise<void> {
  const url = made.get(dataDir)
  if (url === undefined) return
  await asAdministrator(`drop database ${nameOf(url)} with (force)`)
  made.delete(dataDir)
}
