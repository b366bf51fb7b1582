/** Writes a backup of a data folder and its database, also while a platform uses them. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { writeFileAtomic } from '../../../disk/atomic-file.ts'
import { englishOf, message } from '../../../shared/messages/message.ts'
import { BackupFailure } from '../../db/backup-failure.ts'
import { refuseDevelopmentData } from '../../db/development-data.ts'
import { copySqlite } from '../../db/sqlite/snapshot.ts'
import { dataFolders } from '../../machine/data-folders.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import { failedStart } from '../../machine/failed-start.ts'
import { logToStderr } from '../../machine/log.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { blobKey } from '../blobs/bucket-blobs.ts'
import { openStore } from '../blobs/open-blobs.ts'
import { copyFile, hashFile, saveStream } from './copy-file.ts'
import { type BackedUpFile, DATA, DATABASES, FILE_LIST, MANIFEST, newManifest } from './manifest.ts'

export interface BackupOptions {
  /** Absolute. */
  dataDir: string
  /** postgres://…; the file in the data folder when omitted. */
  database?: string
  /** s3://…: the bucket of the files, when they are in one. */
  store?: string
  /** Absolute; must not exist. */
  target: string
  /** True to copy the master key and the other secrets too: whoever has the backup can then read stored secrets. */
  withSecrets: boolean
  /** The version of Sightline that writes the backup. */
  version: string
  now: () => Date
  signal?: AbortSignal
}

export interface BackupSize {
  files: number
  size_bytes: number
}

/** A sweep may remove files between the copy of the database and theirs; the next copy no longer names them. */
const ATTEMPTS = 3
/** Made again when they are needed, of the browser's host, or of one process. The database is copied by itself. */
const LEFT_OUT =
  /^(sightline\.db|lock\.db|lock\.json|rotation-lock\.db|tmp|cache|quarantine|thumbnails|vectors|downloads|onnxruntime-cuda|electron|web-port|web-sessions\.json|open-sightline\.html)([.-].*)?$/

/**
 * Names the folder of a backup, or of what is restored from one, that can't be written.
 * The reason as a BackupFailure; an error of other files as it is. `part`: the folder beside it that is written first.
 */
export function unwritableFolder(error: unknown, folder: string, part: string): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', path } = error as NodeJS.ErrnoException
  const isOfFolder = path !== undefined && (isInside(path, part) || isInside(part, path))
  if (!isDiskFull(error) && !isOfFolder) return error
  // SQLite and others have codes of their own.
  const errno = isDiskFull(error) && !code.startsWith('E') ? 'ENOSPC' : code
  return new BackupFailure(englishOf(message('host.backup_unwritable', { folder, errno })), { cause: error })
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

/**
 * The backup appears under its name when it is complete.
 * @throws BackupFailure when there are no data, when the target exists or can't be written, and when files that the database names
 * are missing; StartFailure for data of a development version
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSize> {
  const { dataDir, database, target } = options
  await refuseDevelopmentData(dataFolders(dataDir), database)
  if (await exists(target)) throw new BackupFailure(`${target} exists. Name a new folder for the backup.`)
  if (database === undefined && !(await exists(dataFolders(dataDir).database))) {
    throw new BackupFailure(`${dataDir} has no data of Sightline. Name the data folder of the server with --data.`)
  }
  for (let attempt = 1; ; attempt++) {
    const part = `${target}.${randomUUID().slice(0, 8)}.part`
    try {
      await mkdir(part, { recursive: true, mode: PRIVATE_FOLDER })
      const size = await writeInto(part, options)
      await rename(part, target)
      return size
    } catch (error) {
      await rm(part, { recursive: true, force: true }).catch(() => undefined)
      if (!(error instanceof FilesMissing) || attempt === ATTEMPTS) throw unwritableFolder(error, target, part)
    }
  }
}

class FilesMissing extends BackupFailure {}

/** @throws StartFailure for a database that is damaged */
function copied(dataDir: string, copy: string): string[] {
  try {
    return copySqlite(dataFolders(dataDir).database, copy)
  } catch (error) {
    // A full disk may be that of the copy.
    throw isDiskFull(error) ? error : failedStart(error, dataDir)
  }
}

/** The results of a run have names without folders. */
const OF_RUN = /^runs\/[0-9a-f-]{36}\/[^./\\][^/\\]*$/

/**
 * Copies the blobs of a bucket, and the results of runs there, into the data folder of a backup.
 * `wanted`: hashes. Those that the bucket lacks are left out. @throws StoreUnavailable
 */
