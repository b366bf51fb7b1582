/** Gets models from the catalogue, a hub or a link: resolves, downloads, checks and imports them. */
import { rename, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type {
  CatalogueModel,
  ModelDownload,
  ModelDownloadUpdate,
  ResolvedModel,
  UnfinishedDownloads,
} from '../../shared/bridge/model-downloads.ts'
import { foreignModel } from '../../shared/domain/model-file-kind.ts'
import { message } from '../../shared/messages/message.ts'
import { diskFailure, downloadFailure } from '../downloads/failures.ts'
import { openPartFolder, type PartFolder, removeOldParts, removeParts, sizeOfParts } from '../downloads/part-folder.ts'
import { createProgress, type DownloadProgress } from '../downloads/progress.ts'
import { receive, type Transfer } from '../downloads/transfer.ts'
import { type Wait, waitHere } from '../downloads/try-again.ts'
import { openWebFetch, requireWebAddress } from '../downloads/web-fetch.ts'
import { readCatalogue } from './catalogue-file.ts'
import { checkFile } from './check-file.ts'
import { createChecksums } from './checksums.ts'
import { type DataParts, receiveDataParts } from './data-parts.ts'
import { fileUrl } from './hub.ts'
import { importModel, type ModelTarget } from './import-model.ts'
import { DEFAULT_HUB, DEFAULT_REVISION, isSearchModel, type OneFileEntry, readModelSource } from './model-source.ts'
import { getSearchModel, installedSearchModel, resolveSearchModel } from './search-model.ts'
import { type Connection, findWantedFile, resolveSource, type WantedFile } from './wanted-file.ts'

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
