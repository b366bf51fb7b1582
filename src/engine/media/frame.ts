/** Frames as the engine passes them on: upright 8-bit I420 in memory of our own, closed by whoever owns them. */
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { ColorInfo } from './color.ts'
import type { RgbPlanes } from './rgb-planes.ts'

/** Planar YUV 4:2:0, limited range unless the media says otherwise. Chroma planes are ceil(w/2) by ceil(h/2). */
export interface I420 extends Size {
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
  /** Bytes from one row to the next. */
  strideY: number
  strideUV: number
  /** How Y, U and V stand for light; left out means BT.601 or BT.709 by size, limited range. */
  readonly color?: ColorInfo
  /** The same picture as its file has it, where that is RGB; what is drawn and blurred is so in both. */
  rgb?: RgbPlanes | null
}

/** What a frame is fitted into. */
export interface FitTarget extends Size {
  /** Fills all of it, whatever becomes of the aspect ratio. */
  stretch?: boolean
}

/** How a frame was fitted into a model's input: model = frame * scale + pad. */
export interface Letterbox {
  scale: number
  /** Of the height, where it is another than that of the width. */
  scaleY?: number
  padX: number
  padY: number
  /** Top left of the region of the frame that was fitted, in pixels. */
  originX: number
  originY: number
  /** Where the picture is in the model's input; beside it are bars. */
  picture: Box
}

export interface Frame extends Size {
  /** Position among the frames that the run looks at, from 0. */
  readonly index: number
  /** Presentation time in seconds of media time, starting at 0 for the first frame of the media. */
  readonly ptsS: number
  /** The picture that it was made of, where the source is a collection of pictures. */
  readonly source?: ImageSource | undefined
  readonly image: I420
  /**
   * Resizes (a region of) the frame into `into`, planar RGB as 0..1 of shape [3, target.height, target.width],
   * keeping the aspect ratio, padded with 114/255, unless it shall be stretched.
   */
  letterbox(into: Float32Array, target: FitTarget, region?: Box): Letterbox
  /** A copy to draw on; the caller closes it. */
  copy(): Frame
  /** Gives the memory back; the frame must not be touched afterwards. Safe to call twice. */
  close(): void
}

export interface ImageSource {
  /** Of the image in its data set; null for a file. */
  id: string | null
  name: string
}

/** A picture of a collection that could not be read, and the sentence that says why. */
export interface SkippedImage {
  name: string
  reason: string
}

export interface MediaInfo extends Size {
  /** 'images': a collection, whose pictures may each have another size than the first. */
  kind: 'video' | 'image' | 'images'
  codec: string
  /** From the container or the stream; null when neither says. */
  durationS: number | null
  nativeFps: number | null
  /** Exact where the container says, else an estimate, else null. */
  frameCount: number | null
  hasAudio: boolean
}

/** What a reader knows after a frame. */
export interface ReaderPosition {
  /** Of the next frame. */
  index: number
  /** Pictures of the media that were passed, whether looked at or not. */
  pictures: number
  /** Of a file; null for a collection of pictures. */
  file: FilePosition | null
  skipped: readonly SkippedImage[]
}

export interface FilePosition {
  /** Timestamp in the container of the last frame; null where timestamps did not rise, so that it can't be sought. */
  pts: bigint | null
  clock: { startS: number; lastS: number }
  nextTick: number
  damage: number
  /** Digest of the last frame's picture. */
  picture: string
}

export interface MediaReader {
  readonly info: MediaInfo
  /** Frames in presentation order; each is the consumer's to close. Ends early when the file is damaged further on. */
  frames(): AsyncIterable<Frame>
  /** Only where nothing is decoded: the same frames, each there at once. */
  ready?(): Iterable<Frame>
  /** Of a file: frames before this media time are passed over from now on, but for those that are decoded already. */
  passTo?(startS: number): void
  /** Damage met while reading, in the user's words; empty for a sound file. */
  readonly warnings: readonly string[]
  /**
   * Where a later reader of the same media goes on after this frame, as plain data; the frame must be open and one of
   * the last that were handed out.
   */
  positionAfter(frame: Frame): ReaderPosition
  /** Of a collection of pictures: those that were left out so far. */
  readonly skipped?: readonly SkippedImage[]
  close(): Promise<void>
}

export interface VideoWriter {
  /** Takes a frame in rising time order; does not close it. */
  write(frame: Frame): Promise<void>
  /** Ends the file; `path` is whole afterwards. */
  finish(): Promise<{ frames: number }>
  /** Gives up and removes what was written. */
  abort(): Promise<void>
}

/** A failure that a user can mend, raised when media can't be opened or written. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: 'source_missing' | 'source_unreadable' | 'source_empty' | 'output_unwritable' | 'disk_full'
  constructor(code: MediaError['code'], message: string) {
    super(message)
    this.code = code
  }
}
