/** A completed export as evaluations and runs read it: the images, classes and annotations of the time of the export. */
import type { Split } from '../../../shared/api/exports.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface RecordedExport {
  id: string
  /** For display. */
  name: string
  datasetId: string
  classes: readonly string[]
  imageCount: number
}

export interface RecordedImage {
  /** In the export, from 0. */
  position: number
  imageId: string
  filename: string
  /** `/`, or the path of its directory. */
  directoryPath: string
  /** Absolute path of the image file on this machine; it is there as long as the export is. */
  path: string
  width: number
  height: number
  /** Null without splits. */
  split: Split | null
  annotations: readonly Annotation[]
}

export interface RecordedExports {
  /** @throws ApiError not_found; wrong_state for an export that has not completed */
  recorded(caller: Caller, exportId: string): Promise<RecordedExport>
  /** In the order of their positions. `from`: the first position. */
  images(caller: Caller, exportId: string, from?: number): AsyncIterable<RecordedImage>
  image(caller: Caller, exportId: string, position: number): Promise<RecordedImage | null>
}
