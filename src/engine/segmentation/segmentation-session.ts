/** Segments images for prompts, one after the other; keeps the last segmenter open. */
import { availableParallelism } from 'node:os'
import type { Segmentation, Segmenter, SegmentRequest } from '../../shared/engine-contract/segmentation.ts'
import { decodeImage } from '../media/decode-image.ts'
import { Letterboxer } from '../media/letterbox.ts'
import { PooledFrame } from '../media/pooled-frame.ts'
import { SlotPool } from '../media/slot.ts'
import { grabCutSegmenter } from './grabcut/open-grab-cut.ts'
import type { OpenSegmenter } from './open-segmenter.ts'

export interface SegmentationSession {
  /** One call at a time. Raises `RunFailure` and `MediaError`. */
  segment(request: SegmentRequest): Promise<Segmentation>
}

/** `onActivity` is called on progress. */
export function createSegmentationSession(onActivity: () => void): SegmentationSession {
  const slots = new SlotPool({ width: 2, height: 2 }, undefined, 2)
  const letterboxer = new Letterboxer()
  let key = ''
  let kept: OpenSegmenter | null = null

  async function segmenterOf(wanted: Segmenter): Promise<OpenSegmenter> {
    if (wanted.kind === 'grabcut') return grabCutSegmenter
    const wantedKey = JSON.stringify(wanted)
    if (kept && key === wantedKey) return kept
    const before = kept
    kept = null
    await before?.close()
    kept = await opened(wanted, onActivity)
    onActivity()
    key = wantedKey
    return kept
  }

  return {
    async segment({ segmenter, image, prompt }) {
      const open = await segmenterOf(segmenter)
      const begun = performance.now()
      onActivity()
      const { slot } = await decodeImage(image.path, slots)
      const frame = new PooledFrame(slot, slots, letterboxer, 0, 0)
      try {
        const objects = await open.segment(image, frame, prompt)
        const { width, height } = frame
        return { segmenter: open.name, width, height, objects, ms: performance.now() - begun }
      } finally {
        frame.close()
      }
    },
  }
}

async function opened(
  segmenter: Exclude<Segmenter, { kind: 'grabcut' }>,
  onActivity: () => void,
): Promise<OpenSegmenter> {
  const threads = availableParallelism()
  if (segmenter.kind === 'sam') {
    const { openSamSegmenter } = await import('./sam-segmenter.ts')
    return openSamSegmenter(segmenter.name, segmenter.folder, threads)
  }
  const { openSam3Segmenter } = await import('./sam3-segmenter.ts')
  return openSam3Segmenter(segmenter.folder, threads, onActivity)
}
