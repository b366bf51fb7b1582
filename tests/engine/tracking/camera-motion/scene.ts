/** Frames of a synthetic textured world, seen by a camera that can be moved. */
import type { Luma } from '../../../../src/engine/tracking/camera-motion/luma-pyramid.ts'
import type { Warp } from '../../../../src/engine/tracking/motion-model.ts'

const hash = (x: number, y: number, seed: number): number => {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** Smooth noise, 0 to 1, with features of about `grain` pixels. */
function noise(x: number, y: number, grain: number, seed: number): number {
  const u = x / grain
  const v = y / grain
  const i = Math.floor(u)
  const j = Math.floor(v)
  const s = (u - i) * (u - i) * (3 - 2 * (u - i))
  const t = (v - j) * (v - j) * (3 - 2 * (v - j))
  const top = hash(i, j, seed) * (1 - s) + hash(i + 1, j, seed) * s
  return top * (1 - t) + (hash(i, j + 1, seed) * (1 - s) + hash(i + 1, j + 1, seed) * s) * t
}

/** Brightness of the world at a place in pixels. */
export const world =
  (seed: number) =>
  (x: number, y: number): number =>
    25 + 130 * noise(x, y, 31, seed) + 75 * noise(x, y, 9, seed + 1)

export function picture(width: number, height: number, brightness: (x: number, y: number) => number): Luma {
  // Rows are longer than the image, as in decoded frames.
  const strideY = width + 24
  const y = new Uint8Array(strideY * height)
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) y[row * strideY + col] = brightness(col + 0.5, row + 0.5)
  }
  return { width, height, y, strideY }
}

/** The inverse of an affine map. */
export function inverse([a, b, c, d, e, f]: Warp): Warp {
  const det = a * e - b * d
  return [e / det, -b / det, (b * f - e * c) / det, -d / det, a / det, (d * c - a * f) / det]
}

export const applied = ([a, b, c, d, e, f]: Warp, x: number, y: number): [number, number] => [
  a * x + b * y + c,
  d * x + e * y + f,
]

/** The view after the camera moved so that the points of the first view, `before`, moved by `warp`. */
export function moved(before: (x: number, y: number) => number, warp: Warp): (x: number, y: number) => number {
  const back = inverse(warp)
  return (x, y) => before(...applied(back, x, y))
}

/** A rotation by `angle` radians and a zoom about the centre, then a shift. */
export function cameraWarp(width: number, height: number, angle: number, zoom: number, dx: number, dy: number): Warp {
  const c = zoom * Math.cos(angle)
  const s = zoom * Math.sin(angle)
  const [x, y] = [width / 2, height / 2]
  return [c, -s, x - c * x + s * y + dx, s, c, y - s * x - c * y + dy]
}

/** Largest distance between the images of the frame's corners under two warps, in pixels. */
export function worstCorner(a: Warp, b: Warp, width: number, height: number): number {
  return Math.max(
    ...[
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ].map(([x = 0, y = 0]) => {
      const [ax, ay] = applied(a, x, y)
      const [bx, by] = applied(b, x, y)
      return Math.hypot(ax - bx, ay - by)
    }),
  )
}
