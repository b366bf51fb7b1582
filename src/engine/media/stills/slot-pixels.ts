/** Moves the pixels of stills between rows of red, green and blue and the slots of frames. */
import { type ColorInfo, UNKNOWN_CODE_POINT } from '../color.ts'
import type { I420 } from '../frame.ts'
import { packedRgb } from '../png-writer.ts'
import type { Slot, SlotPool } from '../slot.ts'
import type { Pixels } from './open-still.ts'

/** That of JPEG files. */
const COLOR: ColorInfo = {
  matrix: 'bt601',
  fullRange: true,
  primaries: UNKNOWN_CODE_POINT,
  transfer: UNKNOWN_CODE_POINT,
}

/** The slot holds the pixels; its YUV, which is drawn on and encoded, is made of them when it is asked for. */
export function slotWith(pixels: Pixels, pool: SlotPool): Slot {
  const slot = pool.take(pixels, COLOR)
  slot.fill(pixels)
  return slot
}

/** The pixels of an image as the file has them, where it is RGB; else converted from its YUV. */
export function pixelsIn(image: I420): Pixels {
  const { width, height } = image
  const packed = packedRgb(image)
  try {
    const [stride] = packed.linesize as [number]
    const [rows] = packed.data as [Buffer]
    const data = new Uint8Array(3 * width * height)
    for (let y = 0; y < height; y++) data.set(rows.subarray(y * stride, y * stride + 3 * width), 3 * width * y)
    return { data, width, height }
  } finally {
    packed.free()
  }
}
