/** Frames as the engine passes them on: upright 8-bit I420 in memory of our own, closed by whoever owns them. */
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { ColorInfo } from './color.ts'

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
}

/** How a frame was fitted into a model's input: model = frame * scale + pad. */
export interface Letterbox {
  scale: number
  padX: number
  padY: number
  /** Top left of the region of the frame that was fitted, in pixels. */
  originX: number
  originY: number
}

export interface Frame extends Size {
  /** Position among the frames that the run looks at, from 0. */
  readonly index: number
  /** Presentation time in seconds of media time, starting at 0 for the first frame of the media. */
  readonly ptsS: number
  readonly image: I420
  /**
   * Resizes (a region of) the frame into `into`, planar RGB as 0..1 of shape [3, target.height, target.width],
   * keeping the aspect ratio, padded with 114/255.
   */
  letterbox(into: Float32Array, target: Size, region?: Box): Letterbox
  /** A copy to draw on; the caller closes it. */
  copy(): Frame
  /** Gives the memory back; the frame must not be touched afterwards. Safe to call twice. */
  close(): void
}

export interface MediaInfo extends Size {
  kind: 'video' | 'image'
  codec: string
  /** From the container or the stream; null when neither says. */
  durationS: number | null
  nativeFps: number | null
  /** Exact where the container says, else an estimate, else null. */
  frameCount: number | null
  hasAudio: boolean
}

export interface MediaReader {
  readonly info: MediaInfo
  /** Frames in presentation order; each is the consumer's to close. Ends early when the file is damaged further on. */
  frames(): AsyncIterable<Frame>
  /** Damage met while reading, in the user's words; empty for a sound file. */
  readonly warnings: readonly string[]
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
