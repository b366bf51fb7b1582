/** Opens the data folder and the services that all areas share. */
import { mkdir, rm } from 'node:fs/promises'
import type { PlatformServices } from './area/area.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { type DataDirLock, lockDataDir } from './db/data-dir-lock.ts'
import { type Database, openDatabase } from './db/database.ts'
import { createOneAtATime } from './db/one-at-a-time.ts'
import type { OneAmongAll } from './db/postgres/one-among-all.ts'
import { createEvents } from './events/events.ts'
import { dataFolders } from './machine/data-folders.ts'
import { type Log, logToStderr } from './machine/log.ts'
import { openPrivateFolder, PRIVATE_FOLDER } from './machine/private-folder.ts'
import { installSecret } from './machine/secrets.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createOrganizations, type Organizations } from './organizations/organizations.ts'
import type { PlatformOptions } from './platform.ts'
import { givenMasterKey, masterKeyIn } from './secrets/master-key.ts'
import { openSecrets } from './secrets/secrets.ts'

export interface OpenServices {
  services: PlatformServices
  organizations: Organizations
  /** The default one. */
  organizationId: string
  lock: DataDirLock
  closeDatabase(): Promise<void>
}

/**
 * @throws DataDirInUse when another platform uses the folder, DataDirShared for one such as /tmp, StartFailure for a database
 * that cannot be used
 */
export async function openServices(options: PlatformOptions, origin: () => string): Promise<OpenServices> {
  const { dataDir, resourcesDir, engine, log = logToStderr, now = () => new Date() } = options
  const folders = dataFolders(dataDir)
  await openPrivateFolder(dataDir, log)
  const lock = await lockDataDir(dataDir)
  let closeDatabase = async () => {}
  try {
    await rm(folders.tmp, { recursive: true, force: true })
    await mkdir(folders.tmp, { recursive: true, mode: PRIVATE_FOLDER })
    const { db, close } = await open(folders.database, options, log)
    closeDatabase = close
    const organizations = createOrganizations(db)
    const organizationId = await organizations.ensureDefault()
    const secret = await installSecret(folders.secrets, 'url-signing')
    const { masterKey } = options
    const source = masterKey === undefined ? masterKeyIn(folders.secrets) : givenMasterKey(masterKey)
    const secrets = await openSecrets({ db, source, now, log })
    const { database, store, maxCopiesBytes } = options
    const isShared = database !== undefined && store !== undefined
    const { alone, close: closeLock } = isShared ? await oneAmongAll(database) : onlyHere()
    const { blobs, objects } = await openBlobs({ db, folders, store, maxCopiesBytes, alone, log })
    closeDatabase = async () => {
      objects?.close()
      await closeLock()
      await close()
    }
    const events = createEvents({ db, isShared, now, log })
    const metrics = createMetrics(options.version)
    const files = { blobs, objects, folders, resourcesDir }
    const services = { db, engine, events, alone, isShared, secrets, secret, metrics, ...files, origin, now, log }
    return { services, organizations, organizationId, lock, closeDatabase }
  } catch (error) {
    await closeDatabase().catch(() => undefined)
    lock.release()
    throw error
  }
}

const onlyHere = (): OneAmongAll => ({ alone: createOneAtATime(), close: async () => {} })

/** The driver of PostgreSQL is loaded only then, here and below. */
async function oneAmongAll(url: string): Promise<OneAmongAll> {
  const { createOneAmongAll } = await import('./db/postgres/one-among-all.ts')
  return createOneAmongAll(url)
}

/** `url`: of a PostgreSQL database. */
async function open(
  file: string,
  { database: url, isWorker = false }: PlatformOptions,
  log: Log,
): Promise<{ db: Database; close(): Promise<void> }> {
  if (url === undefined) {
    const db = await openDatabase(file)
    return { db, close: () => db.destroy() }
  }
  const { openPostgres } = await import('./db/postgres/open-postgres.ts')
  const { db, release } = await openPostgres(url, log, isWorker)
  return {
    db,
    async close() {
      await db.destroy()
      await release()
    },
  }
}
