/** Encodes regions of frames as JPEG. */
import { AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ444P, type AVColorSpace, type AVPixelFormat } from 'node-av/constants'
import type { Frame as NativeFrame } from 'node-av/lib'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { CODE_OF_MATRIX, type ColorInfo, defaultColor } from './color.ts'
import type { I420 } from './frame.ts'
import { createRgbPlanes, type RgbPlanes } from './rgb-planes.ts'
import { createSlot, type Slot } from './slot.ts'
import { convertStill, encodeStill } from './still-encoder.ts'

/** Quantiser of the JPEG, from 2 (best) to 31. */
const QUANTISER = 3

/**
 * Encodes the region, given in whole pixels of the image and not empty. With subsampled chroma it grows by up to a
 * pixel at the left and the top; in an RGB image every pixel keeps its colour. Colours are converted to those that JPEG
 * viewers expect: BT.601, full range. `size`: size of the result; null keeps that of the region.
 */
export async function encodeJpeg(image: I420, region: Box, size: Size | null = null): Promise<Buffer> {
  const still = image.rgb ? fromRgb(image.rgb, region, size) : fromYuv(image, region, size)
  try {
    return await encodeStill('mjpeg', still, { qmin: QUANTISER, qmax: QUANTISER })
  } finally {
    still.free()
  }
}

/** The caller frees it. */
function fromYuv(image: I420, region: Box, size: Size | null): NativeFrame {
  const { native } = cutOut(image, region, image.color ?? defaultColor(image))
  return forJpeg(native, AV_PIX_FMT_YUVJ420P, size ?? native)
}

/** The caller frees it. */
function fromRgb(image: RgbPlanes, { x1, y1, x2, y2 }: Box, size: Size | null): NativeFrame {
  const part = createRgbPlanes({ width: x2 - x1, height: y2 - y1 })
  for (const colour of ['red', 'green', 'blue'] as const) {
    copyPart(image[colour], image.stride, x1, y1, part[colour], part.stride, part)
  }
  return forJpeg(part.native, AV_PIX_FMT_YUVJ444P, size ?? part.native)
}

function cutOut(image: I420, region: Box, color: ColorInfo): Slot {
  const [x, y] = [region.x1 & ~1, region.y1 & ~1]
  const slot = createSlot({ width: region.x2 - x, height: region.y2 - y }, color)
  const { width, height } = slot.image
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  copyPart(image.y, image.strideY, x, y, slot.image.y, slot.image.strideY, { width, height })
  copyPart(image.u, image.strideUV, x / 2, y / 2, slot.image.u, slot.image.strideUV, half)
  copyPart(image.v, image.strideUV, x / 2, y / 2, slot.image.v, slot.image.strideUV, half)
  return slot
}

function copyPart(
  from: Uint8Array,
  fromStride: number,
  x: number,
  y: number,
  into: Uint8Array,
  intoStride: number,
  { width, height }: Size,
): void {
  for (let row = 0; row < height; row++) {
    const start = (y + row) * fromStride + x
    into.set(from.subarray(start, start + width), row * intoStride)
  }
}

/** Returns the image in the colours of JPEG; the caller frees it. */
const forJpeg = (native: NativeFrame, format: AVPixelFormat, { width, height }: Size): NativeFrame =>
  convertStill(native, { format, width, height, colorSpace: CODE_OF_MATRIX.bt601 as AVColorSpace })
