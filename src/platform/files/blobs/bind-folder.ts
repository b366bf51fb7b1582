/**
 * Binds the data folder to the database of its installation: a file of the folder holds the installation's id, as an object of a
 * bucket does. A database that names none of the folder's files would have all of them removed as unused.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../disk/atomic-file.ts'
import { hasBytes } from '../../../disk/has-bytes.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { DataFolders } from '../../machine/data-folders.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import { installationId } from './bind-store.ts'
import { folderBlobs } from './folder-blobs.ts'

/** The file that holds the id of the installation, which is that of its default organization. */
const OWNER = 'installation'

type Folders = Pick<DataFolders, 'data' | 'database' | 'blobs' | 'runs'>

export interface FolderBinding {
  db: Database
  folders: Folders
  /** True for a database that this start has filled first. */
  isNew: boolean
  /** True when that database is a file of the folder. */
  isInFolder: boolean
  /** True to start with the database although it is not that of the folder's files; undefined where users have no such option. */
  startAnew: boolean | undefined
  log: Log
}

/** What a folder holds that only the right database can find. */
interface Held {
  blobs: readonly string[]
  /** Ids: each run has a folder of its own. */
  runs: readonly string[]
  hasDatabase: boolean
}

/** @throws StartFailure for the folder of another installation */
export async function bindFolder(binding: FolderBinding): Promise<void> {
  const { db, folders, isInFolder, startAnew, log } = binding
  const id = await installationId(db)
  const owner = await ownerOf(folders)
  if (owner === id) return
  const held = await heldBy(folders, isInFolder)
  const isOurs = owner === null && isEmpty(held)
  if (!isOurs && !startAnew) throw new StartFailure(refusal(binding, held))
  if (!isOurs) log('warning', `The database of this start does not know what is in ${folders.data} (${said(held)}).`)
  await writeFileAtomic(join(folders.data, OWNER), `${id}\n`)
}

/**
 * For a database that is a file of the folder, before it is opened: a new one would be made in its place.
 * @throws StartFailure when the file is missing or empty, and the folder holds what it named
 */
export async function requireDatabaseFile({
  folders,
  startAnew,
}: Pick<FolderBinding, 'folders' | 'startAnew'>): Promise<void> {
  if (await hasBytes(folders.database)) return
  const held = await heldBy(folders, true)
  if (isEmpty(held)) return
  throw new StartFailure(message('host.database_missing', { ...ways(held, startAnew), file: folders.database }))
}

const refusal = ({ folders, isNew, startAnew }: FolderBinding, held: Held): Message => {
  const params = { ...ways(held, startAnew), folder: folders.data }
  return isNew ? message('host.database_new', params) : message('host.folder_of_another', params)
}

const ways = ({ blobs, runs }: Held, startAnew: boolean | undefined) => ({
  files: blobs.length,
  runs: runs.length,
  options: startAnew === undefined ? 'none' : 'of_server',
})

const said = ({ blobs, runs, hasDatabase }: Held): string =>
  `files: ${blobs.length}, runs: ${runs.length}, databases: ${hasDatabase ? 1 : 0}`

const isEmpty = ({ blobs, runs, hasDatabase }: Held): boolean => blobs.length === 0 && runs.length === 0 && !hasDatabase

async function heldBy(folders: Folders, isInFolder: boolean): Promise<Held> {
  return {
    blobs: await folderBlobs(folders.blobs).list(),
    runs: await readdir(folders.runs).catch(() => []),
    hasDatabase: !isInFolder && (await hasBytes(folders.database)),
  }
}

const ownerOf = ({ data }: Folders): Promise<string | null> =>
  readFile(join(data, OWNER), 'utf8').then(
    (text) => text.trim(),
    (error) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
