/** Data sets with images, and exports of them. */
import { fromBufferPromise } from 'yauzl'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { DatasetExport, ExportDownload } from '../../../../src/shared/api/exports.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'

export interface AddedImage {
  directory_path?: string
  annotations?: readonly object[]
  /** Makes the file different from others. */
  bytes?: string
}

export const bytesOf = (suffix: string): string => (suffix === '' ? IMAGE_BYTES : `${IMAGE_BYTES} ${suffix}`)

export async function addImage(
  h: Harness,
  { id: dataset }: Pick<Dataset, 'id'>,
  filename: string,
  { directory_path = '/', annotations = [], bytes = '' }: AddedImage = {},
): Promise<Image> {
  const gcs_uri = await h.upload(filename, bytesOf(bytes), 'image/jpeg')
  const { status, body } = await h.api<Image>('POST', '/images/', {
    body: { dataset, gcs_uri, filename, directory_path },
  })
  if (status !== 201) throw new Error(`The image was answered ${status}: ${JSON.stringify(body)}`)
  if (annotations.length > 0) {
    const saved = await h.api('POST', `/annotations/${dataset}/${body.id}`, { body: { annotations } })
    if (saved.status !== 200) throw new Error(`The save was answered ${saved.status}: ${JSON.stringify(saved.body)}`)
  }
  return body
}

export async function ended(h: Harness, id: string): Promise<DatasetExport> {
  const get = async () => (await h.api<DatasetExport>('GET', `/exports/${id}`)).body
  await eventually(async () => !['pending', 'running'].includes((await get()).status))
  return get()
}

export async function exported(h: Harness, { id }: Pick<Dataset, 'id'>, over: object = {}): Promise<DatasetExport> {
  const { status, body } = await h.api<DatasetExport>('POST', '/exports', { body: { dataset: id, ...over } })
  if (status !== 201) throw new Error(`The export was answered ${status}: ${JSON.stringify(body)}`)
  return ended(h, body.id)
}

/** The files of an archive by their names, as an independent reader finds them. */
export async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    files.set(String(entry.fileName), Buffer.concat(parts))
  }
  return files
}

export async function download(h: Harness, { id }: Pick<DatasetExport, 'id'>): Promise<Buffer> {
  const { body } = await h.api<ExportDownload>('GET', `/exports/${id}/download`)
  return Buffer.from(await (await fetch(body.data.download_url)).arrayBuffer())
}

export const archiveOf = async (h: Harness, made: Pick<DatasetExport, 'id'>) => unpack(await download(h, made))
