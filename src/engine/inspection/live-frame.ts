/** Live images of a run: rendered from the next frame on request only. */
import { withDefaults } from '../../shared/blocks/catalogue.ts'
import { type ClassStyle, classStyles } from '../../shared/domain/class-color.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import type { RunPicture } from '../../shared/domain/run.ts'
import type { Frame } from '../media/frame.ts'
import { type Executor, NOTHING, type NodeContext, type NodeInput } from '../nodes/executor.ts'
import { seconds } from '../sinks/detection-record.ts'
import { jsonSink } from '../sinks/json-sink.ts'
import { sinkContext, sinkExecutor } from '../sinks/sink-writer.ts'
import type { WatcherKind } from './watched-plan.ts'

/** Longest side of an image. */
const MAX_PIXELS = 960

export class LiveFrame {
  #requests: ((image: RunPicture | null) => void)[] = []
  #closed = false

  /** Null once the run has no more frames. */
  request(): Promise<RunPicture | null> {
    if (this.#closed) return Promise.resolve(null)
    return new Promise((resolve) => this.#requests.push(resolve))
  }

  /** `isDrawn`: its input frames are already annotated. */
  executor({ classNames, isDrawn }: { classNames: readonly string[]; isDrawn: boolean }): Executor {
    const styles = classStyles(classNames, {})
    return {
      parallel: true,
      save: () => null,
      process: (input) => {
        if (this.#requests.length === 0 || input.frames.length === 0) return NOTHING
        const answers = this.#requests.splice(0)
        return imageOf(input, isDrawn ? null : styles)
          .catch(() => null)
          .then((image) => {
            for (const answer of answers) answer(image)
            return NOTHING
          })
      },
    }
  }

  close(): void {
    this.#closed = true
    for (const answer of this.#requests.splice(0)) answer(null)
  }
}

async function imageOf(input: NodeInput, styles: Record<string, ClassStyle> | null): Promise<RunPicture> {
  const [{ encodeJpeg }, { createOverlay }] = await Promise.all([
    import('../media/jpeg-writer.ts'),
    import('../draw/overlay.ts'),
  ])
  const shown = (input.frames[0] as NodeInput['frames'][number]).frame
  const canvas = styles === null ? shown : shown.copy()
  try {
    if (styles !== null) {
      createOverlay(withDefaults('visualize', { trails: false }), styles).draw(canvas.image, {
        ptsS: shown.ptsS,
        detections: input.detections ?? [],
        geometries: input.events.flatMap((e) => e.geometries),
      })
    }
    const size = fitted(shown)
    const jpeg = await encodeJpeg(canvas.image, { x1: 0, y1: 0, x2: shown.width, y2: shown.height }, size)
    const { index, ptsS } = input.frame
    return { frame_index: index, time_s: seconds(ptsS), ...size, jpeg: jpeg.toString('base64') }
  } finally {
    if (canvas !== shown) canvas.close()
  }
}

function fitted({ width, height }: Pick<Frame, keyof Size>): Size {
  const scale = Math.min(1, MAX_PIXELS / Math.max(width, height))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return scale === 1 ? { width, height } : { width: even(width), height: even(height) }
}

/** In bytes: about an hour of video with ten objects in each frame; the results contain the rest. */
export const INSPECTION_LIMITS = { frames: 256_000_000, events: 128_000_000 }

export type InspectionLimits = typeof INSPECTION_LIMITS

/** The executor of a block that records or displays a run for its inspector. */
export async function watchExecutor(
  kind: WatcherKind,
  context: NodeContext<'sink'>,
  live: LiveFrame,
  limits: InspectionLimits,
): Promise<Executor> {
  const { node, plan, classNames } = context
  if (kind === 'picture') return live.executor({ classNames, isDrawn: node.inlets[0]?.from !== plan.source.id })
  return sinkExecutor(await jsonSink(sinkContext(context), { internal: true, maxBytes: limits[kind] }))
}
