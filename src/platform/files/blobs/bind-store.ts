/**
 * Binds the files of an installation to a bucket. The bucket names its installation in an object, and the database says that
 * the files are in a bucket, so that neither is used without the other by mistake. The first start with a bucket writes the blobs of
 * the data folder to it; a start without one needs all of them in the data folder again, as a restored backup has them.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { message } from '../../../shared/messages/message.ts'
import { BLOB_HASHES } from '../../db/blob-hashes.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../machine/log.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import type { BlobPlace } from './blob-store.ts'
import { blobKey } from './bucket-blobs.ts'
import type { ObjectStore } from './object-store.ts'

/** The object that holds the id of the installation, which is that of its default organization. */
const OWNER = 'sightline-installation'

export interface StoreBinding {
  db: Database
  /** The blobs in the data folder. */
  folder: BlobPlace
  tmpDir: string
  log: Log
}

/** @throws StartFailure for the bucket of another installation, and when files are in neither place; StoreUnavailable */
export async function bindStore(binding: StoreBinding, objects: ObjectStore, bucket: BlobPlace): Promise<void> {
  const { db, folder, tmpDir, log } = binding
  const id = await installationId(db)
  const owner = await ownerOf(objects)
  if (owner !== null && owner !== id) throw new StartFailure(message('host.store_of_another'))
  if (owner === id && (await isInStore(db))) return
  const there = new Set(await bucket.list())
  const left = (await folder.list()).filter((sha256) => !there.has(sha256))
  const both = new Set([...there, ...left])
  const missing = (await namedHashes(db)).filter((sha256) => !both.has(sha256))
  if (missing.length > 0) throw new StartFailure(message('host.store_incomplete', { n: missing.length }))
  if (left.length > 0) log('info', `${left.length} files of the data folder are written to the store.`)
  for (const sha256 of left) await objects.write(blobKey(sha256), await folder.localFile(sha256))
  await writeOwner(objects, id, tmpDir)
  await note(db, 1)
}

/** For a start without a bucket. @throws StartFailure when files are in a bucket only */
export async function unbindStore({ db, folder }: Pick<StoreBinding, 'db' | 'folder'>): Promise<void> {
  if (!(await isInStore(db))) return
  const here = new Set(await folder.list())
  const missing = (await namedHashes(db)).filter((sha256) => !here.has(sha256))
  if (missing.length > 0) throw new StartFailure(message('host.store_needed', { n: missing.length }))
  await note(db, 0)
}

/** False for a database that no platform has started on. */
export const hasInstallation = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('installation').select('id').executeTakeFirst()) !== undefined

/** The id of the default organization. */
export const installationId = async (db: Database): Promise<string> =>
  (await db.selectFrom('installation').select('default_organization_id as id').executeTakeFirstOrThrow()).id

export const isInStore = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('installation').select('files_in_store').executeTakeFirstOrThrow()).files_in_store === 1

const note = (db: Database, files_in_store: 0 | 1) => db.updateTable('installation').set({ files_in_store }).execute()

/** The hashes of all blobs that the database names. */
export async function namedHashes(db: Database): Promise<string[]> {
  const { rows } = await sql.raw<{ sha256: string }>(BLOB_HASHES).execute(db)
  return rows.map(({ sha256 }) => sha256)
}

async function ownerOf(objects: ObjectStore): Promise<string | null> {
  const found = await objects.read(OWNER)
  if (!found) return null
  const parts: Buffer[] = []
  for await (const part of found) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString().trim()
}

async function writeOwner(objects: ObjectStore, id: string, tmpDir: string): Promise<void> {
  await mkdir(tmpDir, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(tmpDir, randomUUID())
  try {
    await writeFile(path, id, { mode: PRIVATE_FILE })
    await objects.write(OWNER, path)
  } finally {
    await rm(path, { force: true })
  }
}
