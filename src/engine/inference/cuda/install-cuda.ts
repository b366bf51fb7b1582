/** Installs ONNX Runtime's CUDA provider into a folder of its own, all of it or nothing. */
import { createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import type { CudaPackage } from './cuda-folder.ts'
import { type DownloadOptions, downloadPackage } from './download-package.ts'
import { FeedFailure, type FoundPackage } from './nuget-feed.ts'

/**
 * Replaces `folder`. Removes the leftovers of an installation that was interrupted.
 * @throws FeedFailure for the feed and the package; errors of the file system
 */
export async function installCuda(
  wanted: CudaPackage,
  found: FoundPackage,
  folder: string,
  options: DownloadOptions = {},
): Promise<void> {
  const work = join(dirname(folder), `.installing-${basename(folder)}`)
  const fresh = join(work, 'files')
  await rm(work, { recursive: true, force: true })
  try {
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    const archive = join(work, 'package.nupkg')
    await downloadPackage(found, archive, options)
    await extract(archive, wanted, fresh)
    await linkOrCopy(wanted.library, join(fresh, basename(wanted.library)))
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function extract(archive: string, { name, files }: CudaPackage, into: string): Promise<void> {
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
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(into, file), { flags: 'wx' }))
    }
  } finally {
    zip.close()
  }
}

/** A link takes no space, but the package may be on another disk. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to))
