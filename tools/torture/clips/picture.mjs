/**
 * Draws a frame that encodes its number: a bar code at the top, and a red square whose position follows from the
 * number.
 */

export const WIDTH = 160
export const HEIGHT = 96

/** Bits of the number, least significant first, between a white and a black cell. */
const BITS = 6
const CELL = { x: 8, y: 4, width: 18, height: 16 }
export const SIDE = 16

/**
 * Far from its position in the frames before and after.
 * @param {number} number
 */
export const squareOf = (number) => ({ x: 8 + 24 * (number % 6), y: 28 + 32 * (Math.floor(number / 6) % 2) })

/** @param {number} number */
const cellsOf = (number) => [1, ...Array.from({ length: BITS }, (_, bit) => (number >> bit) & 1), 0]

/**
 * RGB, 3 bytes per pixel.
 * @param {number} number
 */
export function drawPicture(number) {
  const rgb = Buffer.alloc(3 * WIDTH * HEIGHT, 128)
  /**
   * @param {number} x0
   * @param {number} y0
   * @param {number} width
   * @param {number} height
   * @param {readonly number[]} color
   */
  const fill = (x0, y0, width, height, color) => {
    for (let y = y0; y < y0 + height; y++) {
      for (let x = x0; x < x0 + width; x++) rgb.set(color, 3 * (y * WIDTH + x))
    }
  }
  for (const [i, cell] of cellsOf(number).entries()) {
    fill(CELL.x + i * CELL.width, CELL.y, CELL.width, CELL.height, cell ? [255, 255, 255] : [0, 0, 0])
  }
  const { x, y } = squareOf(number)
  fill(x, y, SIDE, SIDE, [255, 0, 0])
  return rgb
}

/**
 * Decodes the number from a frame of any size; null when there is none.
 * @param {{ luma: Uint8Array, width: number, height: number, stride: number }} picture
 * @returns {number | null}
 */
export function readNumber({ luma, width, height, stride }) {
  const levels = cellsOf(0).map((_, i) => {
    const x = Math.floor(((CELL.x + (i + 0.5) * CELL.width) * width) / WIDTH)
    const y = Math.floor(((CELL.y + CELL.height / 2) * height) / HEIGHT)
    return luma[y * stride + x] ?? 0
  })
  const [white = 0] = levels
  const black = levels.at(-1) ?? 0
  if (white - black < 100) return null
  return levels.slice(1, -1).reduce((sum, level, bit) => sum + (level > (white + black) / 2 ? 1 << bit : 0), 0)
}
