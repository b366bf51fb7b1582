/** Reads the images of a data set or folder as a sequence of frames. */

import type { RunImage } from '../../shared/engine-contract/job.ts'
import type { Message } from '../../shared/messages/message.ts'
import { displayNamed, type MediaError } from '../core/run-failure.ts'
import { decodeImage } from './decode-image.ts'
import type { Frame, MediaInfo, MediaReader, ReaderPosition, SkippedImage } from './frame.ts'
import { FramePump } from './frame-pump.ts'
import { Letterboxer } from './letterbox.ts'
import * as say from './media-messages.ts'
import { PooledFrame } from './pooled-frame.ts'
import { type Slot, SlotPool } from './slot.ts'

export interface ImagesOptions {
  /** Images per second of media time, which starts at 0 and has no other meaning; null means one. */
  sampleFps?: number | null
  /** Stop before the first image at or after this media time; null reads to the end. */
  durationS?: number | null
  /** Resume at the position of an earlier reader of the same images. */
  from?: ReaderPosition | null
}

/** Images that can be held at a time before decoding waits: photos take 40 MB each. */
const SLOTS = 4
const DEFAULT_FPS = 1
/** Exceeds the number of frames between the decoder and the run. */
const KEPT_POSITIONS = 64
/** Beyond this, single warnings are no longer useful; the manifest lists all. */
const MAX_WARNINGS = 100

interface DecodedImage {
  slot: Slot
  image: RunImage
  codec: string
}

/**
 * Opens the images one after another and decodes the first that can be decoded. Each frame has its image's own size,
 * upright by EXIF, and its name; `info` has the size of the first. Unreadable images are skipped.
 * @throws MediaError source_empty when there are no images or none can be read
 */
export async function openImages(images: readonly RunImage[], options: ImagesOptions = {}): Promise<MediaReader> {
  const reader = new ImagesReader(images, options)
  const first = await reader.begin()
  if (first) {
    if (options.from) reader.restore(options.from)
    return reader
  }
  await reader.close()
  throw images.length === 0
    ? say.noImages()
    : say.noGoodImages(images.length, (reader.skipped[0] as SkippedImage).reason)
}

class ImagesReader implements MediaReader {
  readonly skipped: SkippedImage[] = []
  readonly #images: readonly RunImage[]
  readonly #fps: number
  readonly #durationS: number
  readonly #pool = new SlotPool({ width: 2, height: 2 }, undefined, SLOTS)
  readonly #letterboxer = new Letterboxer()
  readonly #pump: FramePump<PooledFrame>
  /**
   * After each of the last frames: the number of images of the list that were read, and how many of them were skipped.
   */
  readonly #passed = new Map<number, { images: number; skipped: number }>()
  #info: MediaInfo | null = null
  #first: DecodedImage | null = null
  #next = 0
  #index = 0
  #started = false
  #closed: Promise<void> | null = null

  constructor(images: readonly RunImage[], { sampleFps = null, durationS = null }: ImagesOptions) {
    this.#images = images
    this.#fps = sampleFps ?? DEFAULT_FPS
    this.#durationS = durationS ?? Number.POSITIVE_INFINITY
    this.#pump = new FramePump({
      produce: () => this.#produce(),
      room: () => this.#pool.room(),
      discard: (frame) => frame.close(),
    })
  }

  get info(): MediaInfo {
    if (!this.#info) throw new Error('no image was read yet')
    return this.#info
  }

  get warnings(): readonly Message[] {
    const { length } = this.skipped
    if (length === 0) return []
    const reasons = this.skipped.slice(0, MAX_WARNINGS).map(({ reason }) => say.skippedImage(reason))
    return [...reasons, say.skippedImages(length, this.#images.length)]
  }

  /** False when no image can be read. */
  async begin(): Promise<boolean> {
    this.#first = await this.#read()
    if (!this.#first) return false
    const { width, height } = this.#first.slot.image
    const count = this.#images.length
    this.#info = {
      width,
      height,
      kind: 'images',
      codec: this.#first.codec,
      durationS: count / this.#fps,
      nativeFps: this.#fps,
      frameCount: count,
      hasAudio: false,
    }
    return true
  }

  restore({ index, pictures, skipped }: ReaderPosition): void {
    if (this.#first) this.#pool.give(this.#first.slot)
    this.#first = null
    this.#next = pictures
    this.#index = index
    this.skipped.splice(0, this.skipped.length, ...skipped)
  }

  async *frames(): AsyncGenerator<Frame> {
    if (this.#started) throw new Error('frames() can be read once; open the images again')
    this.#started = true
    try {
      for (;;) {
        const frame = await this.#pump.next()
        if (!frame) return
        yield frame
      }
    } finally {
      await this.#pump.stop(() => this.#pool.close())
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#pump.stop(() => this.#pool.close())
    return this.#closed
  }

  positionAfter({ index }: Frame): ReaderPosition {
    const passed = this.#passed.get(index)
    if (!passed) throw new Error(`the position after frame ${index} is no longer kept`)
    return { index: index + 1, pictures: passed.images, file: null, skipped: this.skipped.slice(0, passed.skipped) }
  }

  async #produce(): Promise<PooledFrame | null> {
    const ptsS = this.#index / this.#fps
    if (ptsS >= this.#durationS) return null
    const decoded = this.#first ?? (await this.#read())
    this.#first = null
    if (!decoded) return null
    const { id, name } = decoded.image
    this.#passed.set(this.#index, { images: this.#next, skipped: this.skipped.length })
    this.#passed.delete(this.#index - KEPT_POSITIONS)
    return new PooledFrame(decoded.slot, this.#pool, this.#letterboxer, this.#index++, ptsS, { id, name })
  }

  /** The next readable image; null at the end. */
  async #read(): Promise<DecodedImage | null> {
    for (;;) {
      const image = this.#images[this.#next++]
      if (!image) return null
      try {
        return { ...(await decodeImage(image.path, this.#pool)), image }
      } catch (error) {
        const { text } = error as MediaError
        this.skipped.push({ name: image.name, reason: displayNamed(text, image.path, image.name) })
      }
    }
  }
}
