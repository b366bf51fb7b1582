/** Writes the archive of a frozen export, file by file. */
import { createHash } from 'node:crypto'
import { pipeToFile } from '../../../../disk/pipe-to-file.ts'
import { streamedZip } from '../../../../disk/streamed-zip.ts'
import type { Said } from '../../../../shared/messages/message.ts'
import { PRIVATE_FILE } from '../../../machine/private-folder.ts'
import { type ArchiveFile, textFile } from './archive-file.ts'
import { FORMAT_WRITERS } from './format-writers.ts'
import type { FrozenExport } from './frozen-export.ts'
import { createLosses, LOSSES_FILE } from './losses.ts'
import { notedImages } from './noted-images.ts'
import { visibleObjects } from './visible-objects.ts'

export interface Archive {
  /** Hex */
  sha256: string
  sizeBytes: number
  warnings: Said[]
}

export interface ArchiveOptions {
  signal: AbortSignal
  /** Called with the number of images that are written. */
  progress(images: number): void
}

/** Rejects with the reason of the signal, and with errors of the disk. */
export async function writeArchive(
  source: FrozenExport,
  path: string,
  { signal, progress }: ArchiveOptions,
): Promise<Archive> {
  const writer = FORMAT_WRITERS[source.format]
  const losses = createLosses(writer.holds)
  const noted = notedImages(visibleObjects(source, writer.holds, losses), writer.holds, losses)
  async function* files(): AsyncGenerator<ArchiveFile> {
    let images = 0
    for await (const file of writer.files(noted, losses)) {
      yield file
      if (file.isImage) progress(++images)
    }
    // Known once the other files are written.
    const rules = losses.rules()
    if (rules.length > 0) yield textFile(LOSSES_FILE, `${JSON.stringify({ format: source.format, rules }, null, 2)}\n`)
  }
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of streamedZip(files(), new Date(source.frozenAt))) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  await pipeToFile([counted], path, { mode: PRIVATE_FILE, signal })
  return { sha256: hash.digest('hex'), sizeBytes, warnings: losses.warnings() }
}
