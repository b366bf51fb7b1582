/** Gets models from the catalogue, a hub or a link: resolves, downloads, checks and imports them. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { dataFileNames } from '../../disk/model-data-files.ts'
import type {
  CatalogueModel,
  ModelDownload,
  ModelDownloadUpdate,
  ResolvedModel,
  UnfinishedDownloads,
} from '../../shared/bridge/model-downloads.ts'
import { foreignModel } from '../../shared/domain/model-file-kind.ts'
import { message } from '../../shared/messages/message.ts'
import { openPartFolder, type PartFolder, removeOldParts, removeParts, sizeOfParts } from '../downloads/part-folder.ts'
import { createProgress, type DownloadProgress, diskFailure, downloadFailure } from '../downloads/report.ts'
import { receive, type Transfer } from '../downloads/transfer.ts'
import { openWebFetch, requireWebAddress, type Wait, waitHere } from '../downloads/web-fetch.ts'
import { fileUrl } from './hub.ts'
import { importModel, type ModelTarget } from './import-model.ts'
import {
  DEFAULT_HUB,
  DEFAULT_REVISION,
  isSearchModel,
  type OneFileEntry,
  readCatalogue,
  readModelSource,
} from './model-source.ts'
import { getSearchModel, installedSearchModel, resolveSearchModel } from './search-model.ts'
import {
  type Checksums,
  type Connection,
  checkFile,
  createChecksums,
  findWantedFile,
  resolveSource,
  type WantedFile,
} from './wanted-file.ts'

export interface ModelDownloadsOptions {
  /** Absolute; bytes of unfinished downloads are in its folder `downloads`. */
  dataDir: string
  /** Absolute; contains the catalogue. */
  resourcesDir: string
  version: string
  env: Readonly<Record<string, string | undefined>>
  settings(): Promise<{ model_hub?: string | undefined; download_proxy?: string | undefined }>
  target: ModelTarget
  now?: () => Date
  /** The same as in `WebFetchOptions`. */
  wait?: Wait
}

/** Failures have the codes of `MODEL_GET_ERRORS`, or those of `models.import`. */
export interface ModelDownloads {
  catalogue(): Promise<CatalogueModel[]>
  resolve(source: string, signal: AbortSignal): Promise<ResolvedModel>
  /** Rejects with the signal's reason when it is stopped; the bytes are kept then. */
  get(request: ModelDownload, emit: (update: ModelDownloadUpdate) => Promise<void>, signal: AbortSignal): Promise<void>
  unfinished(): Promise<UnfinishedDownloads>
  /** Removes the bytes of all downloads that are not under way. */
  clear(): Promise<void>
}

/** Failures after which the received bytes are of no use. */
const USELESS = new Set(['model_unreadable', 'wrong_checksum', 'not_onnx'])
const isUseless = (error: unknown): boolean => USELESS.has(String((error as { code?: unknown } | null)?.code))

export function createModelDownloads(options: ModelDownloadsOptions): ModelDownloads {
  const { dataDir, resourcesDir, env, target, now = () => new Date(), wait = waitHere } = options
  const downloadsDir = join(dataDir, 'downloads')
  const checksums = createChecksums(downloadsDir, now)

  async function hubAddress(): Promise<string> {
    const { model_hub } = await options.settings()
    return requireWebAddress(model_hub || env.HF_ENDPOINT || DEFAULT_HUB).href.replace(/\/+$/, '')
  }

  async function connected<T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T> {
    const [hub, { download_proxy }] = await Promise.all([hubAddress(), options.settings()])
    const web = await openWebFetch({ proxy: download_proxy ?? '', env, version: options.version, wait })
    try {
      return await work({ hub, web, signal })
    } finally {
      await web.close()
    }
  }

  const sourceOf = async (source: string, hub: string) =>
    readModelSource(source, await readCatalogue(resourcesDir), hub)

  return {
    async catalogue() {
      const [entries, known, hub, searchModel] = await Promise.all([
        readCatalogue(resourcesDir),
        checksums.all(),
        hubAddress(),
        installedSearchModel(dataDir),
      ])
      const urlOf = ({ source }: OneFileEntry) =>
        source.kind === 'url' ? source.url : fileUrl(hub, { revision: DEFAULT_REVISION, ...source }, source.file)
      return entries.map((entry) => ({
        ...entry,
        recorded_sha256: isSearchModel(entry) ? null : (known[urlOf(entry as OneFileEntry)]?.sha256 ?? null),
        is_search_model: isSearchModel(entry) && entry.name === searchModel,
      }))
    },

    resolve: (source, signal) =>
      connected(signal, async (connection) => {
        const found = await sourceOf(source, connection.hub)
        return found.kind === 'search_model'
          ? resolveSearchModel(found.entry, connection)
          : resolveSource(found, connection)
      }),

    get: (request, emit, signal) =>
      connected(signal, async (connection) => {
        await removeOldParts(downloadsDir, now().getTime()).catch(() => {})
        const name = request.name?.trim()
        if (name !== undefined && !/^[^/]{1,100}$/.test(name))
          throw downloadFailure('invalid_source', message('model_get.invalid_model_name', { name }))
        const source = await sourceOf(request.source, connection.hub)
        if (source.kind === 'search_model') {
          const { entry } = source
          if (!target.isLocal) {
            throw downloadFailure('invalid_source', message('model_get.search_model_of_server', { name: entry.name }))
          }
          const folders = { dataDir, downloadsDir, checksums }
          return emit(await getSearchModel(entry, folders, createProgress(emit), connection))
        }
        const wanted = await findWantedFile(source, request.file, connection)
        const part = await openPartFolder(downloadsDir, wanted.url, wanted.file, signal)
        try {
          const done = await getInto(part, wanted, name ?? wanted.modelName, emit, connection)
          await part.remove()
          await emit(done)
        } catch (error) {
          if (isUseless(error)) await part.remove()
          else await part.release()
          throw diskFailure(error, downloadsDir)
        }
      }),

    unfinished: () => sizeOfParts(downloadsDir),
    clear: () => removeParts(downloadsDir),
  }

  async function getInto(
    part: PartFolder,
    wanted: WantedFile,
    name: string,
    emit: (update: ModelDownloadUpdate) => Promise<void>,
    connection: Connection,
  ): Promise<ModelDownloadUpdate> {
    const { web, signal } = connection
    const progress = createProgress(emit)
    try {
      const size = await receive(modelTransfer(wanted), part, web, signal, progress.downloading)
      const onData = (received: number) => progress.downloading(size + received, null)
      const data = await receiveDataParts(part.partPath, wanted, downloadsDir, connection, onData)
      try {
        const done = await checkAndImport(part, { wanted, size, data }, name, progress, signal)
        await data.end('remove')
        return done
      } catch (error) {
        await data.end(isUseless(error) ? 'remove' : 'release')
        throw error
      }
    } finally {
      progress.end()
    }
  }

  async function checkAndImport(
    part: PartFolder,
    { wanted, size, data }: { wanted: WantedFile; size: number; data: DataParts },
    name: string,
    progress: DownloadProgress,
    signal: AbortSignal,
  ): Promise<ModelDownloadUpdate> {
    await progress.phase('checking', size + data.size)
    const { sha256, checksum } = await checkFile(checksums, wanted, part.partPath, signal)
    const files = await data.check(checksums)
    await progress.phase('importing', size + data.size)
    const path = join(part.dir, fileNameOf(wanted.file))
    await rename(part.partPath, path)
    try {
      const downloaded = { path, sha256, isPublished: checksum === 'verified', at: now(), data: files }
      const earlier = { read: part.imported, keep: part.keepImported }
      const model = await importModel(target, wanted, downloaded, name, earlier, signal)
      if (checksum === 'first') await checksums.record(wanted.url, { sha256, sizeBytes: size })
      await rm(path, { force: true })
      return { type: 'done', model_id: model.id, model_name: model.name, sha256, checksum }
    } catch (error) {
      // A later call continues with the check of the whole file.
      await rename(path, part.partPath).catch(() => {})
      throw error
    }
  }
}

