/** A frozen export as the writers of formats read it. */
import { type ExportFormat, SPLITS, type Split } from '../../../../shared/api/exports.ts'
import type { Annotation, AnnotationType } from '../../../../shared/domain/annotation.ts'
import { joinPath } from '../../../datasets/directories/directory-path.ts'
import type { LabelledRow } from '../../../datasets/stored-annotation.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../../db/database.ts'
import type { DatasetExportRow, ExportImageRow } from '../../../db/schema/exports.ts'
import { parseLargeJson } from '../../../http/large-json.ts'
import type { ExportRepository } from '../export-repository.ts'
import type { SplitCounts } from '../splits.ts'

/** A split, or the name by which CVAT and Datumaro have all images of an export that is not divided. */
export type Subset = Split | 'default'

export interface FrozenImage {
  /** In the export, from 0. */
  position: number
  /** Path below the folder of the export's images, with slashes. */
  archivePath: string
  /** The same without its ending: label files are named after it. */
  stem: string
  /** Absolute path of its file. */
  path: string
  contentType: string
  sizeBytes: number
  width: number
  height: number
  split: Subset
  annotations: readonly Annotation[]
  /** The path in the data set, without the slash at the beginning. */
  origin: string
  /** Ids of annotations that wait for a review, and are left out. */
  pending: readonly string[]
}

export interface FrozenExport {
  name: string
  format: ExportFormat
  frozenAt: string
  classes: readonly string[]
  /** The types that occur. */
  types: ReadonlySet<AnnotationType>
  /** Subsets that have images. */
  splits: readonly Subset[]
  /** In the order of their positions, of one subset or all, from a position on. */
  images(split?: Subset, from?: number): AsyncIterable<FrozenImage>
}

export const isDivided = ({ splits }: Pick<FrozenExport, 'splits'>): boolean => !splits.includes('default')

/** The folder of the images of a subset, with a slash at its end: images without a split lie at the top. */
export const subsetFolder = (split: Subset): string => (split === 'default' ? '' : `${split}/`)

/** Images of one query: each can have megabytes of annotations. */
const PAGE = 20

/** An image can have megabytes of outlines: others are answered while they are parsed. */
export const frozenAnnotations = async ({ annotations }: Pick<ExportImageRow, 'annotations'>): Promise<Annotation[]> =>
  (await parseLargeJson(annotations, JSON.parse)) as Annotation[]

/** JSON of an annotation as the API returns it. Geometry and rare fields are JSON of objects already, and are not parsed. */
export function frozenJson({ id, name, type, confidence, geometry, extra }: LabelledRow): string {
  const fields = [toJson({ id, name, type, confidence }), geometry, extra ?? '{}'].map((json) => json.slice(1, -1))
  return `{${fields.filter((json) => json !== '').join(',')}}`
}

export function frozenExport(
  row: DatasetExportRow,
  repository: Pick<ExportRepository, 'images'>,
  localFile: (sha256: string) => Promise<string>,
): FrozenExport {
  const counts = fromJsonOrNull<SplitCounts>(row.split_counts)
  const imageOf = async ({ archive_path, ...image }: ExportImageRow): Promise<FrozenImage> => ({
    position: image.position,
    archivePath: archive_path,
    stem: archive_path.slice(0, archive_path.lastIndexOf('.')),
    path: await localFile(image.sha256),
    contentType: image.content_type,
    sizeBytes: Number(image.size_bytes),
    width: image.width,
    height: image.height,
    split: image.split ?? 'default',
    annotations: await frozenAnnotations(image),
    origin: joinPath(image.directory_path, image.filename).slice(1),
    pending: fromJsonOrNull<string[]>(image.pending) ?? [],
  })
  return {
    name: row.name,
    format: row.format,
    frozenAt: row.frozen_at ?? row.created_at,
    classes: fromJson(row.classes),
    types: new Set(fromJson<AnnotationType[]>(row.annotation_types)),
    splits: counts ? SPLITS.filter((split) => counts[split] > 0) : ['default'],
    async *images(split, first = 0) {
      for (let from = first; ; ) {
        const rows = await repository.images(row.id, from, PAGE, split === 'default' ? undefined : split)
        for (const image of rows) yield await imageOf(image)
        const last = rows.at(-1)
        if (!last) return
        from = last.position + 1
      }
    },
  }
}
