/** Finds ONNX Runtime's CUDA provider, and installs it into a folder of its own, all of it or nothing. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import { pipeToFile } from '../../disk/pipe-to-file.ts'
import { BridgeFailure } from '../../shared/bridge/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { openPartFolder, type PartFolder } from '../downloads/part-folder.ts'
import { diskFailure, downloadFailure } from '../downloads/report.ts'
import { receive } from '../downloads/transfer.ts'
import type { WebFetch } from '../downloads/web-fetch.ts'

/** The part of a package that is installed. */
export interface WantedFiles {
  /** Name of the package. */
  name: string
  /** Names on disk to paths in the package. */
  files: ReadonlyMap<string, string>
  /** ONNX Runtime's own library, which is put beside them. */
  library: string
}

export interface InstallOptions {
  /** Absolute; the bytes of an unfinished download are kept there for the next call. */
  downloadsDir: string
  web: WebFetch
  signal: AbortSignal
  onProgress?: (received: number, total: number | null) => void
}

/** The package and the larger files that are unpacked from it. */
const SPACE = 3

/**
 * Replaces `folder`. Resumes a download that was interrupted, and removes the leftovers of an installation that was.
 * Raises `FeedFailure` for the feed and the package, failures with the codes of `MODEL_GET_ERRORS`, and the signal's
 * reason.
 */
