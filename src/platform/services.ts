/** Opens the data folder and the services that all areas share. */
import { mkdir, rm } from 'node:fs/promises'
import { createOrganizations, type Organizations } from './accounts/organizations/organizations.ts'
import { givenMasterKey, masterKeyIn } from './accounts/secrets/master-key.ts'
import { openSecrets } from './accounts/secrets/secrets.ts'
import { type DataDirLock, lockDataDir } from './db/data-dir-lock.ts'
import { type Database, newId } from './db/database.ts'
import { refuseDevelopmentData } from './db/development-data.ts'
import { openDatabase } from './db/sqlite/open-sqlite.ts'
import { bindFolder, requireDatabaseFile } from './files/blobs/bind-folder.ts'
import { hasInstallation } from './files/blobs/bind-store.ts'
import { openBlobs } from './files/blobs/open-blobs.ts'
import type { PlatformServices } from './http/area/area.ts'
import { createMetrics } from './http/metrics/metrics.ts'
import { dataFolders } from './machine/data-folders.ts'
import { createRoomRequests } from './machine/disk-full.ts'
import { type Log, logToStderr } from './machine/log.ts'
import { openPrivateFolder, PRIVATE_FOLDER } from './machine/private-folder.ts'
import type { PlatformOptions } from './platform.ts'
import { createEvents } from './work/events/events.ts'

export interface OpenServices {
  services: PlatformServices
  organizations: Organizations
  /** The default one. */
  organizationId: string
  lock: DataDirLock
  /** Call once the platform has started: other servers of the database then start. */
  started(): Promise<void>
  closeDatabase(): Promise<void>
}

/**
 * @throws DataDirInUse when another platform uses the folder, DataDirShared for one such as /tmp, StartFailure for a database
 * that cannot be used
 */
export async function openServices(options: PlatformOptions, origin: () => string): Promise<OpenServices> {
  const { dataDir, resourcesDir, engine, log = logToStderr, now = () => new Date() } = options
  const folders = dataFolders(dataDir)
  await refuseDevelopmentData(folders, options.database)
  await openPrivateFolder(dataDir, log)
  const lock = await lockDataDir(dataDir)
  let closeDatabase = async () => {}
  try {
    await rm(folders.tmp, { recursive: true, force: true })
    await mkdir(folders.tmp, { recursive: true, mode: PRIVATE_FOLDER })
    const { masterKey, store, maxCopiesBytes, database, startAnew } = options
    const isInFolder = database === undefined
    if (isInFolder && !startAnew) await requireDatabaseFile({ folders, startAnew })
    const { db, started, close } = await open(folders.database, options, log)
    closeDatabase = close
    const organizations = createOrganizations(db)
    const isNew = !(await hasInstallation(db))
    const organizationId = await organizations.ensureDefault()
    await bindFolder({ db, folders, isNew, isInFolder, startAnew, log })
    const source = masterKey === undefined ? masterKeyIn(folders.secrets) : givenMasterKey(masterKey)
    const secrets = await openSecrets({ db, source, now, log })
    const secret = await secrets.derived(organizationId, 'url-signing')
    const { blobs, objects } = await openBlobs({ db, folders, store, maxCopiesBytes, now, log })
    closeDatabase = async () => {
      objects?.close()
      await close()
    }
    const events = createEvents({ db, now, log })
    const metrics = createMetrics(options.version)
    const services: PlatformServices = {
      db,
      engine,
      events,
      blobs,
      objects,
      processId: newId(),
      soleProcess: isSoleProcess(options),
      secrets,
      secret,
      metrics,
      room: createRoomRequests(),
      folders,
      resourcesDir,
      origin,
      now,
      log,
    }
    return { services, organizations, organizationId, lock, started, closeDatabase }
  } catch (error) {
    await closeDatabase().catch(() => undefined)
    lock.release()
    throw error
  }
}

/** A database file has the lock of its folder. Servers share a database only if they share a store too. */
const isSoleProcess = ({ database, store }: Pick<PlatformOptions, 'database' | 'store'>): boolean =>
  database === undefined || store === undefined

async function open(
  file: string,
  options: Pick<PlatformOptions, 'database' | 'store' | 'isWorker'>,
  log: Log,
): Promise<{ db: Database; started(): Promise<void>; close(): Promise<void> }> {
  const { database: url, isWorker = false } = options
  if (url === undefined) {
    const db = await openDatabase(file)
    return { db, started: async () => {}, close: () => db.destroy() }
  }
  // The driver of PostgreSQL is loaded only then.
  const { openPostgres } = await import('./db/postgres/open-postgres.ts')
  const use = isWorker ? 'worker' : isSoleProcess(options) ? 'alone' : 'server'
  const { db, started, release } = await openPostgres(url, log, use)
  return {
    db,
    started,
    async close() {
      await started()
      await db.destroy()
      await release()
    },
  }
}
