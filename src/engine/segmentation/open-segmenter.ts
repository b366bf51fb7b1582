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

/** The most recent values by their keys. */
export class Recent<T> {
  readonly #values = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The value of the key, created when it is not kept; the least recently used one of too many is dropped. */
  async of(key: string, create: () => Promise<T>): Promise<T> {
    const value = this.#values.get(key) ?? (await create())
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
    return value
  }
}