/** Both the received file and its copy among the models need space. */
const modelTransfer = (wanted: WantedFile): Transfer => ({
  ...wanted,
  space: 2,
  foreign(start) {
    const why =
      start === 'web page' ? message('model_file.is_web_page', { name: wanted.file }) : foreignModel(wanted.file, start)
    return why && downloadFailure('not_onnx', why)
  },
})

/** A file name that is valid on every system; it is the model's name in messages of the import. */
const fileNameOf = (path: string): string =>
  `${posix
    .basename(path)
    .replace(/\.onnx$/i, '')
    .replace(/[^\w .()-]/g, '_')
    .slice(0, 100)}.onnx`

interface DataParts {
  /** Bytes of all files. */
  size: number
  /** Compares them with their checksums, records those that are new, and gives each its name. Raises `wrong_checksum`. */
  check(checksums: Checksums): Promise<{ name: string; path: string }[]>
  /** Ends with them: removed, or kept for a later call. */
  end(how: 'remove' | 'release'): Promise<void>
}

interface DataPart {
  name: string
  wanted: WantedFile
  part: PartFolder
  size: number
}

/**
 * Receives the files that `path`, the download of `wanted`, names for its weights, from where it came from itself;
 * mostly none. `onBytes` gets their bytes so far. Raises failures with the codes of `MODEL_GET_ERRORS`, and the
 * signal’s reason; what has arrived is kept then.
 */
async function receiveDataParts(
  path: string,
  wanted: WantedFile,
  downloadsDir: string,
  { web, signal }: Connection,
  onBytes: (received: number) => void,
): Promise<DataParts> {
  const parts: DataPart[] = []
  let size = 0
  const end: DataParts['end'] = async (how) => {
    for (const { name, part } of parts) {
      if (how === 'release') await rename(placeOf(part, name), part.partPath).catch(() => {})
      await part[how]()
    }
  }
  try {
    for (const name of await dataFileNames(path)) {
      const data = wanted.beside(name)
      if (!data)
        throw downloadFailure('not_found', message('model_get.missing_data', { file: wanted.file, data: name }))
      const part = await openPartFolder(downloadsDir, data.url, data.file, signal)
      const one = { name, wanted: data, part, size: 0 }
      parts.push(one)
      one.size = await receive(transferOf(data), part, web, signal, (received) => onBytes(size + received))
      size += one.size
    }
  } catch (error) {
    await end('release')
    throw error
  }
  return {
    size,
    async check(checksums) {
      const files: { name: string; path: string }[] = []
      for (const { name, wanted: data, part, size: sizeBytes } of parts) {
        const { sha256, checksum } = await checkFile(checksums, data, part.partPath, signal)
        if (checksum === 'first') await checksums.record(data.url, { sha256, sizeBytes })
        const place = placeOf(part, name)
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(part.partPath, place)
        files.push({ name, path: place })
      }
      return files
    },
    end,
  }
}

/** A folder of its own: the name comes from the model. */
const placeOf = ({ dir }: PartFolder, name: string): string => join(dir, 'data', name)

/** The file, its copy in the model, and the copy that is made of both need space. */
const transferOf = (data: WantedFile) => ({
  ...data,
  space: 3,
  foreign: (start: Uint8Array | 'web page') =>
    start === 'web page' ? downloadFailure('not_onnx', message('model_file.is_web_page', { name: data.file })) : null,
})
