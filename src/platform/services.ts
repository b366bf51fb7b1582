/** Opens the data folder and the services that all areas share. */
import { mkdir, rm } from 'node:fs/promises'
import type { PlatformServices } from './area/area.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { type DataDirLock, lockDataDir } from './db/data-dir-lock.ts'
import { openDatabase } from './db/database.ts'
import { createOneAtATime } from './db/one-at-a-time.ts'
import { createEvents } from './events/events.ts'
import { dataFolders } from './machine/data-folders.ts'
import { logToStderr } from './machine/log.ts'
import { openPrivateFolder, PRIVATE_FOLDER } from './machine/private-folder.ts'
import { installSecret } from './machine/secrets.ts'
import type { PlatformOptions } from './platform.ts'

export interface OpenServices {
  services: PlatformServices
  lock: DataDirLock
}

/** @throws DataDirInUse when another platform uses the folder, DataDirShared for one such as /tmp. */
export async function openServices(options: PlatformOptions, origin: () => string): Promise<OpenServices> {
  const { dataDir, resourcesDir, engine, log = logToStderr, now = () => new Date() } = options
  const folders = dataFolders(dataDir)
  await openPrivateFolder(dataDir, log)
  const lock = await lockDataDir(dataDir)
  try {
    await rm(folders.tmp, { recursive: true, force: true })
    await mkdir(folders.tmp, { recursive: true, mode: PRIVATE_FOLDER })
    const db = await openDatabase(folders.database)
    const secret = await installSecret(folders.secrets, 'url-signing')
    const blobs = await openBlobs(folders)
    const alone = createOneAtATime()
    const events = createEvents({ db, now, log })
    return { services: { db, engine, events, blobs, alone, secret, folders, resourcesDir, origin, now, log }, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}
