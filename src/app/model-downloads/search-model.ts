/** Downloads the files of a search model, and installs them together in the data folder. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFolder } from '../../disk/replace-folder.ts'
import type { ModelDownloadUpdate, ResolvedModel } from '../../shared/bridge/model-downloads.ts'
import {
  EMBEDDER_FILES,
  EMBEDDER_FOLDER,
  EMBEDDER_LABEL,
  EMBEDDER_SETTINGS,
} from '../../shared/domain/installed-models.ts'
import { message } from '../../shared/messages/message.ts'
import { openPartFolder, type PartFolder } from '../downloads/part-folder.ts'
import { type DownloadProgress, diskFailure, downloadFailure } from '../downloads/report.ts'
import { receive, type Transfer } from '../downloads/transfer.ts'
import { readRepository } from './hub.ts'
import { DEFAULT_REVISION, type SearchModelEntry, sourceText } from './model-source.ts'
import {
  type CheckedFile,
  type Checksums,
  type Connection,
  checkFile,
  hubFile,
  licenceOf,
  requireFile,
  type WantedFile,
} from './wanted-file.ts'

/** Installed file names, by the names of the catalogue. */
const INSTALLED = { ...EMBEDDER_FILES, settings: EMBEDDER_SETTINGS } as const

/** The files as the hub lists them, by the names under which they are installed. */
async function searchModelFiles(
  { source }: SearchModelEntry,
  { hub, web, signal }: Connection,
): Promise<ReadonlyMap<string, WantedFile>> {
  const place = { repository: source.repository, revision: source.revision ?? DEFAULT_REVISION }
  const repository = await readRepository(hub, place, web, signal)
  const all = [...repository.files, ...repository.others]
  const paths = Object.entries(source.files) as [keyof typeof INSTALLED, string][]
  return new Map(
    paths.map(([kind, path]) => [INSTALLED[kind], hubFile(hub, place, repository, requireFile(repository, path, all))]),
  )
}

/** The path of the network for images stands for all files. */
export async function resolveSearchModel(entry: SearchModelEntry, connection: Connection): Promise<ResolvedModel> {
  const { name: title, page, source } = entry
  const size_bytes = sizeOf(await searchModelFiles(entry, connection))
  const files = [{ path: source.files.image, size_bytes, problem: null }]
  return { source: sourceText({ kind: 'search_model', entry }), title, files, licence: licenceOf(entry), page }
}

export interface SearchModelTarget {
  dataDir: string
  downloadsDir: string
  checksums: Checksums
}

/** The name of the installed search model; null without one. */
export async function installedSearchModel(dataDir: string): Promise<string | null> {
  try {
    const label: unknown = JSON.parse(await readFile(join(dataDir, EMBEDDER_FOLDER, EMBEDDER_LABEL), 'utf8'))
    return (label as { name: string }).name
  } catch {
    return null
  }
}

/** Replaces the installed search model once all files have arrived. A failure keeps the bytes for a later call. */
export async function getSearchModel(
  entry: SearchModelEntry,
  { dataDir, downloadsDir, checksums }: SearchModelTarget,
  progress: DownloadProgress,
  connection: Connection,
): Promise<ModelDownloadUpdate> {
  const files = await searchModelFiles(entry, connection)
  const total = sizeOf(files)
  const parts = new Map<string, PartFolder>()
  let image: CheckedFile | undefined
  let before = 0
  try {
    for (const [name, wanted] of files) {
      const part = await openPartFolder(downloadsDir, wanted.url, wanted.file, connection.signal)
      parts.set(name, part)
      const onBytes = (received: number) => progress.downloading(before + received, total)
      const sizeBytes = await receive(transferOf(wanted), part, connection.web, connection.signal, onBytes)
      before += sizeBytes
      const checked = await checkFile(checksums, wanted, part.partPath, connection.signal).catch(async (error) => {
        // Bytes of another file are of no use.
        if (error.code === 'wrong_checksum') {
          parts.delete(name)
          await part.remove()
        }
        throw error
      })
      if (checked.checksum === 'first') await checksums.record(wanted.url, { ...checked, sizeBytes })
      if (name === EMBEDDER_FILES.image) image = checked
    }
    await progress.phase('importing', total)
    await replaceFolder(join(dataDir, EMBEDDER_FOLDER), async (fresh) => {
      for (const [name, part] of parts) await rename(part.partPath, join(fresh, name))
      await writeFile(join(fresh, EMBEDDER_LABEL), JSON.stringify({ name: entry.name }))
    })
    for (const part of parts.values()) await part.remove()
  } catch (error) {
    for (const part of parts.values()) await part.release()
    throw diskFailure(error, downloadsDir)
  } finally {
    progress.end()
  }
  return { type: 'done', model_id: null, model_name: entry.name, ...(image as CheckedFile) }
}

const sizeOf = (files: ReadonlyMap<string, WantedFile>): number =>
  [...files.values()].reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)

const transferOf = (wanted: WantedFile): Transfer => ({
  ...wanted,
  space: 1,
  foreign(start) {
    if (start !== 'web page') return null
    return downloadFailure('not_found', message('model_file.is_web_page', { name: wanted.file }))
  },
})
