/** Reads an image that is a source by itself: one frame, at time 0. */
import type { Message } from '../../../shared/messages/message.ts'
import { type DecodedImage, decodeImage } from '../decode-image.ts'
import type { Frame, MediaInfo, MediaReader, ReaderPosition } from '../frame.ts'
import { Letterboxer } from '../letterbox.ts'
import * as say from '../media-messages.ts'
import { PooledFrame } from '../pooled-frame.ts'
import { SlotPool } from '../slot.ts'

/** The frame, and a copy to draw on. */
const SLOTS = 2

/** `from`: a position after the only frame, which is then not read again. @throws MediaError as `decodeImage` */
export async function openStillReader(path: string, from: ReaderPosition | null): Promise<MediaReader> {
  const pool = new SlotPool({ width: 2, height: 2 }, undefined, SLOTS)
  return new StillReader(path, await decodeImage(path, pool), pool, from?.pictures ?? 0)
}

class StillReader implements MediaReader {
  readonly info: MediaInfo
  readonly warnings: readonly Message[]
  readonly before = null
  readonly isRegular = true
  readonly #pool: SlotPool
  readonly #letterboxer = new Letterboxer()
  #frame: PooledFrame | null
  #started = false

  constructor(path: string, { slot, codec, count }: DecodedImage, pool: SlotPool, passed: number) {
    const { width, height } = slot.image
    const unmoved = { durationS: null, nativeFps: null, frameCount: 1, hasAudio: false }
    this.info = { width, height, kind: 'image', codec, ...unmoved }
    this.warnings = count > 1 ? [say.firstOfImages(path, count)] : []
    this.#pool = pool
    this.#frame = new PooledFrame(slot, pool, this.#letterboxer, 0, 0)
    if (passed > 0) this.#drop()
  }

  async *frames(): AsyncGenerator<Frame> {
    if (this.#started) throw new Error('frames() can be read once; open the image again')
    this.#started = true
    const frame = this.#frame
    this.#frame = null
    if (frame) yield frame
  }

  positionAfter(): ReaderPosition {
    return { index: 1, pictures: 1, file: null, skipped: [] }
  }

  async close(): Promise<void> {
    this.#drop()
    this.#pool.close()
  }

  #drop(): void {
    this.#frame?.close()
    this.#frame = null
  }
}
