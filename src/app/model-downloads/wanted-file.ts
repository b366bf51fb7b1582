/** Resolves a source to the one file that is downloaded, with what is known about it. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import type { CHECKSUM_RESULTS, ModelFileChoice, ResolvedModel } from '../../shared/bridge/model-downloads.ts'
import { cutText } from '../../shared/domain/cut-text.ts'
import type { CatalogueEntry } from '../../shared/domain/model-catalogue.ts'
import { foreignModel } from '../../shared/domain/model-file-kind.ts'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/report.ts'
import type { Transfer } from '../downloads/transfer.ts'
import { hostOf, type WebFetch } from '../downloads/web-fetch.ts'
import { fileUrl, type HubFile, type HubPlace, type HubRepository, hubRefusal, readRepository } from './hub.ts'
import { DEFAULT_REVISION, type OneFileEntry, type OneFileSource, sourceText } from './model-source.ts'

export interface WantedFile extends Omit<Transfer, 'space' | 'foreign'> {
  /** Published by the catalogue or the hub; null for a file without one. */
  sha256: string | null
  /** Set for a model of the catalogue. */
  entry: CatalogueEntry | null
  /** Default name of the model. */
  modelName: string
  licence: ResolvedModel['licence']
  page: string | null
  /** The file with this name in the same folder, or null if the folder has no such file. */
  beside(name: string): WantedFile | null
}

/** The connection of one call. */
export interface Connection {
  hub: string
  web: WebFetch
  signal: AbortSignal
}

export async function resolveSource(source: OneFileSource, connection: Connection): Promise<ResolvedModel> {
  if (source.kind === 'hub') return resolveRepository(source, connection)
  if (source.kind === 'catalogue') {
    const { name, size_bytes, page } = source.entry
    const files = [{ path: fileOfEntry(source.entry), size_bytes, problem: null }]
    return { source: sourceText(source), title: name, files, licence: licenceOf(source.entry), page }
  }
  const path = fileOfUrl(source.url)
  requireOnnxName(path)
  const files = [{ path, size_bytes: await sizeOf(source.url, connection), problem: null }]
  return { source: sourceText(source), title: path, files, licence: null, page: null }
}

/** Raises `not_found` when the source has no such file. */
export async function findWantedFile(source: OneFileSource, file: string, connection: Connection): Promise<WantedFile> {
  const { hub } = connection
  if (source.kind === 'url') {
    const name = fileOfUrl(source.url)
    requireOnnxName(name)
    return link(source.url, name)
  }
  if (source.kind === 'hub') {
    const repository = await readRepository(hub, source, connection.web, connection.signal)
    return hubFile(hub, source, repository, requireFile(repository, source.file ?? file))
  }
  const { entry } = source
  const about = { entry, modelName: entry.name, licence: licenceOf(entry), page: entry.page }
  const { size_bytes: sizeBytes, sha256 } = entry
  const name = fileOfEntry(entry)
  if (entry.source.kind === 'url') {
    const { url } = entry.source
    return {
      ...linked(url, posix.basename(name)),
      sizeBytes,
      sha256,
      hasChecksum: sha256 !== null,
      beside: (data) => link(besideUrl(url, data), data),
      ...about,
    }
  }
  const place = { repository: entry.source.repository, revision: entry.source.revision ?? DEFAULT_REVISION }
  if (sha256 !== null) {
    const beside = (data: string) => unlisted(hub, place, posix.join(posix.dirname(name), data))
    return { ...inRepository(hub, place, name), sizeBytes, sha256, hasChecksum: true, beside, ...about }
  }
  const repository = await readRepository(hub, place, connection.web, connection.signal)
  return { ...hubFile(hub, place, repository, requireFile(repository, name)), ...about }
}

/** What is known of a file about which nothing is published. */
const UNKNOWN = { sizeBytes: null, sha256: null, hasChecksum: false } as const
const BARE = { entry: null, licence: null, page: null } as const

async function resolveRepository(
  source: OneFileSource & { kind: 'hub' },
  connection: Connection,
): Promise<ResolvedModel> {
  if (source.file !== null) requireOnnxName(source.file)
  const found = await readRepository(connection.hub, source, connection.web, connection.signal)
  const files = source.file === null ? found.files : [requireFile(found, source.file)]
  const { repository: title, licence, page } = found
  return { source: sourceText(source), title, files: files.map(choiceOf), licence, page }
}

const choiceOf = ({ path, sizeBytes, dataBytes }: HubFile): ModelFileChoice => ({
  path,
  size_bytes: sizeBytes + dataBytes,
  problem: null,
})

/** Raises `not_found`. `files`: those that count; ONNX files by default. */
export function requireFile({ repository, files: onnx }: HubRepository, path: string, files = onnx): HubFile {
  const file = files.find((f) => f.path === path)
  if (file) return file
  throw downloadFailure('not_found', message('model_get.missing_file', { file: path, repository }))
}

export function hubFile(hub: string, place: HubPlace, repository: HubRepository, file: HubFile): WantedFile {
  const { licence, page } = repository
  const { path, sizeBytes, sha256 } = file
  const modelName = nameInRepository(place.repository, path)
  const transfer = inRepository(hub, place, path)
  const beside = (name: string) => {
    const data = repository.others.find((other) => other.path === posix.join(posix.dirname(path), name))
    return data ? hubFile(hub, place, repository, data) : null
  }
  return { ...transfer, sizeBytes, sha256, hasChecksum: sha256 !== null, entry: null, modelName, licence, page, beside }
}

