/** Labels as readers of formats return them and writers take them: independent of any format, and of how they are stored. */
import type { ImageSplit } from '../../../shared/api/datasets.ts'
import type { ImportRule } from '../../../shared/api/imports.ts'
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import type { Size } from '../../../shared/domain/geometry.ts'

export interface Point {
  x: number
  y: number
}

export type NeutralShape =
  | { type: 'bbox'; box: BoundingBox }
  /** Filled by the even-odd rule. */
  | { type: 'polygon'; rings: readonly (readonly Point[])[] }
  | { type: 'polyline'; points: readonly Point[] }
  | { type: 'keypoint'; point: Point }

/** Fields beside class, confidence and shape. */
export interface NeutralFields {
  /** `pending`: a prediction that no person has reviewed. */
  review?: 'pending'
  track_id?: string
  occluded?: boolean
  outside?: boolean
  keyframe?: boolean
  z?: number
  attributes?: Readonly<Record<string, string | number | boolean>>
}

export interface NeutralAnnotation {
  /** Unique in its image; null for a format without ids. */
  id: string | null
  name: string
  confidence: number | null
  shape: NeutralShape
  fields?: NeutralFields
  /** Conversions that the reader has made. */
  rules?: readonly ImportRule[]
}

export interface ReadImage {
  /** Path or name as the labels give it, with slashes. */
  path: string
  /** Further names under which the image may be found. */
  aliases?: readonly string[]
  /** The document that names the image, or a folder with a slash at its end: of equal names, the one beside it is meant. */
  near?: string
  /** The subset to which the labels say that the image belongs. */
  subset?: string
  /** True when the path has no ending, as in formats that name label files after their images. */
  isStem: boolean
  /** Name of its file in the archive; null when the archive has no such file. */
  file: string | null
  /** Files of the archive that the path can mean alike; omitted when it means one, or none. */
  among?: readonly string[]
  /** True when the archive has its file, of a format that imports can't take; `file` is null then. */
  isUnread?: true
  /** The size of the file's stored pixels, with its orientation by EXIF; omitted when it is unknown. */
  header?: Size & { orientation: number }
  /** Pixels, as the labels declare them. */
  width: number | null
  height: number | null
  /** `relative`: coordinates are parts of the width and height, from 0 to 1. */
  unit: 'pixels' | 'relative'
  /** The split in which the archive has the image; omitted where the labels do not say it. */
  split?: ImageSplit
}

/** Annotations of an image; the same image can be returned several times. */
export interface ReadLabels {
  image: ReadImage
  annotations: readonly NeutralAnnotation[]
}

/** Counts what readers and the plan change or leave out. */
export interface ReadNotes {
  /** `n`: annotations that are left out. */
  dropped(rule: ImportRule, file: string, detail?: string, n?: number): void
  /** Once for each file or image. */
  noted(rule: ImportRule, file: string, detail?: string): void
  /** Classes of the format's own list, in its order. */
  classes(names: readonly string[]): void
  /** A coordinate of 0, or a fraction: boxes do not count pixels from 1. */
  countsFromZero(): void
}

export interface ReadOptions {
  /** True when predictions are imported too. */
  predictions: boolean
}
