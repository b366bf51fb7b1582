/** Moves the pixels of stills between rows of red, green and blue and the slots of frames. */
import { AV_PIX_FMT_RGB24, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, type AVColorSpace } from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import { CODE_OF_MATRIX, type ColorInfo, UNKNOWN_CODE_POINT } from '../color.ts'
import type { I420 } from '../frame.ts'
import { packedRgb } from '../png-writer.ts'
import { rgbOf, type Slot, type SlotPool } from '../slot.ts'
import type { Pixels } from './open-still.ts'

/** That of JPEG files. */
const COLOR: ColorInfo = {
  matrix: 'bt601',
  fullRange: true,
  primaries: UNKNOWN_CODE_POINT,
  transfer: UNKNOWN_CODE_POINT,
}

/** SIMD code reads past the end of rows by less than this. */
const OVERREAD = 64

/** Memory that libav's threads read at the moment: nothing else refers to it. */
const inUse = new Set<Buffer>()

/** The slot holds the pixels, and the YUV made of them, which is drawn on and encoded. */
export async function slotWith({ data, width, height }: Pixels, pool: SlotPool): Promise<Slot> {
  const slot = pool.take({ width, height }, COLOR)
  const bytes = withRoomBehind(data)
  const packed = packedFrame(bytes, width, height)
  inUse.add(bytes)
  const scalers = [newScaler(), newScaler()] as const
  try {
    slot.native.colorSpace = CODE_OF_MATRIX[COLOR.matrix] as AVColorSpace
    slot.native.colorRange = AVCOL_RANGE_JPEG
    const results = await Promise.all([
      scalers[0].scaleFrame(rgbOf(slot).native, packed),
      scalers[1].scaleFrame(slot.native, packed),
    ])
    for (const result of results) FFmpegError.throwIfError(result, 'converting a decoded picture')
    return slot
  } catch (error) {
    pool.give(slot)
    throw error
  } finally {
    inUse.delete(bytes)
    for (const scaler of scalers) scaler.freeContext()
  }
}

/** The same memory where enough follows it, else a copy. */
function withRoomBehind(data: Uint8Array): Buffer {
  const room = data.buffer.byteLength - data.byteOffset - data.length
  if (room >= OVERREAD) return Buffer.from(data.buffer, data.byteOffset, data.length)
  const bytes = Buffer.from(new ArrayBuffer(data.length + OVERREAD))
  bytes.set(data)
  return bytes
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

/** libav's view of the bytes, which does not keep them. Never free it by hand. */
function packedFrame(bytes: Buffer, width: number, height: number): NativeFrame {
  const packed = new NativeFrame()
  packed.alloc()
  packed.format = AV_PIX_FMT_RGB24
  packed.width = width
  packed.height = height
  packed.fromBuffer(bytes)
  packed.colorSpace = AVCOL_SPC_RGB
  packed.colorRange = AVCOL_RANGE_JPEG
  return packed
}

function newScaler(): SoftwareScaleContext {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  // Colour is rounded down otherwise, which gives grey a green cast.
  FFmpegError.throwIfError(scaler.setOption('sws_flags', 'bicubic+accurate_rnd'), 'choosing a filter')
  return scaler
}
