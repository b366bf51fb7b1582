/** Images for drawing tests, with sentinels around every plane. */
import type { ColorInfo } from '../../../src/engine/media/color.ts'
import type { I420 } from '../../../src/engine/media/frame.ts'

const SENTINEL = 77
const MARGIN = 64

export interface Canvas {
  image: I420
  /** True while no byte outside the image has changed: before, after and beside the planes. */
  intact(): boolean
}

export function canvas(width: number, height: number, luma = 120, color?: ColorInfo): Canvas {
  const plane = (w: number, h: number, value: number) => {
    const stride = w + 13
    const memory = new Uint8Array(2 * MARGIN + stride * h).fill(SENTINEL)
    const data = memory.subarray(MARGIN, MARGIN + stride * h)
    for (let y = 0; y < h; y++) data.fill(value, y * stride, y * stride + w)
    const intact = () => {
      for (let i = 0; i < memory.length; i++) {
        const at = i - MARGIN
        const inside = at >= 0 && at < stride * h && at % stride < w
        if (!inside && memory[i] !== SENTINEL) return false
      }
      return true
    }
    return { data, stride, intact }
  }
  const half = (n: number) => (n + 1) >> 1
  const y = plane(width, height, luma)
  const u = plane(half(width), half(height), 128)
  const v = plane(half(width), half(height), 128)
  return {
    image: {
      width,
      height,
      y: y.data,
      u: u.data,
      v: v.data,
      strideY: y.stride,
      strideUV: u.stride,
      ...(color && { color }),
    },
    intact: () => y.intact() && u.intact() && v.intact(),
  }
}

export const lumaAt = (image: I420, x: number, y: number): number => image.y[y * image.strideY + x] as number

/** Number of pixels whose brightness differs from `luma`, inside the given bounds. */
export function painted(image: I420, luma = 120, x0 = 0, y0 = 0, x1 = image.width, y1 = image.height): number {
  let count = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (lumaAt(image, x, y) !== luma) count++
  return count
}
