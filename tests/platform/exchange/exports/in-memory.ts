/** Exports of images that no database has, and their archives as imports read them. */
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { toStored } from '../../../../src/platform/datasets/labels/stored-fields.ts'
import type { ArchiveFile } from '../../../../src/platform/exchange/exports/formats/archive-file.ts'
import { FORMAT_WRITERS } from '../../../../src/platform/exchange/exports/formats/format-writers.ts'
import type {
  FrozenExport,
  FrozenImage,
  Subset,
} from '../../../../src/platform/exchange/exports/formats/frozen-export.ts'
import { createLosses } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { visibleObjects } from '../../../../src/platform/exchange/exports/formats/visible-objects.ts'
import type { ExportFormat, ExportRule } from '../../../../src/shared/api/exports.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { inMemory, readIn } from '../imports/support.ts'

export interface MemoryImage {
  path: string
  annotations?: readonly Annotation[]
  split?: Subset
}

/** Images of 64 by 48 pixels. */
export function exportOf(format: ExportFormat, images: readonly MemoryImage[]): FrozenExport {
  const frozen = images.map(
    ({ path, annotations = [], split = 'default' }, position): FrozenImage => ({
      position,
      archivePath: path,
      origin: path,
      pending: [],
      stem: path.slice(0, path.lastIndexOf('.')),
      path: '',
      contentType: 'image/jpeg',
      sizeBytes: 0,
      width: 64,
      height: 48,
      split,
      annotations,
    }),
  )
  const all = frozen.flatMap(({ annotations }) => annotations)
  return {
    name: 'A & B',
    format,
    frozenAt: '2026-01-01T00:00:00.000Z',
    classes: [...new Set(all.map(({ name }) => name))],
    types: new Set(all.map(({ type }) => type)),
    splits: [...new Set(frozen.map(({ split }) => split))],
    async *images(split, from = 0) {
      yield* frozen.filter((image) => image.position >= from && (split === undefined || image.split === split))
    },
  }
}

async function bytesOf(file: ArchiveFile): Promise<Buffer> {
  if ('bytes' in file) return file.bytes()
  const parts: Buffer[] = []
  for await (const part of file.read()) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

export interface Written {
  /** Texts by the names of their files; those of images are empty. */
  files: Record<string, string>
  contents: Record<string, Buffer>
  rules: readonly ExportRule[]
}

export async function written(source: FrozenExport): Promise<Written> {
  const writer = FORMAT_WRITERS[source.format]
  const losses = createLosses(writer.holds)
  const contents: Written['contents'] = {}
  for await (const file of writer.files(visibleObjects(source, writer.holds, losses), losses)) {
    contents[file.name] = file.isImage ? Buffer.alloc(0) : await bytesOf(file)
  }
  const files = Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, bytes.toString('utf8')]))
  return { files, contents, rules: losses.rules() }
}

/** The annotations of each image file of an archive as they would be stored, without their ids, and the rules of the reading. */
export async function readBack(files: Written['files']) {
  const { format, labels, notes } = await readIn(inMemory(files, 4096), { predictions: true })
  const images: Record<string, Omit<Annotation, 'id'>[]> = {}
  const splits: Record<string, string | undefined> = {}
  for (const { image, annotations } of labels) {
    const key = image.file ?? `missing ${image.path}`
    splits[key] = image.split
    images[key] = [...(images[key] ?? []), ...annotations.map(storedOf)]
  }
  return { format, images, splits, labels, rules: notes.rules().map(({ code, count }) => `${code} ${count}`) }
}

function storedOf(one: NeutralAnnotation): Omit<Annotation, 'id'> {
  const { id: _, ...stored } = toStored(one, '')
  return JSON.parse(JSON.stringify(stored)) as Omit<Annotation, 'id'>
}

let made = 0
/** An annotation with an id of its own. */
export function annotation(over: Partial<Annotation> & Pick<Annotation, 'type'>): Annotation {
  const id = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
  return { id, name: 'car', confidence: null, ...over }
}

export const boxAt = (x: number, over: Partial<Annotation> = {}): Annotation =>
  annotation({ type: 'bbox', bounding_box: { x, y: 2, w: 10, h: 8 }, ...over })

export const withoutIds = (annotations: readonly Annotation[]): Omit<Annotation, 'id'>[] =>
  annotations.map(({ id: _, ...one }) => one)
