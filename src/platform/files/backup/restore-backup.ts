/** Restores a backup into an empty data folder, and for PostgreSQL an empty database. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFailure } from '../../db/backup-failure.ts'
import { DevelopmentData, refuseDevelopmentFile } from '../../db/development-data.ts'
import { dataFolders } from '../../machine/data-folders.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { copyFile } from './copy-file.ts'
import { DATA, DATABASES, damaged, FILE_LIST, listedFiles, type Manifest, readManifest } from './manifest.ts'
import { type BackupSize, unwritableFolder } from './write-backup.ts'

export interface RestoreOptions {
  /** Absolute; the backup. */
  folder: string
  /** Absolute; must be missing or empty. */
  dataDir: string
  /** An empty PostgreSQL database, for a backup of one. */
  database?: string
  signal?: AbortSignal
}

/**
 * The data folder appears when every file of the backup has been verified.
 * @throws BackupFailure for a damaged backup, and a folder or database that is not empty or can't be written; StartFailure for a
 * backup of a development version
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupSize & { manifest: Manifest }> {
  const { folder, dataDir, database, signal } = options
  const manifest = await readManifest(folder)
  if (manifest.database === 'postgres' && database === undefined) {
    throw new BackupFailure('The backup is of a PostgreSQL database. Name an empty one with --database.')
  }
  if (manifest.database === 'sqlite' && database !== undefined)
    throw new BackupFailure('The backup is of a database in a file. Restore it without --database.')
  const inside = await readdir(dataDir).catch(() => [])
  if (inside.length > 0)
    throw new BackupFailure(`${dataDir} is not empty. Name a new folder for the restored data with --data.`)
  const listed = createHash('sha256')
    .update(await readFile(join(folder, FILE_LIST)))
    .digest('hex')
  if (listed !== manifest.file_list_sha256) throw new BackupFailure(damaged(FILE_LIST))

  if (manifest.database === 'sqlite') await refuseDevelopmentFile(join(folder, DATABASES.sqlite))
  else await refuseDevelopmentDump(join(folder, DATABASES.postgres), folder)

  const part = `${dataDir}.${randomUUID().slice(0, 8)}.part`
  const total: BackupSize = { files: 0, size_bytes: 0 }
  try {
    await mkdir(part, { recursive: true, mode: PRIVATE_FOLDER })
    for await (const { path, size_bytes, sha256 } of listedFiles(folder)) {
      const copied = await copyFile(join(folder, path), placeOf(part, path), signal).catch((error) => {
        signal?.throwIfAborted()
        const unwritable = unwritableFolder(error, dataDir, part)
        throw unwritable === error ? new BackupFailure(damaged(path), { cause: error }) : unwritable
      })
      if (copied.sha256 !== sha256) throw new BackupFailure(damaged(path))
      total.files++
      total.size_bytes += size_bytes
    }
    if (database !== undefined) {
      const { restorePostgres } = await import('../../db/postgres/dump.ts')
      const dump = placeOf(part, DATABASES.postgres)
      await restorePostgres(database, dump)
      await rm(dump)
    }
    await rmdir(dataDir).catch(() => undefined)
    await rename(part, dataDir)
    return { ...total, manifest }
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined)
    throw unwritableFolder(error, dataDir, part)
  }
}

async function refuseDevelopmentDump(dump: string, folder: string): Promise<void> {
  const { isOfDevelopment } = await import('../../db/postgres/dump.ts')
  if (await isOfDevelopment(dump)) throw new DevelopmentData(folder)
}

/** The database lies beside the data in the backup, and within them in a data folder. */
function placeOf(dataDir: string, path: string): string {
  if (path === DATABASES.sqlite) return dataFolders(dataDir).database
  return join(dataDir, path.startsWith(`${DATA}/`) ? path.slice(DATA.length + 1) : path)
}
