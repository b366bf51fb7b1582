/** What a format of labels offers to an export: what its archives hold, and their files. */
import type { ArchiveFile } from './archive-file.ts'
import type { FrozenExport } from './frozen-export.ts'
import type { Loss, Losses } from './losses.ts'
import type { HeldFields } from './lost-fields.ts'

/** `holes` and `parts`: outlines that have them. */
export const SHAPE_KINDS = ['box', 'outline', 'holes', 'parts', 'polyline', 'keypoint'] as const
export type ShapeKind = (typeof SHAPE_KINDS)[number]

/** What readers of the format find in an archive. `docs/formats.md` is written from it. */
export interface Holdings extends HeldFields {
  /** Each kind of shape is kept as it is, or changed or left out as the loss says. */
  shapes: Readonly<Record<ShapeKind, 'kept' | Loss>>
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