async function* copiedFromStore(
  part: string,
  store: string,
  wanted: ReadonlySet<string>,
  signal?: AbortSignal,
): AsyncGenerator<BackedUpFile> {
  const objects = await openStore(store, logToStderr)
  try {
    for (const sha256 of [...wanted].sort()) {
      signal?.throwIfAborted()
      const path = `${DATA}/${blobKey(sha256)}`
      const to = join(part, ...path.split('/'))
      await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
      const bytes = await objects.read(blobKey(sha256))
      if (bytes) yield { path, ...(await saveStream(bytes, to, signal)) }
    }
    for await (const { key } of objects.list('runs/')) {
      const to = join(part, DATA, ...key.split('/'))
      // A name that leads elsewhere is no file of a run; one of the data folder is there already.
      if (!OF_RUN.test(key) || existsSync(to)) continue
      signal?.throwIfAborted()
      await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
      const bytes = await objects.read(key)
      if (bytes) yield { path: `${DATA}/${key}`, ...(await saveStream(bytes, to, signal)) }
    }
  } finally {
    objects.close()
  }
}

async function writeInto(part: string, options: BackupOptions): Promise<BackupSize> {
  const { dataDir, database, signal, withSecrets } = options
  const kind = database === undefined ? 'sqlite' : 'postgres'
  const copy = join(part, DATABASES[kind])
  const wanted = new Set(database === undefined ? copied(dataDir, copy) : await dumped(database, copy))
  const list = await open(join(part, FILE_LIST), 'wx', PRIVATE_FILE)
  const total: BackupSize = { files: 0, size_bytes: 0 }
  const checksum = createHash('sha256')
  try {
    await note(list, checksum, total, { path: DATABASES[kind], ...(await hashFile(copy, signal)) })
    for await (const path of filesOf(dataDir, withSecrets)) {
      const inBackup = `${DATA}/${relative(dataDir, path).split(sep).join('/')}`
      // Runs in progress and removals by users change the folder in the meantime.
      const copied = await copyFile(path, join(part, ...inBackup.split('/')), signal).catch(ignoreMissing)
      if (!copied) continue
      await note(list, checksum, total, { path: inBackup, ...copied })
      if (path.startsWith(dataFolders(dataDir).blobs)) wanted.delete(path.split(sep).at(-1) as string)
    }
    if (options.store !== undefined) {
      for await (const file of copiedFromStore(part, options.store, wanted, signal)) {
        await note(list, checksum, total, file)
        wanted.delete(file.sha256)
      }
    }
    await list.sync()
  } finally {
    await list.close()
  }
  if (wanted.size > 0)
    throw new FilesMissing(
      options.store === undefined
        ? `The data folder lacks ${wanted.size} of the files that the database names: name their store with --store if they are in one. Nothing was written.`
        : `The data folder and the store lack ${wanted.size} of the files that the database names. Nothing was written.`,
    )
  const manifest = newManifest({
    made_by: options.version,
    created_at: options.now().toISOString(),
    database: kind,
    secrets: withSecrets,
    file_list_sha256: checksum.digest('hex'),
  })
  await writeFileAtomic(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE_FILE })
  return total
}

async function dumped(url: string, to: string): Promise<string[]> {
  const { dumpPostgres } = await import('../../db/postgres/dump.ts')
  return dumpPostgres(url, to)
}

async function note(
  list: FileHandle,
  checksum: ReturnType<typeof createHash>,
  total: BackupSize,
  file: BackedUpFile,
): Promise<void> {
  const line = `${JSON.stringify(file)}\n`
  checksum.update(line)
  await list.write(line)
  total.files++
  total.size_bytes += file.size_bytes
}

/** Links are not followed. */
async function* filesOf(dataDir: string, withSecrets: boolean): AsyncGenerator<string> {
  const { sam3, secrets } = dataFolders(dataDir)
  const isLeftOut = (path: string) => path === sam3 || (path === secrets && !withSecrets)
  for (const name of (await readdir(dataDir)).sort()) {
    if (!LEFT_OUT.test(name)) yield* filesBelow(join(dataDir, name), isLeftOut)
  }
}

async function* filesBelow(path: string, isLeftOut: (path: string) => boolean): AsyncGenerator<string> {
  if (isLeftOut(path)) return
  const found = await lstat(path).catch(ignoreMissing)
  if (found?.isFile()) yield path
  if (!found?.isDirectory()) return
  const folder = await opendir(path).catch(ignoreMissing)
  for await (const { name } of folder ?? []) yield* filesBelow(join(path, name), isLeftOut)
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
