/** Converts decoded frames of any size and format into slots: upright 8-bit I420 of one size and one colour space. */
import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_RGB,
  type AVColorSpace,
  type AVPixelFormat,
} from 'node-av/constants'
import { avGetPixFmtName, FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { CODE_OF_MATRIX, type ColorInfo, matrixOf } from './color.ts'
import { isUpright, type Orientation, orient, orientationOf, orientedSize } from './orientation.ts'
import { squareSize } from './pixel-aspect.ts'
import { orientRgb } from './rgb-planes.ts'
import { scaleFrame } from './scale-frame.ts'
import { createSlot, rgbOf, type Slot } from './slot.ts'

export class FrameConverter {
  /** Size of the upright frame. */
  readonly size: Size
  readonly color: ColorInfo
  /** True once a frame had another size than the first. */
  sizeChanged = false
  readonly #codedSize: Size
  /** In square pixels, before rotation. */
  readonly #storedSize: Size
  readonly #orientation: Orientation
  /** Holds frames before they are rotated. */
  readonly #unrotated: Slot | null
  readonly #keepsRgb: boolean
  #scaler: SoftwareScaleContext | null = null
  #rgbScaler: SoftwareScaleContext | null = null
  #scaled: NativeFrame | null = null

  /**
   * Takes size, colour and orientation from the first frame; `matrix` is the stream's, a frame's own takes precedence.
   * `pixelAspect` is the width over the height of its pixels; the upright frame has square ones.
   */
  constructor(first: NativeFrame, matrix: Buffer | null, kind: 'video' | 'image', pixelAspect = 1) {
    this.#codedSize = { width: first.width, height: first.height }
    this.#storedSize = squareSize(this.#codedSize, pixelAspect)
    this.#orientation = orientationOf(first.getSideData(AV_FRAME_DATA_DISPLAYMATRIX) ?? matrix)
    this.size = orientedSize(this.#storedSize, this.#orientation)
    this.color = colorOf(first, kind)
    this.#keepsRgb = kind === 'image' && isRgb(first)
    this.#unrotated = isUpright(this.#orientation) ? null : createSlot(this.#storedSize, this.color)
  }

  convert(frame: NativeFrame, into: Slot): void {
    const target = this.#unrotated ?? into
    const isOf = ({ width, height }: Size) => frame.width === width && frame.height === height
    if (!isOf(this.#codedSize)) this.sizeChanged = true
    const sameSize = isOf(this.#storedSize)
    const planar420 = frame.format === AV_PIX_FMT_YUV420P || frame.format === AV_PIX_FMT_YUVJ420P
    const sameRange = isFullRange(frame) === this.color.fullRange
    const source = planar420 && sameSize && sameRange ? frame : this.#scale(frame)
    // Copied inside libav: `source.data` would already be a copy on runtimes that cage their memory.
    target.native.format = source.format
    FFmpegError.throwIfError(target.native.copy(source), 'copying a decoded picture')
    target.native.format = AV_PIX_FMT_YUV420P
    if (this.#unrotated) orient(this.#unrotated.image, into.image, this.#orientation)
    if (this.#keepsRgb) this.#convertRgb(frame, into)
  }

  /** Kept beside the YUV that is drawn on and encoded: models and crops get the file's own values. */
  #convertRgb(frame: NativeFrame, into: Slot): void {
    const target = rgbOf(this.#unrotated ?? into)
    this.#rgbScaler ??= newScaler(true)
    scaleFrame(this.#rgbScaler, target.native, frame, 'converting a decoded picture')
    if (this.#unrotated) orientRgb(target, rgbOf(into), this.#orientation)
  }

  free(): void {
    this.#scaler?.freeContext()
    this.#rgbScaler?.freeContext()
    this.#scaled?.free()
    this.#scaler = null
    this.#rgbScaler = null
    this.#scaled = null
  }

  /** Without getContext, the scaler reads size, format and colour from the frames and follows their changes. */
  #scale(frame: NativeFrame): NativeFrame {
    this.#scaler ??= newScaler(isRgb(frame))
    this.#scaled ??= this.#newScaled()
    this.#scaled.colorSpace = isRgb(frame) ? (CODE_OF_MATRIX[this.color.matrix] as AVColorSpace) : frame.colorSpace
    scaleFrame(this.#scaler, this.#scaled, frame, 'converting a decoded picture')
    return this.#scaled
  }

  #newScaled(): NativeFrame {
    const frame = new NativeFrame()
    frame.alloc()
    frame.format = AV_PIX_FMT_YUV420P
    frame.width = this.#storedSize.width
    frame.height = this.#storedSize.height
    FFmpegError.throwIfError(frame.getBuffer(), 'allocating a picture')
    frame.colorRange = this.color.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    return frame
  }
}

function newScaler(fromRgb: boolean): SoftwareScaleContext {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  // Colour is rounded down otherwise, which gives grey a green cast.
  if (fromRgb) FFmpegError.throwIfError(scaler.setOption('sws_flags', 'bicubic+accurate_rnd'), 'choosing a filter')
  return scaler
}

const isFullRange = (frame: NativeFrame): boolean =>
  frame.colorRange === AVCOL_RANGE_JPEG || formatName(frame).startsWith('yuvj')

/** Formats without luma and chroma, for which a matrix has to be chosen. */
const isRgb = (frame: NativeFrame): boolean =>
  frame.colorSpace === AVCOL_SPC_RGB || /^(0|x|a)?(rgb|bgr|gbr)|^(pal8|mono|gray|ya)/.test(formatName(frame))

const formatName = (frame: NativeFrame): string => avGetPixFmtName(frame.format as AVPixelFormat) ?? ''

/** RGB stills keep their full range, as a JPEG would; RGB video gets the range that video players expect. */
function colorOf(frame: NativeFrame, kind: 'video' | 'image'): ColorInfo {
  const { colorPrimaries: primaries, colorTrc: transfer } = frame
  if (isRgb(frame)) {
    return kind === 'image'
      ? { matrix: 'bt601', fullRange: true, primaries, transfer }
      : { matrix: matrixOf(2, frame), fullRange: false, primaries, transfer }
  }
  return { matrix: matrixOf(frame.colorSpace, frame), fullRange: isFullRange(frame), primaries, transfer }
}
