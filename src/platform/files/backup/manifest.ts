/** The description of a backup: its kind, and the size and checksum of each of its files. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { BackupFailure } from '../../db/backup-failure.ts'

export const MANIFEST = 'backup.json'
/** One line of JSON for each file: a data folder may hold more of them than fit into one text. */
export const FILE_LIST = 'files.jsonl'
/** The folder of the copied data folder. */
export const DATA = 'data'
export const DATABASES = { sqlite: 'sightline.db', postgres: 'sightline.dump' } as const
const VERSION = 1

export const Manifest = Type.Object({
  format: Type.Literal('sightline-backup'),
  version: Type.Integer({ minimum: 1 }),
  made_by: Type.String({ description: 'Version of Sightline' }),
  created_at: Type.String(),
  database: Type.Enum(['sqlite', 'postgres']),
  secrets: Type.Boolean({ description: 'True when it contains the master key and the other secrets' }),
  file_list_sha256: Type.String(),
})
export type Manifest = Static<typeof Manifest>

export const BackedUpFile = Type.Object({
  path: Type.String({ description: 'Below the backup, with slashes' }),
  size_bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
})
export type BackedUpFile = Static<typeof BackedUpFile>

export const newManifest = (known: Omit<Manifest, 'format' | 'version'>): Manifest => ({
  format: 'sightline-backup',
  version: VERSION,
  ...known,
})

/** @throws BackupFailure for a folder that is no backup, or one of a newer version */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error) => {
    throw new BackupFailure(`${folder} is not a backup of Sightline.`, { cause: error })
  })
  const manifest = parsed(text)
  if (!Value.Check(Manifest, manifest)) throw new BackupFailure(`${folder} is not a backup of Sightline.`)
  if (manifest.version > VERSION) {
    throw new BackupFailure(
      `The backup was made by the newer Sightline ${manifest.made_by}. Install that version to restore it.`,
    )
  }
  return manifest
}

export async function* listedFiles(folder: string): AsyncGenerator<BackedUpFile> {
  const lines = createInterface({
    input: createReadStream(join(folder, FILE_LIST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) {
    const file = parsed(line)
    // A path leads nowhere else, whoever wrote the list.
    if (!Value.Check(BackedUpFile, file) || !isBelow(file.path)) {
      throw new BackupFailure(damaged(FILE_LIST))
    }
    yield file
  }
}

export const damaged = (file: string): string =>
  `The backup is damaged: ${file} is missing, or differs from its checksum. Nothing was restored.`

const isBelow = (path: string): boolean =>
  !/^[/\\]|^[a-z]:|\\|\0/i.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
