/** ZIP archives. Videos and images are stored without compression, since they are compressed already. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  sizeBytes: number
  /** Called once, when the archive has reached the file. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

export interface Zip {
  sizeBytes: number
  /** Fails when a file can't be read, or has another length than its entry. Destroying it stops all reading. */
  stream: Readable
}

/** From here on yazl 3.3.1 announces 76 bytes more than it writes, unless it is asked for ZIP64. */
const ZIP64_ENTRIES = 200

export function zipOf(entries: readonly ZipEntry[], modified: Date): Zip {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let sizeBytes = 0
  let current: { name: string; bytes: Readable } | null = null
  const fail = (error: unknown) => void stream.destroy(error as Error)
  // The only error of yazl's own once its entries are valid.
  zip.on('error', () => fail(new Error(`${current?.name} has changed since it was written.`)))
  // yazl doesn't stop the file that it reads.
  stream.on('close', () => current?.bytes.destroy())

  async function open({ name, read }: ZipEntry): Promise<Readable | null> {
    // Nothing is read for an archive of which only the size is wanted.
    await Promise.resolve()
    if (stream.destroyed) return null
    const bytes = Readable.from(await read(), { objectMode: false })
    current = { name, bytes }
    bytes.on('error', fail)
    if (stream.destroyed) bytes.destroy()
    return bytes
  }

  for (const entry of entries) {
    const stored = { size: entry.sizeBytes, compress: false, mtime: modified }
    zip.addReadStreamLazy(entry.name, stored, (start) => {
      open(entry).then((bytes) => bytes && start(null, bytes), fail)
    })
  }
  const options = { forceZip64Format: entries.length >= ZIP64_ENTRIES, comment: '' }
  // The types of yazl leave out the callback's argument. All sizes are known, so the callback is called at once.
  zip.end(options, ((size: number) => {
    sizeBytes = size
  }) as () => void)
  return { sizeBytes, stream }
}
