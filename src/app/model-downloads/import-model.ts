/** Imports a downloaded file through the API, with its licence and source in the model's record. */

import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApiClient } from '../../client/client.ts'
import { CUSTOM_LICENSE, type Model, type ModelUpdate } from '../../shared/api/models.ts'
import { cutText } from '../../shared/domain/cut-text.ts'
import type { ImportedModel } from '../downloads/part-folder.ts'
import type { WantedFile } from './wanted-file.ts'

export interface ModelTarget {
  /** Calls the API; repeats nothing that is not safe to repeat. */
  use<T>(work: (client: ApiClient) => Promise<T>, options?: { safeToRepeat?: boolean }): Promise<T>
  /** True when the platform can read files of this machine by their `file://` URLs. */
  isLocal: boolean
}

const ONNX_TYPE = 'application/octet-stream'

export interface Downloaded {
  /** Absolute path of the whole file; its name is that in messages. */
  path: string
  sha256: string
  /** True when the checksum was published, false when it is that of the first download. */
  isPublished: boolean
  at: Date
  /** The files that hold its weights, by the names under which it names them. */
  data: readonly { name: string; path: string }[]
}

/** The model that an earlier call imported from the same bytes, before it failed. */
export interface EarlierImport {
  read(): Promise<ImportedModel | null>
  keep(model: ImportedModel): Promise<void>
}

/** A repeat after a failed update of the record changes the model that is there, instead of a second import. */
export async function importModel(
  target: ModelTarget,
  wanted: WantedFile,
  downloaded: Downloaded,
  name: string,
  earlier: EarlierImport,
  signal: AbortSignal,
): Promise<Model> {
  const { use } = target
  const { sha256 } = downloaded
  let model = await earlierModel(use, await earlier.read(), { sha256, name })
  if (model === null) {
    model = await imported(target, wanted, downloaded, name, signal)
    await earlier.keep({ model_id: model.id, sha256, name })
  }
  const { id } = model
  const change: ModelUpdate = { readme: cardOf(model.name, wanted, downloaded), ...licenceOf(wanted) }
  return use((client) => client.models.update({ params: { model: id }, body: change }))
}

/** Null when it has been deleted, or when the call has other bytes or another name. */
async function earlierModel(
  use: ModelTarget['use'],
  earlier: ImportedModel | null,
  { sha256, name }: Pick<ImportedModel, 'sha256' | 'name'>,
): Promise<Model | null> {
  if (earlier === null || earlier.sha256 !== sha256 || earlier.name !== name) return null
  return use((client) => client.models.get({ params: { model: earlier.model_id } })).catch((error) => {
    if (error?.code === 'not_found') return null
    throw error
  })
}

async function imported(
  { use, isLocal }: ModelTarget,
  wanted: WantedFile,
  { path, data }: Downloaded,
  name: string,
  signal: AbortSignal,
): Promise<Model> {
  const send = (name: string, from: string) =>
    isLocal ? pathToFileURL(from).href : uploaded(use, { name, path: from }, signal)
  const data_gcs_uris: string[] = []
  for (const file of data) data_gcs_uris.push(await send(file.name, file.path))
  const gcs_uri = await send(basename(path), path)
  const description = wanted.entry?.summary.en ?? `Downloaded from ${wanted.page ?? wanted.url}.`
  const body = { gcs_uri, data_gcs_uris, name, description: cutText(description, 2000) }
  return use((client) => client.models.import({ body }), { safeToRepeat: false })
}

async function uploaded(
  use: ModelTarget['use'],
  { name: filename, path }: { name: string; path: string },
  signal: AbortSignal,
): Promise<string> {
  return use(
    async (client) => {
      const target = await client.models.uploadUrl({ body: { filename, content_type: ONNX_TYPE } })
      await client.upload(target, { path }, { contentType: ONNX_TYPE, signal })
      return target.gcs_uri
    },
    { safeToRepeat: false },
  )
}

function licenceOf({ licence }: WantedFile): ModelUpdate {
  if (licence === null) return {}
  if (licence.id !== null) return { license_id: licence.id }
  const text = licence.url === null ? licence.name : `${licence.name}\n\n${licence.url}`
  return { license_id: CUSTOM_LICENSE, license_custom_text: text }
}

function cardOf(name: string, wanted: WantedFile, { sha256, isPublished, at }: Downloaded): string {
  const { entry, licence, page, url, file } = wanted
  const origin = isPublished ? 'as published' : 'recorded at its first download'
  return [
    `# ${name}`,
    ...(entry ? ['', entry.summary.en] : []),
    '',
    `- File: \`${file}\`, from <${url}>`,
    ...(page === null ? [] : [`- Page: <${page}>`]),
    `- Licence: ${licence === null ? 'not stated; ask its author' : licence.url === null ? licence.name : `[${licence.name}](${licence.url})`}`,
    `- SHA-256: \`${sha256}\`, ${origin}`,
    `- Downloaded: ${at.toISOString().slice(0, 10)}`,
    '',
  ].join('\n')
}
