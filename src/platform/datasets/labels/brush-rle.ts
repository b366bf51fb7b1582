/**
 * Masks of Label Studio's brush: the bytes of an RGBA image, packed by thi.ng/rle-pack. A header has the number of values (32 bits),
 * the bits of a value less one (5), and four times the bits of a length less one (4 each). A run begins with a bit that says
 * whether one value is repeated, two bits that choose the bits of its length, and its length less one; then come its values.
 */
import { isTooLarge } from '../../../shared/domain/pixel-limit.ts'
import { type Pauses, pausing } from '../../machine/pauses.ts'
import type { Mask } from './rle.ts'

/** Bytes of a pixel: red, green, blue, and its opacity, which makes it a part of the mask. */
const CHANNELS = 4
const OPACITY = 3

/** @throws RangeError for bytes that do not fill an image of this size */
export async function maskOfBrush(bytes: readonly number[], width: number, height: number): Promise<Mask> {
  if (isTooLarge({ width, height })) throw new RangeError('The mask is too large.')
  const pause = pausing()
  const isSet = await opaquePixels(bytes, width * height, pause)
  const runs: number[] = []
  let [length, value] = [0, 0]
  for (let x = 0; x < width; x++) {
    if (pause.isDue) await pause.take()
    for (let at = x; at < isSet.length; at += width) {
      if (isSet[at] !== value) {
        runs.push(length)
        ;[length, value] = [0, value === 0 ? 1 : 0]
      }
      length++
    }
  }
  runs.push(length)
  return { width, height, runs }
}

/** Pixels that follow a row by a row, 1 for those of the mask. */
async function opaquePixels(bytes: readonly number[], pixels: number, pause: Pauses): Promise<Uint8Array> {
  const bits = bitsOf(bytes)
  const count = bits.read(32)
  if (count !== pixels * CHANNELS) throw new RangeError('The mask has another size than its image.')
  const valueBits = bits.read(5) + 1
  const lengthBits = [bits.read(4) + 1, bits.read(4) + 1, bits.read(4) + 1, bits.read(4) + 1]
  const isSet = new Uint8Array(pixels)
  for (let at = 0; at < count; ) {
    if (pause.isDue) await pause.take()
    const isRepeated = bits.read(1) === 1
    const end = Math.min(count, at + 1 + bits.read(lengthBits[bits.read(2)] as number))
    if (isRepeated) {
      if (bits.read(valueBits) > 0) fillOpacities(isSet, at, end)
      at = end
    }
    for (; at < end; at++) {
      if (bits.read(valueBits) > 0 && at % CHANNELS === OPACITY) isSet[(at - OPACITY) / CHANNELS] = 1
    }
  }
  return isSet
}

function fillOpacities(isSet: Uint8Array, from: number, end: number): void {
  isSet.fill(1, Math.ceil((from - OPACITY) / CHANNELS), Math.ceil((end - OPACITY) / CHANNELS))
}

function bitsOf(bytes: readonly number[]) {
  let at = 0
  return {
    /** The next bits, the highest first. */
    read(count: number): number {
      if (at + count > bytes.length * 8) throw new RangeError('The mask ends too early.')
      let value = 0
      for (let left = count; left > 0; ) {
        const taken = Math.min(left, 8 - (at % 8))
        const byte = bytes[at >> 3] as number
        value = value * 2 ** taken + ((byte >> (8 - (at % 8) - taken)) & (2 ** taken - 1))
        at += taken
        left -= taken
      }
      return value
    },
  }
}
