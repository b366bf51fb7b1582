/** The image on which devices are compared: the same for everyone, with edges, colours, gradients and fine grain. */
import type { Size } from '../../../shared/domain/geometry.ts'

const RECTANGLES = 24

/** Planar RGB, 0 to 1, of shape [3, height, width]. */
export function checkImage({ width, height }: Size): Float32Array {
  const area = width * height
  const image = new Float32Array(3 * area)
  const random = generator(20_240_229)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grain = 0.1 * (random() - 0.5)
      for (let plane = 0; plane < 3; plane++) {
        const slope = plane === 0 ? x / width : plane === 1 ? y / height : 1 - x / width
        image[plane * area + y * width + x] = Math.min(1, Math.max(0, 0.2 + 0.6 * slope + grain))
      }
    }
  }
  for (let i = 0; i < RECTANGLES; i++) {
    const w = Math.ceil(width * (0.04 + 0.2 * random()))
    const h = Math.ceil(height * (0.04 + 0.2 * random()))
    const left = Math.floor(random() * (width - w))
    const top = Math.floor(random() * (height - h))
    for (let plane = 0; plane < 3; plane++) {
      const value = random()
      for (let y = top; y < top + h; y++)
        image.fill(value, plane * area + y * width + left, plane * area + y * width + left + w)
    }
  }
  return image
}

/** Mulberry32 by Tommy Ettinger (public domain): 0 to 1. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
