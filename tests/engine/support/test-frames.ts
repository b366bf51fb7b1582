/** Small images and videos of coloured squares, which the models in tests/fixtures/models detect. */
import type { Frame, I420, Letterbox } from '../../../src/engine/media/frame.ts'
import { createVideoWriter } from '../../../src/engine/media/video-writer.ts'
import type { Box, Size } from '../../../src/shared/domain/geometry.ts'

export interface Square {
  /** Top left corner and side, in pixels; even numbers, so that chroma is exact. */
  x: number
  y: number
  side?: number
  color: 'red' | 'green'
}

/** BT.601, limited range. */
const YUV = { red: [81, 90, 240], green: [145, 54, 34], grey: [126, 128, 128] } as const
const RGB = { red: [1, 0, 0], green: [0, 1, 0] } as const

export const SIZE: Size = { width: 160, height: 96 }

function i420({ width, height }: Size, squares: readonly Square[]): I420 {
  const image: I420 = {
    width,
    height,
    y: new Uint8Array(width * height).fill(YUV.grey[0]),
    u: new Uint8Array((width / 2) * (height / 2)).fill(YUV.grey[1]),
    v: new Uint8Array((width / 2) * (height / 2)).fill(YUV.grey[2]),
    strideY: width,
    strideUV: width / 2,
  }
  for (const { x, y, side = 16, color } of squares) {
    const [luma, u, v] = YUV[color]
    for (let row = y; row < y + side; row++) image.y.fill(luma, row * width + x, row * width + x + side)
    for (let row = y / 2; row < (y + side) / 2; row++) {
      const from = row * image.strideUV + x / 2
      image.u.fill(u, from, from + side / 2)
      image.v.fill(v, from, from + side / 2)
    }
  }
  return image
}

/** A frame for a video writer or for blocks; `letterbox` returns a mapping but copies nothing. */
export function plainFrame(index: number, ptsS: number, squares: readonly Square[] = [], size = SIZE): Frame {
  return {
    ...size,
    index,
    ptsS,
    image: i420(size, squares),
    letterbox: (_into: Float32Array, target: Size, region?: Box): Letterbox => letterboxOf(size, target, region),
    copy: () => plainFrame(index, ptsS, squares, size),
    close: () => undefined,
  }
}

/** For blocks that use only their own inputs. */
export const noFindings = async (): Promise<never[]> => []

export function letterboxOf(frame: Size, target: Size, region?: Box): Letterbox {
  const box = region ?? { x1: 0, y1: 0, x2: frame.width, y2: frame.height }
  const [w, h] = [box.x2 - box.x1, box.y2 - box.y1]
  const scale = Math.min(target.width / w, target.height / h)
  const [padX, padY] = [(target.width - w * scale) / 2, (target.height - h * scale) / 2]
  const imageArea = { x1: padX, y1: padY, x2: padX + w * scale, y2: padY + h * scale }
  return { scale, padX, padY, originX: box.x1, originY: box.y1, imageArea }
}

/** Planar RGB, 0 to 1, as models take it; grey outside of squares. */
export function tensorOf(squares: readonly Square[], { width, height }: Size = SIZE): Float32Array {
  const tensor = new Float32Array(3 * width * height).fill(0.5)
  for (const { x, y, side = 16, color } of squares) {
    for (let c = 0; c < 3; c++) {
      for (let row = y; row < y + side; row++) {
        const from = c * width * height + row * width + x
        tensor.fill(RGB[color][c] as number, from, from + side)
      }
    }
  }
  return tensor
}

/** Writes an mp4 of `frames` frames; returns its path. */
export async function writeVideo(
  path: string,
  frames: number,
  squares: (index: number) => readonly Square[],
  { fps = 10, size = SIZE }: { fps?: number; size?: Size } = {},
): Promise<string> {
  const writer = await createVideoWriter(path, { ...size, quality: 'high', fps })
  for (let i = 0; i < frames; i++) await writer.write(plainFrame(i, i / fps, squares(i), size))
  await writer.finish()
  return path
}
