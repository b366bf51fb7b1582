/** The file that a model is imported from: the one that was sent, or the one that the engine made of several. */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../shared/api/errors.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Engine } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import type { MediaFile, ResolveMedia } from '../datasets/uploads/media-handles.ts'
import { newId } from '../db/database.ts'
import type { Caller } from '../machine/identity/caller.ts'

export interface SentModel {
  path: string
  /** The name of its ONNX file. */
  name: string
  /** Hex SHA-256, where the store has these bytes already. */
  storedAs: string | null
  /** All uploads that it was made of. */
  uploads: NonNullable<MediaFile['upload']>[]
  /** Hashes of uploads that are of no use once the model is stored. */
  used: string[]
  /** Removes the file if it was made for the import. */
  dispose(): Promise<void>
}

export interface SentModelOptions {
  resolveMedia: ResolveMedia
  engine: Pick<Engine, 'joinModel'>
  tmpDir: string
}

/** `data`: handles of the files that hold its weights. @throws ApiError not_found, model_unreadable */
export async function openSentModel(
  caller: Caller,
  handle: string,
  data: readonly string[],
  { resolveMedia, engine, tmpDir }: SentModelOptions,
): Promise<SentModel> {
  const found = async (one: string): Promise<MediaFile> => {
    const file = await resolveMedia(one, caller)
    if (!file) throw new ApiError('not_found', message('model.upload_missing'))
    return file
  }
  const file = await found(handle)
  const files: MediaFile[] = []
  for (const one of data) files.push(await found(one))
  const path = await file.localFile()
  const uploads = [file, ...files].flatMap(({ upload }) => (upload ? [upload] : []))
  const storedAs = file.upload?.sha256 ?? null
  const asItIs = { path, name: file.name, storedAs, uploads, used: [], dispose: async () => undefined }
  if (files.length === 0 && !(await isZip(path))) return asItIs
  const to = join(tmpDir, newId())
  const parts = { path, name: file.name, files: await Promise.all(files.map(named)), to }
  const joined = await engine.joinModel(parts)
  if (!joined.ok) throw failureOf(joined.error)
  if (joined.value === null) return asItIs
  const used = uploads.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
  const { name } = joined.value
  return { path: to, name, storedAs: null, uploads, used, dispose: () => rm(to, { force: true }) }
}

/** A full disk is no fault of the model: it is reported as it is wherever files are stored. */
const failureOf = (error: RunError): Error =>
  error.code === 'disk_full'
    ? Object.assign(new Error(error.message), { code: 'ENOSPC' })
    : new ApiError('model_unreadable', error)

const named = async ({ name, localFile }: MediaFile) => ({ name, path: await localFile() })

const ZIP_START = 'PK\u0003\u0004'

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1', 0, bytesRead) === ZIP_START
  } finally {
    await file.close()
  }
}