/** A file of a repository that has not been listed. */
function unlisted(hub: string, place: HubPlace, path: string): WantedFile {
  const modelName = nameInRepository(place.repository, path)
  return { ...inRepository(hub, place, path), ...UNKNOWN, ...BARE, modelName, beside: () => null }
}

/** The file behind a web address. */
const link = (url: string, name: string): WantedFile => ({
  ...linked(url, name),
  ...UNKNOWN,
  ...BARE,
  modelName: stem(name),
  beside: (data) => link(besideUrl(url, data), data),
})

/** The address of a file beside it, with the same query, which may be a signature or ask for the bytes. */
function besideUrl(url: string, name: string): string {
  const beside = new URL(url)
  beside.pathname = posix.join(posix.dirname(beside.pathname), encodeURIComponent(name))
  return beside.href
}

const inRepository = (hub: string, place: HubPlace, path: string) => ({
  url: fileUrl(hub, place, path),
  file: path,
  refusal: (status: number, code: string | null) =>
    hubRefusal({ hub, repository: place.repository, file: path }, status, code),
})

const linked = (url: string, file: string) => ({
  url,
  file,
  refusal: (status: number) => linkRefusal(url, status),
})

function linkRefusal(url: string, status: number): Error {
  const host = hostOf(url)
  if (status === 404 || status === 410)
    return downloadFailure('not_found', message('model_get.missing_address', { host, url }))
  if (status === 401 || status === 403)
    return downloadFailure('download_denied', message('model_get.denied', { host, status }))
  return downloadFailure('download_failed', message('model_get.server_failed', { host, status }))
}

/** Null where the server does not say. */
async function sizeOf(url: string, { web, signal }: Connection): Promise<number | null> {
  const response = await web.get(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' }, signal })
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) throw linkRefusal(url, response.status)
  const length = response.headers.get('content-length')
  return response.ok && length !== null && /^\d+$/.test(length) ? Number(length) : null
}

export const licenceOf = ({ licence: { spdx, name, url } }: CatalogueEntry) => ({ id: spdx, name, url })

const fileOfEntry = ({ source }: OneFileEntry): string => (source.kind === 'hub' ? source.file : fileOfUrl(source.url))

function fileOfUrl(url: string): string {
  const last = posix.basename(new URL(url).pathname)
  try {
    return decodeURIComponent(last) || 'model.onnx'
  } catch {
    return last
  }
}

/** A name without an ending says nothing: the bytes will. */
function requireOnnxName(file: string): void {
  if (/\.(onnx|zip)$/i.test(file) || !/\.[a-z]+$/i.test(file)) return
  const foreign = foreignModel(posix.basename(file))
  throw downloadFailure('not_onnx', foreign ?? message('model_get.not_onnx_name', { file }))
}

const stem = (file: string): string => cutText(file.replace(/\.[^.]*$/, ''), 100) || 'model'

/** Files of a repository are often called model.onnx: the repository then gives the name. */
function nameInRepository(repository: string, path: string): string {
  const own = stem(posix.basename(path))
  const [, precision] = /^model(_\w+)?$/i.exec(own) ?? []
  if (!/^model(_\w+)?$/i.test(own)) return own
  return cutText(`${repository.split('/')[1] ?? 'model'}${precision ?? ''}`, 100)
}

/** Compares a received file with its published checksum, or with that of its first download. */
export interface CheckedFile {
  sha256: string
  checksum: (typeof CHECKSUM_RESULTS)[number]
}

/** Raises `wrong_checksum`. */
export async function checkFile(
  checksums: Checksums,
  wanted: WantedFile,
  path: string,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const sha256 = await sha256Of(path, signal)
  return { sha256, checksum: await compare(checksums, wanted, sha256) }
}

/** A link may serve a new version of its file; a model of the catalogue may not. */
async function compare(checksums: Checksums, { file, url, sha256: expected, entry }: WantedFile, actual: string) {
  if (expected !== null) {
    if (expected === actual) return 'verified' as const
    throw downloadFailure('wrong_checksum', message('download.wrong_checksum', { file, actual, expected }))
  }
  const known = (await checksums.all())[url]
  if (known?.sha256 === actual) return 'recorded' as const
  if (known === undefined || entry === null) return 'first' as const
  const places = { file, date: known.recorded_at.slice(0, 10), actual, expected: known.sha256 }
  throw downloadFailure('wrong_checksum', message('model_get.changed_checksum', places))
}

const Known = Type.Record(
  Type.String(),
  Type.Object({ sha256: Type.String(), size_bytes: Type.Integer(), recorded_at: Type.String() }),
)
type Known = Static<typeof Known>

/** Checksums of files without a published one, recorded at their first download. */
export interface Checksums {
  /** By the address of the file. */
  all(): Promise<Known>
  record(url: string, file: { sha256: string; sizeBytes: number }): Promise<void>
}

export function createChecksums(downloadsDir: string, now: () => Date): Checksums {
  const path = join(downloadsDir, 'known.json')
  let last: Promise<unknown> = Promise.resolve()
  const all = async (): Promise<Known> => {
    const known: unknown = await readFile(path, 'utf8').then(JSON.parse, () => ({}))
    return Value.Check(Known, known) ? known : {}
  }
  return {
    all,
    record(url, { sha256, sizeBytes }) {
      const write = last.then(async () => {
        const entry = { sha256, size_bytes: sizeBytes, recorded_at: now().toISOString() }
        await writeFileAtomic(path, `${JSON.stringify({ ...(await all()), [url]: entry }, null, 2)}\n`)
      })
      last = write.catch(() => {})
      return write
    },
  }
}

async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer)
  }
  return hash.digest('hex')
}
