/** Encodes whole images as lossless PNG files: 8 bits each of red, green and blue. */
import { AV_PIX_FMT_RGB24, AVCOL_SPC_RGB } from 'node-av/constants'
import type { Frame as NativeFrame } from 'node-av/lib'
import type { I420 } from './frame.ts'
import { slotOf } from './frame-fitter.ts'
import { nativeOf } from './slot.ts'
import { convertStill, encodeStill } from './still-encoder.ts'

/** Five times as fast as zlib's default, for files that are a twelfth larger. */
const COMPRESSION = { compression_level: 2, pred: 'paeth' } as const

/** RGB pixels keep their values in the file; YUV pixels are converted. */
export async function encodePng(image: I420): Promise<Buffer> {
  const still = packedRgb(image)
  try {
    return await encodeStill('png', still, COMPRESSION)
  } finally {
    still.free()
  }
}

/** Returns the image in packed RGB; the caller frees it. */
export function packedRgb(image: I420): NativeFrame {
  const { width, height } = image
  const yuv = () => nativeOf(image) ?? slotOf(image).native
  const to = { format: AV_PIX_FMT_RGB24, width, height, colorSpace: AVCOL_SPC_RGB }
  return convertStill(image.rgb?.native ?? yuv(), to, 'bicubic+accurate_rnd+full_chroma_int')
}
