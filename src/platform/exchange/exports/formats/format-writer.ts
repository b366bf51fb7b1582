/** What a format of labels offers to an export: what its archives hold, and their files. */
import type { FieldName } from '../../../datasets/labels/stored-fields.ts'
import type { ArchiveFile } from './archive-file.ts'
import type { FrozenExport } from './frozen-export.ts'
import type { Loss, Losses } from './losses.ts'

/** `holes` and `parts`: outlines that have them. */
export const SHAPE_KINDS = ['box', 'outline', 'holes', 'parts', 'polyline', 'keypoint'] as const
export type ShapeKind = (typeof SHAPE_KINDS)[number]

/** What readers of the format find in an archive. `docs/formats.md` is written from it. */
export interface Holdings {
  /** Each kind of shape is kept as it is, or changed or left out as the loss says. */
  shapes: Readonly<Record<ShapeKind, 'kept' | Loss>>
  fields: readonly FieldName[]
  /** Names of the attributes that have a place, in a format that holds not all of them. */
  attributes?: readonly string[]
  confidence: boolean
  /** Ids of annotations. */
  ids: boolean
  splits: boolean
  /** Further losses, which some annotations or images have. */
  losses: readonly Loss[]
}

export interface FormatWriter {
  holds: Holdings
  files(source: FrozenExport, losses: Losses): AsyncIterable<ArchiveFile>
}
