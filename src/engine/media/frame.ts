/** Frames as the engine passes them: upright 8-bit I420 in memory of the engine, closed by their owner. */
import type { Fit } from '../../shared/domain/conversion.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { ColorInfo } from './color.ts'
import type { PackedRgb, RgbPlanes } from './rgb-planes.ts'

/** Planar YUV 4:2:0, limited range unless the media says otherwise. Chroma planes are ceil(w/2) by ceil(h/2). */
export interface I420 extends Size {
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
  /** Bytes from one row to the next. */
  strideY: number
  strideUV: number
  /** Colour properties of Y, U and V; omitted means BT.601 or BT.709 by size, limited range. */
  readonly color?: ColorInfo
  /** The same image in the file's RGB values, if it is RGB; shapes and blur are drawn on both. */
  readonly rgb?: RgbPlanes | null
  /** The values of `rgb`, while nobody asked for those planes, which are costly to make. */
  readonly packed?: PackedRgb | null
}

/** The target of fitting a frame. */
export interface FitTarget extends Size {
  /** `letterbox` when omitted. */
  fit?: Fit | undefined
  /** For `center_crop`: share of the shorter side that is kept, above 0 and at most 1; 1 when omitted. */
  crop?: number | undefined
  /** Red, green and blue of the bars, 0 to 255; 114 each when omitted, as in the training code of most models. */
  bars?: readonly [number, number, number] | undefined
}

/** The mapping of a frame into a model's input: model = (frame - origin) * scale + pad. */
export interface Letterbox {
  scale: number
  /** Scale of the height, if it differs from that of the width. */
  scaleY?: number
  padX: number
  padY: number
  /** The point of the frame that is at `padX`, `padY`, in pixels. */
  originX: number
  originY: number
  /** The area of the whole region in pixels of the model's input: smaller than that with bars, larger when cropped. */
  imageArea: Box
}

export interface Frame extends Size {
  /** Position among the frames that the run processes, from 0. */
  readonly index: number
  /** Presentation time in seconds of media time, starting at 0 for the first frame of the media. */
  readonly ptsS: number
  /** The image that it was made from, if the source is a collection of images. */
  readonly source?: ImageSource | undefined
  readonly image: I420
  /** True for a frame that was not decoded: accessing its image fails. */
  readonly isPixelless?: boolean
  /**
   * Resizes (a region of) the frame into `into`, planar RGB as 0..1 of shape [3, target.height, target.width], as the
   * target's `fit` says.
   */
  letterbox(into: Float32Array, target: FitTarget, region?: Box): Letterbox
  /** A copy to draw on; the caller closes it. */
  copy(): Frame
  /**
   * Keeps the memory for a reader in the background, also after `close`, until the returned function is called. Frames
   * without it are copied by such readers.
   */
  hold?(): () => void
  /** True while a reader holds the memory: the image must not be drawn on. */
  readonly isHeld?: boolean
  /** Releases the memory; the frame must not be used afterwards. Safe to call twice. */
  close(): void
}

export interface ImageSource {
  /** Id of the image in its data set; null for a file. */
  id: string | null
  name: string
}

/** An image of a collection that could not be read, and the reason as a sentence. */
export interface SkippedImage {
  name: string
  reason: Message
}

export interface MediaInfo extends Size {
  /** 'images': a collection, whose images may differ in size. */
  kind: 'video' | 'image' | 'images'
  codec: string
  /** From the container or the stream; null when neither says. */
  durationS: number | null
  nativeFps: number | null
  /** Exact if the container states it, else an estimate, else null. */
  frameCount: number | null
  hasAudio: boolean
}

/** State of a reader after a frame. */
export interface ReaderPosition {
  /** Index of the next frame. */
  index: number
  /** Number of frames of the media passed so far, including those not processed. */
  pictures: number
  /** Position in a file; null for a collection of images. */
  file: FilePosition | null
  skipped: readonly SkippedImage[]
}

export interface FilePosition {
  /** Container timestamp of the last frame; null when timestamps did not rise, so that it can't be sought. */
  pts: bigint | null
  clock: { startS: number; lastS: number }
  nextTick: number
  damage: number
  /** Digest of the last frame's pixels; null when it is unknown. */
  picture: string | null
}

export interface MediaReader {
  readonly info: MediaInfo
  /** Frames in presentation order; the consumer closes each of them. Ends early when the file is damaged further on. */
  frames(): AsyncIterable<Frame>
  /** Only for readers that decode nothing: the same frames, available synchronously. */
  ready?(): Iterable<Frame>
  /** For a file: frames before this media time are skipped from now on, except those already decoded. */
  passTo?(startS: number): void
  /** Damage found while reading; empty for an intact file. */
  readonly warnings: readonly Message[]
  /** The decoder in use and the reason, if hardware decoding was requested for a video; else null or omitted. */
  readonly decoding?: Message | null
  /**
   * Position from which a later reader of the same media resumes after this frame, as plain data; the frame must be
   * open and among the last that were returned.
   */
  positionAfter(frame: Frame): ReaderPosition
  /** Digest of the picture before the first frame, for a file that is read from a position. */
  readonly before?: string | null
  /** False once damage was found, or a frame of another size. */
  readonly isRegular?: boolean
  /** For a collection of images: those skipped so far. */
  readonly skipped?: readonly SkippedImage[]
  close(): Promise<void>
}

export interface VideoWriter {
  /** Takes a frame in rising time order and does not close it, but may hold its memory for a while. */
  write(frame: Frame): Promise<void>
  /** Ends the file; `path` is complete afterwards. */
  finish(): Promise<{ frames: number }>
  /** Aborts and removes the partial file. */
  abort(): Promise<void>
}
