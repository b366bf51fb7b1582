/** Exports that were never stored, and the archives of their formats, in memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMAT_WRITERS } from '../../../../src/platform/exchange/exports/formats/format-writers.ts'
import type {
  FrozenExport,
  FrozenImage,
  Subset,
} from '../../../../src/platform/exchange/exports/formats/frozen-export.ts'
import { createLosses } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { type ExportFormat, type ExportRule, SPLITS } from '../../../../src/shared/api/exports.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'

export interface ImageOfExport {
  /** Path below the folder of the export's images. */
  path: string
  width: number
  height: number
  split: Subset
  annotations: readonly Annotation[]
}

export interface WrittenArchive {
  contents: Record<string, Buffer>
  rules: ExportRule[]
  /** Names in the archive, by the paths of the images. */
  files: ReadonlyMap<string, string>
}

const directoryOf = ({ path }: ImageOfExport): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Writes archives of images whose files are their paths. */
export function archiveWriter() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-formats-'))
  let made = 0

  async function write(format: ExportFormat, given: readonly ImageOfExport[]): Promise<WrittenArchive> {
    const images = given.toSorted((a, b) => directoryOf(a).localeCompare(directoryOf(b))).map(frozen)
    const annotations = images.flatMap((image) => image.annotations)
    const source: FrozenExport = {
      name: 'Test',
      format,
      frozenAt: '2026-01-02T03:04:05.000Z',
      classes: [...new Set(annotations.map(({ name }) => name))],
      types: new Set(annotations.map(({ type }) => type)),
      splits: [...SPLITS, 'default' as const].filter((split) => images.some((image) => image.split === split)),
      async *images(split, from = 0) {
        const isWanted = (image: FrozenImage) => split === undefined || image.split === split
        yield* images.filter((image) => image.position >= from && isWanted(image))
      },
    }
    const writer = FORMAT_WRITERS[format]
    const losses = createLosses(writer.holds)
    const contents: WrittenArchive['contents'] = {}
    const files = new Map<string, string>()
    for await (const file of writer.files(source, losses)) {
      const parts: Buffer[] = []
      if ('bytes' in file) parts.push(await file.bytes())
      else for await (const part of file.read()) parts.push(Buffer.from(part as Uint8Array))
      contents[file.name] = Buffer.concat(parts)
      if (file.isImage) files.set(String(contents[file.name]), file.name)
    }
    return { contents, rules: losses.rules(), files }
  }

  function frozen({ path, ...image }: ImageOfExport, position: number): FrozenImage {
    const file = join(folder, `${made++}`)
    writeFileSync(file, path)
    const stem = path.slice(0, path.lastIndexOf('.'))
    const facts = { contentType: 'image/jpeg', sizeBytes: Buffer.byteLength(path) }
    return { ...image, ...facts, position, archivePath: path, stem, path: file, origin: path, pending: [] }
  }

  return { write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
