/**
 * Segments images for prompts, one after the other; keeps the last segmenter open. A prompt that somebody waits for goes before
 * those in the background.
 */
import { availableParallelism } from 'node:os'
import {
  GRABCUT,
  type Segmentation,
  type Segmenter,
  type SegmentRequest,
} from '../../shared/engine-contract/segmentation.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { decodeImage } from '../media/decode-image.ts'
import { Letterboxer } from '../media/letterbox.ts'
import { PooledFrame } from '../media/pooled-frame.ts'
import { SlotPool } from '../media/slot.ts'
import { segmentByColor } from './grabcut/grab-cut-segmenter.ts'
import type { OpenSegmenter } from './open-segmenter.ts'

/** The segmenter that needs no network. */
const grabCutSegmenter: OpenSegmenter = {
  name: GRABCUT,
  async segment(_image, frame, prompt) {
    if (prompt.kind === 'texts') {
      throw new RunFailure('model_unsupported', message('segmenter.no_texts', { name: GRABCUT }))
    }
    const object = segmentByColor(frame, prompt)
    return object ? [{ ...object, className: '' }] : []
  },
  close: async () => undefined,
}

export interface SegmentationSession {
  /** Raises `RunFailure` and `MediaError`. */
  segment(request: SegmentRequest): Promise<Segmentation>
}

/** `onActivity` is called on progress. */
export function createSegmentationSession(onActivity: () => void): SegmentationSession {
  const slots = new SlotPool({ width: 2, height: 2 }, undefined, 2)
  const letterboxer = new Letterboxer()
  const queues = createTwoQueues()
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

  async function segment({ segmenter, image, prompt }: SegmentRequest): Promise<Segmentation> {
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
  }

  return { segment: (request) => queues.add(() => segment(request), request.background) }
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

/** Work of one at a time: what somebody waits for goes before work in the background. */
interface TwoQueues {
  add<T>(work: () => Promise<T>, background: boolean): Promise<T>
}

function createTwoQueues(): TwoQueues {
  const urgent: (() => Promise<void>)[] = []
  const later: (() => Promise<void>)[] = []
  let isWorking = false

  async function workOff(): Promise<void> {
    isWorking = true
    for (let next = urgent.shift() ?? later.shift(); next; next = urgent.shift() ?? later.shift()) await next()
    isWorking = false
  }

  return {
    add: (work, background) =>
      new Promise((resolve, reject) => {
        const queue = background ? later : urgent
        queue.push(() => work().then(resolve, reject))
        if (!isWorking) void workOff()
      }),
  }
}
