/** A segmenter in this process. */
import type { PromptedImage, SegmentedObject, SegmentPrompt } from '../../shared/engine-contract/segmentation.ts'
import type { Frame } from '../media/frame.ts'

export interface OpenSegmenter {
  /** Name in results. */
  readonly name: string
  /**
   * `frame` is the decoded image, which the caller closes. Objects are given by falling score. Raises `RunFailure` for a
   * prompt that the segmenter does not take.
   */
  segment(image: PromptedImage, frame: Frame, prompt: SegmentPrompt): Promise<SegmentedObject[]>
  close(): Promise<void>
}

/** Embeddings of so many images are kept: those of SAM 3 take 120 MB each. */
export const KEPT_EMBEDDINGS = 4
