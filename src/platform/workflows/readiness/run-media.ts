/** The media of a source block: one file, the images of a data set, or those of a folder on this machine. */

import { ApiError } from '../../../shared/api/errors.ts'
import type { ConfigOf } from '../../../shared/blocks/catalogue.ts'
import { isFileUrl, localFileUrl } from '../../../shared/domain/file-url.ts'
import { naturally } from '../../../shared/domain/natural-order.ts'
import type { RunImage } from '../../../shared/engine-contract/job.ts'
import type { IssueCode } from '../../../shared/graph/issue.ts'
import { NO_FILE } from '../../../shared/graph/unset-issues.ts'
import { type Message, message, type Said, saidOf } from '../../../shared/messages/message.ts'
import type { DatasetRepository } from '../../datasets/datasets.ts'
import { directoryPath, joinPath, ROOT } from '../../datasets/directories/directory-path.ts'
import type { Images } from '../../datasets/images/images.ts'
import type { ResolveFolder } from '../../datasets/uploads/local-folder.ts'
import type { ResolveMedia } from '../../datasets/uploads/media-handles.ts'
import type { RecordedExports } from '../../exchange/exports/recorded-export.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { FileKindOf } from './file-kinds.ts'

export type SourceConfig = Partial<ConfigOf<'source'>>

export interface RunMedia {
  /** The kind of media. A file's is what its bytes say, if they are known, and else what its block calls it. */
  kind: 'video' | 'image' | 'dataset' | 'export'
  /** For display. */
  name: string
  /** Null for everything but a data set. */
  datasetId: string | null
  /** Absolute; '' when there are images. */
  localFile(): Promise<string>
  /** Null for a single file. */
  images(): Promise<RunImage[] | null>
}

/** The reason why there is nothing to read. `field` is a JSON pointer into the source's config. */
export interface NoMedia extends Said {
  code: IssueCode
  field: string
}

export type FoundMedia = { ok: true; media: RunMedia } | { ok: false; problem: NoMedia }
export type FindRunMedia = (config: SourceConfig, caller: Caller) => Promise<FoundMedia>

export interface RunMediaOptions {
  resolveMedia: ResolveMedia
  resolveFolder: ResolveFolder
  datasets: DatasetRepository
  images: Images
  exports: RecordedExports
  fileKindOf: FileKindOf
}

const noFile = async () => ''

const isElsewhere = (handle: string): boolean => isFileUrl(handle) && localFileUrl(handle) === null

const none = (code: IssueCode, reason: Message, field: string): FoundMedia => ({
  ok: false,
  problem: { code, field, ...saidOf(reason) },
})

export function createRunMedia({
  resolveMedia,
  resolveFolder,
  datasets,
  images,
  exports,
  fileKindOf,
}: RunMediaOptions): FindRunMedia {
  async function folderAt(handle: string, kind: 'image' | 'dataset', field: string): Promise<FoundMedia | null> {
    const folder = await resolveFolder(handle)
    if (!folder) return null
    if (folder.images.length === 0) {
      return none('resource.source_empty', message('readiness.empty_folder', { folder: folder.name }), field)
    }
    return {
      ok: true,
      media: { kind, name: folder.name, datasetId: null, localFile: noFile, images: async () => folder.images },
    }
  }

  async function ofDataset(config: SourceConfig, caller: Caller): Promise<FoundMedia> {
    const field = '/dataset_project_id'
    const nameOrId = config.dataset_project_id ?? ''
    if (nameOrId === '') return none('source.not_set', message('field.choose_dataset'), field)
    const folder = await folderAt(nameOrId, 'dataset', field)
    if (folder) return folder
    const dataset = await datasets.find(caller.organizationId, nameOrId)
    if (!dataset) {
      return none('resource.dataset_missing', message('readiness.dataset_missing', { name: nameOrId }), field)
    }
    const directory = directoryPath(config.directory_path ?? ROOT)
    if ((await images.countBelow(dataset.id, directory)) === 0) {
      const reason =
        directory === ROOT
          ? message('readiness.dataset_empty', { name: dataset.name })
          : message('readiness.directory_empty', { directory, name: dataset.name })
      return none('resource.dataset_empty', reason, field)
    }
    const name = directory === ROOT ? dataset.name : `${dataset.name}${directory}`
    const list = () => images.toRun(dataset.id, directory)
    return { ok: true, media: { kind: 'dataset', name, datasetId: dataset.id, localFile: noFile, images: list } }
  }

  async function ofExport({ export_id: id = '' }: SourceConfig, caller: Caller): Promise<FoundMedia> {
    const field = '/export_id'
    if (id === '') return none('source.not_set', message('field.choose_export'), field)
    const found = await exports.recorded(caller, id).catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    })
    if (found instanceof ApiError) {
      const isMissing = found.code === 'not_found'
      const reason = isMissing ? message('readiness.export_missing', { id }) : found
      return { ok: false, problem: { code: 'source.unavailable', field, ...saidOf(reason) } }
    }
    if (found.imageCount === 0) {
      return none('resource.source_empty', message('readiness.export_empty', { name: found.name }), field)
    }
    return {
      ok: true,
      media: { kind: 'export', name: found.name, datasetId: null, localFile: noFile, images: () => list(id, caller) },
    }
  }

  /** The images of an export. Those that are no longer in a data set have no id, like files of a folder. */
  async function list(exportId: string, caller: Caller): Promise<RunImage[]> {
    const read: (RunImage & { id: string })[] = []
    try {
      for await (const { imageId, path, directoryPath, filename } of exports.images(caller, exportId)) {
        read.push({ id: imageId, path, name: joinPath(directoryPath, filename).slice(1) })
      }
    } catch (error) {
      // It was deleted meanwhile, as a data set can be emptied.
      if (!(error instanceof ApiError)) throw error
    }
    const ids = read.map((image) => image.id)
    const existing = await images.existing(caller, ids)
    const now = read.map((image): RunImage => (existing.has(image.id) ? image : { ...image, id: null }))
    return now.sort((a, b) => naturally(a.name, b.name))
  }

  return async (config, caller) => {
    if (config.kind === 'dataset') return ofDataset(config, caller)
    if (config.kind === 'export') return ofExport(config, caller)
    const handle = config.gcs_uri ?? ''
    const kind = config.kind === 'image' ? 'image' : 'video'
    if (handle === '') return none('source.not_set', NO_FILE[kind], '/gcs_uri')
    const file = await resolveMedia(handle, caller)
    if (file) {
      const { name, localFile } = file
      const is = (await fileKindOf(handle, localFile)) ?? kind
      return { ok: true, media: { kind: is, name, datasetId: null, localFile, images: async () => null } }
    }
    const folder = kind === 'image' ? await folderAt(handle, 'image', '/gcs_uri') : null
    if (folder) return folder
    const reason = message(isElsewhere(handle) ? 'readiness.file_elsewhere' : 'readiness.file_missing')
    return none('resource.source_missing', reason, '/gcs_uri')
  }
}
