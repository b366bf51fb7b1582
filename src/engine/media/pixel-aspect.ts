/** Computes the display size of videos whose pixels are not square (DVDs, broadcasts, anamorphic lenses). */
import type { Frame as NativeFrame, Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'

/** A stated pixel aspect beyond this is a mistake. */
const MOST = 4

/** Width over height of a pixel; the container takes precedence over the stream. 1 when neither states it. */
export function pixelAspectOf(stream: Stream, frame: NativeFrame): number {
  for (const { num, den } of [stream.sampleAspectRatio, frame.sampleAspectRatio]) {
    const aspect = num / den
    if (num > 0 && den > 0) return aspect >= 1 / MOST && aspect <= MOST ? aspect : 1
  }
  return 1
}

/** The size in square pixels: one side grows, so that no detail is lost, to an even number of pixels. */
export function squareSize({ width, height }: Size, aspect: number): Size {
  const grown = (side: number): number => 2 * Math.round(side / 2)
  if (Math.abs(aspect - 1) < 0.005) return { width, height }
  return aspect > 1 ? { width: grown(width * aspect), height } : { width, height: grown(height / aspect) }
}
