/** Colour properties of YUV images, and the conversion to and from RGB. Coefficients from ITU-T H.273. */
import type { Size } from '../../shared/domain/geometry.ts'

export type Matrix = 'bt601' | 'bt709' | 'bt2020'

export interface ColorInfo {
  matrix: Matrix
  /** True when Y, U and V use 0..255 instead of 16..235 and 16..240. */
  fullRange: boolean
  /** ITU-T H.273 code points that the encoder passes on; 2 means unknown. */
  primaries: number
  transfer: number
}

export const UNKNOWN_CODE_POINT = 2

/** Shares of red and blue in luma. */
export interface LumaShares {
  kr: number
  kb: number
}

const LUMA: Record<Matrix, LumaShares> = {
  bt601: { kr: 0.299, kb: 0.114 },
  bt709: { kr: 0.2126, kb: 0.0722 },
  bt2020: { kr: 0.2627, kb: 0.0593 },
}

export const lumaShares = (matrix: Matrix): LumaShares => LUMA[matrix]

/** H.273 matrix code points, as FFmpeg's AVColorSpace numbers them. */
const MATRIX_OF_CODE: Record<number, Matrix> = {
  1: 'bt709',
  4: 'bt601',
  5: 'bt601',
  6: 'bt601',
  7: 'bt709',
  9: 'bt2020',
  10: 'bt2020',
}
export const CODE_OF_MATRIX: Record<Matrix, number> = { bt601: 6, bt709: 1, bt2020: 9 }

/** The matrix of a code point; null if it is unknown. */
export const statedMatrix = (code: number): Matrix | null => MATRIX_OF_CODE[code] ?? null

/** The matrix of a code point; if it is unknown, the one that players assume: BT.709 from high definition upwards. */
export const matrixOf = (code: number, { width, height }: Size): Matrix =>
  statedMatrix(code) ?? (width >= 1280 || height > 576 ? 'bt709' : 'bt601')

/** The colours of SDR video in high definition. */
export const SDR: ColorInfo = { matrix: 'bt709', fullRange: false, primaries: 1, transfer: 1 }

export const defaultColor = (size: Size): ColorInfo => ({
  matrix: matrixOf(UNKNOWN_CODE_POINT, size),
  fullRange: false,
  primaries: UNKNOWN_CODE_POINT,
  transfer: UNKNOWN_CODE_POINT,
})

/** True when the same Y, U and V mean the same colour in both. */
export const sameValues = (a: ColorInfo, b: ColorInfo): boolean => a.matrix === b.matrix && a.fullRange === b.fullRange

/** True when all properties are equal, or both are undefined. */
export const sameColor = (a: ColorInfo | undefined, b: ColorInfo | undefined): boolean =>
  a === b ||
  (a?.matrix === b?.matrix &&
    a?.fullRange === b?.fullRange &&
    a?.primaries === b?.primaries &&
    a?.transfer === b?.transfer)

/** Converts R, G, B of 0..255 to Y, U, V of 0..255. */
export function rgbToYuv(rgb: readonly [number, number, number], color: ColorInfo): [number, number, number] {
  const { kr, kb } = LUMA[color.matrix]
  const [r, g, b] = rgb
  const luma = kr * r + (1 - kr - kb) * g + kb * b
  const cb = (b - luma) / (2 * (1 - kb))
  const cr = (r - luma) / (2 * (1 - kr))
  return color.fullRange
    ? [byte(luma), byte(cb + 128), byte(cr + 128)]
    : [byte(16 + (luma * 219) / 255), byte(128 + (cb * 224) / 255), byte(128 + (cr * 224) / 255)]
}

const byte = (v: number): number => Math.max(0, Math.min(255, Math.round(v)))

/**
 * Converts bytes to RGB of 0..1: red is `gain * y - foot + red * (v - 128)`, and so on; results still need clamping.
 */
export interface RgbCoefficients {
  gain: number
  foot: number
  red: number
  greenU: number
  greenV: number
  blue: number
}

export function rgbCoefficients(color: ColorInfo): RgbCoefficients {
  const { kr, kb } = LUMA[color.matrix]
  const kg = 1 - kr - kb
  const gain = color.fullRange ? 1 / 255 : 1 / 219
  const chroma = color.fullRange ? 1 / 255 : 1 / 224
  return {
    gain,
    foot: color.fullRange ? 0 : 16 * gain,
    red: chroma * 2 * (1 - kr),
    greenU: (-chroma * 2 * kb * (1 - kb)) / kg,
    greenV: (-chroma * 2 * kr * (1 - kr)) / kg,
    blue: chroma * 2 * (1 - kb),
  }
}
