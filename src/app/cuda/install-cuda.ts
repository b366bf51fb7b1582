/** Installs ONNX Runtime's CUDA provider into a folder of its own, all of it or nothing. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import { pipeToFile } from '../../disk/pipe-to-file.ts'
import { message } from '../../shared/messages/message.ts'
import { diskFailure, downloadFailure } from '../downloads/failures.ts'
import { openPartFolder, type PartFolder } from '../downloads/part-folder.ts'
import { receive } from '../downloads/transfer.ts'
import type { WebFetch } from '../downloads/web-fetch.ts'
import { FeedFailure, type FoundPackage, refused } from './nuget-feed.ts'

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
