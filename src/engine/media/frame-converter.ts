/**
 * Converts decoded frames of any size and format into slots: upright 8-bit I420 of one size and one colour space. HDR is mapped
 * to SDR; SDR of a wide gamut keeps its values.
 */
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
import {
  CODE_OF_MATRIX,
  type ColorInfo,
  type Matrix,
  matrixOf,
  SDR,
  sameColor,
  statedMatrix,
  UNKNOWN_CODE_POINT,
} from './color.ts'
import { hdrTransferOf } from './hdr-curves.ts'
import { isUpright, type Orientation, orient, orientationOf, orientedSize } from './orientation.ts'
import { squareSize } from './pixel-aspect.ts'
import { orientRgb } from './rgb-planes.ts'
import { scaleFrame } from './scale-frame.ts'
import { createSlot, type Slot } from './slot.ts'
import { createTenBitPlanes, type TenBitPlanes } from './ten-bit-planes.ts'
import { ToneMapper } from './tone-mapper.ts'

export class FrameConverter {
  /** Size of the upright frame. */
  readonly size: Size
  /** Colours of the slots that it fills. */
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
  /** Colours of the first frame. */
  readonly #stated: ColorInfo
  #scaler: SoftwareScaleContext | null = null
  #rgbScaler: SoftwareScaleContext | null = null
  #scaled: NativeFrame | null = null
  #hdr: { color: ColorInfo; planes: TenBitPlanes; mapper: ToneMapper } | null = null

  /**
   * Takes size, colour and orientation from the first frame; `matrix` is the stream's, a frame's own takes precedence.
   * `pixelAspect` is the width over the height of its pixels; the upright frame has square ones.
   */
  constructor(first: NativeFrame, matrix: Buffer | null, kind: 'video' | 'image', pixelAspect = 1) {
    this.#codedSize = { width: first.width, height: first.height }
    this.#storedSize = squareSize(this.#codedSize, pixelAspect)
    this.#orientation = orientationOf(first.getSideData(AV_FRAME_DATA_DISPLAYMATRIX) ?? matrix)
    this.size = orientedSize(this.#storedSize, this.#orientation)
    this.#stated = colorOf(first, kind)
    this.#keepsRgb = kind === 'image' && isRgb(first)
    this.color = !this.#keepsRgb && hdrTransferOf(this.#stated.transfer) ? SDR : this.#stated
    this.#unrotated = isUpright(this.#orientation) ? null : createSlot(this.#storedSize, this.color)
  }

  convert(frame: NativeFrame, into: Slot): void {
    const target = this.#unrotated ?? into
    const isOf = ({ width, height }: Size) => frame.width === width && frame.height === height
    if (!isOf(this.#codedSize)) this.sizeChanged = true
    const transfer = this.#transferOf(frame)
    if (!this.#keepsRgb && hdrTransferOf(transfer)) this.#mapTones(frame, transfer, target)
    else this.#fill(frame, target, isOf(this.#storedSize))
    if (this.#unrotated) orient(this.#unrotated.image, into.image, this.#orientation)
    if (this.#keepsRgb) this.#convertRgb(frame, into)
  }

  #fill(frame: NativeFrame, target: Slot, sameSize: boolean): void {
    const planar420 = frame.format === AV_PIX_FMT_YUV420P || frame.format === AV_PIX_FMT_YUVJ420P
    const sameValues = isFullRange(frame) === this.color.fullRange && this.#matrixOf(frame) === this.color.matrix
    const source = planar420 && sameSize && sameValues ? frame : this.#scale(frame)
    // Copied inside libav: `source.data` would already be a copy on runtimes that cage their memory.
    target.native.format = source.format
    FFmpegError.throwIfError(target.native.copy(source), 'copying a decoded picture')
    target.native.format = AV_PIX_FMT_YUV420P
  }

  /** HDR codes a greater range: it is read with the precision of 10 bits. */
  #mapTones(frame: NativeFrame, transfer: number, target: Slot): void {
    const ofRgb = isRgb(frame)
    const color: ColorInfo = {
      matrix: ofRgb ? 'bt2020' : this.#matrixOf(frame),
      fullRange: !ofRgb && isFullRange(frame),
      primaries: frame.colorPrimaries,
      transfer,
    }
    if (!this.#hdr || !sameColor(this.#hdr.color, color)) {
      const planes = this.#hdr?.planes ?? createTenBitPlanes(this.#storedSize)
      this.#hdr = { color, planes, mapper: new ToneMapper(color, this.color) }
    }
    const { planes, mapper } = this.#hdr
    const { native } = planes
    const isCopied = frame.format === native.format && frame.width === native.width && frame.height === native.height
    if (isCopied) FFmpegError.throwIfError(native.copy(frame), 'copying a decoded picture')
    else {
      native.colorSpace = CODE_OF_MATRIX[color.matrix] as AVColorSpace
      native.colorRange = color.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      this.#scaleInto(native, frame)
    }
    mapper.map(planes, target.image)
  }

  /** A frame without its own transfer has that of the first. */
  #transferOf(frame: NativeFrame): number {
    return frame.colorTrc === UNKNOWN_CODE_POINT ? this.#stated.transfer : frame.colorTrc
  }

  #matrixOf(frame: NativeFrame): Matrix {
    return statedMatrix(frame.colorSpace) ?? this.#stated.matrix
  }

  /** Kept beside the YUV that is drawn on and encoded: models and crops get the file's own values. */
  #convertRgb(frame: NativeFrame, into: Slot): void {
    const target = (this.#unrotated ?? into).takeRgb()
    this.#rgbScaler ??= newScaler(true)
    scaleFrame(this.#rgbScaler, target.native, frame, 'converting a decoded picture')
    if (this.#unrotated) orientRgb(target, into.takeRgb(), this.#orientation)
  }

  free(): void {
    this.#scaler?.freeContext()
    this.#rgbScaler?.freeContext()
    this.#scaled?.free()
    this.#scaler = null
    this.#rgbScaler = null
    this.#scaled = null
    this.#hdr = null
  }

  /** Without getContext, the scaler reads size, format and colour from the frames and follows their changes. */
  #scale(frame: NativeFrame): NativeFrame {
    this.#scaled ??= this.#newScaled()
    this.#scaleInto(this.#scaled, frame)
    return this.#scaled
  }

  #scaleInto(target: NativeFrame, frame: NativeFrame): void {
    this.#scaler ??= newScaler(isRgb(frame))
    // Under the names that swscale knows.
    if (!isRgb(frame)) frame.colorSpace = CODE_OF_MATRIX[this.#matrixOf(frame)] as AVColorSpace
    scaleFrame(this.#scaler, target, frame, 'converting a decoded picture')
  }

  #newScaled(): NativeFrame {
    const frame = new NativeFrame()
    frame.alloc()
    frame.format = AV_PIX_FMT_YUV420P
    frame.width = this.#storedSize.width
    frame.height = this.#storedSize.height
    FFmpegError.throwIfError(frame.getBuffer(), 'allocating a picture')
    frame.colorSpace = CODE_OF_MATRIX[this.color.matrix] as AVColorSpace
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