export async function installCuda(
  wanted: WantedFiles,
  found: FoundPackage,
  folder: string,
  options: InstallOptions,
): Promise<void> {
  const { downloadsDir, signal } = options
  const work = join(dirname(folder), `.installing-${basename(folder)}`)
  await rm(work, { recursive: true, force: true })
  const part = await openPartFolder(downloadsDir, found.url, `${wanted.name}.nupkg`, signal)
  try {
    await download(wanted, found, part, options)
    await unpack(wanted, part.partPath, folder, work)
    await part.remove()
  } catch (error) {
    // Bytes that are not the package are of no use.
    const { code } = error as { code?: unknown }
    if (error instanceof FeedFailure || code === 'wrong_checksum') await part.remove()
    else await part.release()
    throw diskFailure(error, dirname(folder))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function download(
  { name }: WantedFiles,
  { url, sizeBytes, sha512 }: FoundPackage,
  part: PartFolder,
  { web, signal, onProgress = () => undefined }: InstallOptions,
): Promise<void> {
  const file = `${name}.nupkg`
  const refusal = (status: number) => refused(url, status)
  const transfer = { url, file, sizeBytes, hasChecksum: sha512 !== null, refusal, space: SPACE }
  await receive(transfer, part, web, signal, onProgress)
  if (sha512 === null) return
  const hash = createHash('sha512')
  await pipeline(createReadStream(part.partPath), hash, { signal })
  const actual = hash.digest('base64')
  if (actual !== sha512)
    throw downloadFailure('wrong_checksum', message('download.wrong_checksum', { file, actual, expected: sha512 }))
}

async function unpack(wanted: WantedFiles, archive: string, folder: string, work: string): Promise<void> {
  const fresh = join(work, 'files')
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await extract(archive, wanted, fresh)
  await linkOrCopy(wanted.library, join(fresh, basename(wanted.library)))
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
}

async function extract(archive: string, { name, files }: WantedFiles, into: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw new FeedFailure(`The downloaded package ${name} is not a ZIP archive. Nothing was installed.`, {
      cause: error,
    })
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    for (const [file, path] of files) {
      const entry = entries.get(path)
      if (!entry) throw new FeedFailure(`The package ${name} lacks “${path}”. Nothing was installed.`)
      await pipeToFile([await zip.openReadStreamPromise(entry)], join(into, file), { flags: 'wx' })
    }
  } finally {
    zip.close()
  }
}

/** A link takes no space, but the package may be on another disk. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))

/** Raised with a sentence for the user. */
class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

interface FoundPackage {
  /** Address of the .nupkg file. */
  url: string
  /** Null when the feed does not state it. */
  sizeBytes: number | null
  /** Base64 SHA-512 of the file; null when the feed states none. */
  sha512: string | null
}

interface ServiceIndex {
  resources?: { '@id': string; '@type': string }[]
}
interface Versions {
  versions?: string[]
}
interface RegistrationLeaf {
  catalogEntry?: string
}
interface CatalogEntry {
  packageHash?: string
  packageHashAlgorithm?: string
  packageSize?: number
}

type Web = Pick<WebFetch, 'get'>
type Reply = Awaited<ReturnType<Web['get']>>

/**
 * Finds a package in a NuGet feed (V3: https://learn.microsoft.com/nuget/api/overview). Raises `FeedFailure` when the
 * feed can't be read or lacks the package, and the failures of `web`, and the signal's reason.
 */
export async function findPackage(
  feed: string,
  name: string,
  version: string,
  { get }: Web,
  signal: AbortSignal,
): Promise<FoundPackage> {
  const web: Web = { get: (url, init) => get(url, { ...init, signal }) }
  const index = await json<ServiceIndex>(feed, web)
  const base = resource(index, 'PackageBaseAddress/3.0.0')
  if (!base) throw new FeedFailure(`“${feed}” is not the index of a NuGet feed.`)
  const id = name.toLowerCase()
  const known = await json<Versions>(`${base}${id}/index.json`, web)
  if (!known.versions?.includes(version)) throw new FeedFailure(`The package feed has no ${name} ${version}.`)
  const { packageHash, packageHashAlgorithm, packageSize } = await catalogued(index, id, version, web)
  const url = `${base}${id}/${version}/${id}.${version}.nupkg`
  const isSha512 = packageHashAlgorithm?.toUpperCase() === 'SHA512'
  return { url, sizeBytes: packageSize ?? (await sizeOf(url, web)), sha512: (isSha512 && packageHash) || null }
}

/** Feeds may state no checksum. */
async function catalogued(index: ServiceIndex, id: string, version: string, web: Web): Promise<CatalogEntry> {
  const registrations = resource(index, 'RegistrationsBaseUrl/3.6.0') ?? resource(index, 'RegistrationsBaseUrl')
  if (!registrations) return {}
  const leaf = await json<RegistrationLeaf>(`${registrations}${id}/${version}.json`, web)
  return typeof leaf.catalogEntry === 'string' ? await json<CatalogEntry>(leaf.catalogEntry, web) : {}
}

function resource({ resources = [] }: ServiceIndex, type: string): string | null {
  const found = resources.find((entry) => entry['@type'] === type)?.['@id']
  return found === undefined ? null : `${found.replace(/\/$/, '')}/`
}

async function sizeOf(url: string, web: Web): Promise<number | null> {
  const { headers } = await success(url, await web.get(url, { method: 'HEAD' }))
  const length = Number(headers.get('content-length'))
  return length > 0 ? length : null
}

async function json<T>(url: string, web: Web): Promise<T> {
  const response = await success(url, await web.get(url))
  try {
    return (await response.json()) as T
  } catch (error) {
    throw new FeedFailure(`“${url}” does not answer as a NuGet feed.`, { cause: error })
  }
}

async function success(url: string, response: Reply): Promise<Reply> {
  if (response.ok) return response
  await response.body?.cancel()
  throw refused(url, response.status)
}

/** The failure for a reply that is not a success. */
const refused = (url: string, status: number): FeedFailure =>
  new FeedFailure(`“${url}” answered with status ${status}.`)

type Params = Readonly<Record<string, unknown>>

const AGAIN = 'Run “sightline devices install-cuda” again'

/**
 * English sentences, because only the command line installs CUDA, by the code of the message that a download has failed
 * with.
 */
const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  'download.invalid_web_address': ({ address }) =>
    `“${address}” is not the web address of a package feed. Give one that begins with http:// or https://.`,
  'download.no_network': ({ host, reason }) =>
    `${host} can’t be reached (${reason}), so CUDA was not installed. Check the network connection, the proxy in the settings and --feed, then run “sightline devices install-cuda” again.`,
  'download.certificate': ({ host, reason }) =>
    `The certificate of ${host} is not trusted (${reason}), so CUDA was not installed. Where a proxy inspects connections, set NODE_EXTRA_CA_CERTS to its certificate.`,
  'download.interrupted': ({ host, received }) =>
    `The connection to ${host} ended after ${received} MB of CUDA’s package. ${AGAIN}: it resumes there.`,
  'download.later': ({ host, seconds }) =>
    `${host} is busy, and asks to come back for CUDA’s package in ${seconds} seconds. ${AGAIN} then: the download resumes.`,
  'download.too_long': ({ host, file }) =>
    `${host} sent more bytes than the package “${file}” has. It was deleted, and nothing was installed. ${AGAIN}.`,
  'download.wrong_checksum': ({ file, actual, expected }) =>
    `The package “${file}” was deleted and nothing was installed, because its checksum is ${actual} and the feed states ${expected}. ${AGAIN}. If that fails alike, the package was changed at its source: do not use this feed.`,
  'download.disk_full': ({ needed, folder, free }) =>
    `CUDA needs ${needed} MB while it is installed, and ${folder} has ${free} MB left. Free some space, or name another data folder with --data.`,
  'download.disk_full_meanwhile': ({ folder }) =>
    `The disk of ${folder} is full, and CUDA was not installed. Free some space. ${AGAIN}: the download resumes.`,
  'download.unwritable': ({ folder, reason }) =>
    `CUDA can’t be written to ${folder} (${reason}). Check the permissions of the folder, or name another data folder with --data.`,
  'download.running': () =>
    'CUDA is being installed in this data folder by another command. Wait for it, or stop it there.',
}

/** An error of `findPackage` or `installCuda` with a sentence about CUDA; any other error as it is. */
export function cudaFailure(error: unknown): unknown {
  if (!(error instanceof BridgeFailure) || error.text === undefined) return error
  const sentence = SENTENCES[error.text.code]
  return sentence ? new FeedFailure(sentence(error.text.params), { cause: error }) : error
}
