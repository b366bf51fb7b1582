/** Finds colours that are coded in a way which is not decoded here: they would be wrong in silence. */
import { AV_PKT_DATA_DOVI_CONF, AVCOL_SPC_RGB, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants'
import type { Frame as NativeFrame, Stream } from 'node-av/lib'
import { statedMatrix } from './color.ts'

/** Names of H.273 matrix code points that are no fixed combination of red, green and blue. */
const CODINGS = new Map<number, string>([
  [8, 'YCgCo'],
  [11, "Y'D'zD'x"],
  [12, 'YCbCr of its own primaries'],
  [13, 'YCbCr of its own primaries'],
  [14, 'ICtCp'],
  [15, 'IPT'],
  [16, 'YCgCo-Re'],
  [17, 'YCgCo-Ro'],
])

/** Place of the compatibility of the base layer in FFmpeg's AVDOVIDecoderConfigurationRecord; 0 is none. */
const COMPATIBILITY = 7

/** The name of the coding; null when the colours are decoded as they are coded. */
export function unreadColours(stream: Stream, { colorSpace }: Pick<NativeFrame, 'colorSpace'>): string | null {
  const dolbyVision = stream.codecpar.getCodedSideData(AV_PKT_DATA_DOVI_CONF)
  if (dolbyVision && dolbyVision[COMPATIBILITY] === 0) return 'Dolby Vision without a base layer for other players'
  if (colorSpace === AVCOL_SPC_UNSPECIFIED || colorSpace === AVCOL_SPC_RGB || statedMatrix(colorSpace)) return null
  return CODINGS.get(colorSpace) ?? null
}
