/** Reads videos and still images as a sequence of frames. */

import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Frame as NativeFrame, Stream } from 'node-av/lib'
import type { Deinterlace } from '../../shared/domain/deinterlace.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import type { Message } from '../../shared/messages/message.ts'
import { isImageSource } from './decode-image.ts'
import type { DecodedFrames } from './decoder.ts'
import { Deinterlacer } from './deinterlacer.ts'
import type { Frame, MediaInfo, MediaReader, ReaderPosition } from './frame.ts'
import { FrameConverter } from './frame-converter.ts'
import { FrameForecast } from './frame-forecast.ts'
import { FramePump } from './frame-pump.ts'
import { type HardwareDecoding, openDecoder } from './hardware/open-decoder.ts'
import { Letterboxer } from './letterbox.ts'
import * as say from './media-messages.ts'
import {
  describeMedia,
  type OpenedInput,
  openInput,
  requireDecodable,
  shortfallOf,
  unreadColours,
  videoStream,
} from './open-input.ts'
import { pixelAspectOf, squareSize } from './pixel-aspect.ts'
import { PooledFrame } from './pooled-frame.ts'
import { INDEXED, imageDigest, RecentPlaces, SEEKABLE, seekBefore } from './reader-position.ts'
import { SlotPool } from './slot.ts'
import { openStillReader } from './stills/still-reader.ts'
import { FramePicker, NO_PTS, StreamClock, secondsOf } from './stream-clock.ts'
import { judgeShortfall, rejectTruncated } from './truncation.ts'

export interface OpenOptions {
  /** Frames per second of media time to process, picked by timestamp; null processes every frame. */
  sampleFps?: number | null
  /** Stop before the first frame at or after this media time; null reads to the end. */
  durationS?: number | null
  /** Resume at the position of an earlier reader of the same file, with the same options. */
  from?: ReaderPosition | null
  /** Begin with the first frame at or after this media time; such a reader can't report its position. */
  startS?: number | null
  /** Frames that can be held at a time before decoding waits; copies count, but never wait. */
  held?: number
  /** For a video; omitted: off. */
  deinterlace?: Deinterlace
  /** Hardware that may decode a video; omitted: software decodes. */
  hardware?: HardwareDecoding | null | undefined
}

/** Enough to keep every block of a run busy. */
const HELD = 8
/** Fewer large frames are held: one of 4K takes 12 MB. */
const HELD_BYTES = 60e6
const FEWEST_HELD = 5

const heldOf = ({ width, height }: Size): number =>
  Math.min(HELD, Math.max(FEWEST_HELD, Math.floor(HELD_BYTES / (1.5 * width * height))))

/** Times entered by people and players are rounded. */
const ROUNDING_S = 0.001

/**
 * Opens a video or an image and decodes its first frame. Frames end early with a warning when a little of the announced
 * length is missing; when much is (see `truncation.ts`), opening fails if the file's structure shows it, else the
 * iteration fails at its end.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function openMedia(path: string, options: OpenOptions = {}): Promise<MediaReader> {
  const { from = null, startS } = options
  if (await isImageSource(path)) return openStillReader(path, from)
  let reader = await openReader(path, options)
  if (startS && !(await placed(reader, () => reader.goTo(startS)))) {
    await reader.close()
    reader = await openReader(path, options)
    reader.passTo(startS)
  }
  if (!from || (await placed(reader, () => reader.seekTo(from)))) return reader
  await reader.close()
  const fromStart = await openReader(path, options)
  await placed(fromStart, () => fromStart.skipTo(from))
  return fromStart
}

async function placed<T>(reader: FileReader, place: () => Promise<T>): Promise<T> {
  try {
    return await place()
  } catch (error) {
    await reader.close()
    throw error
  }
}

async function openReader(path: string, options: OpenOptions): Promise<FileReader> {
  const input = await openInput(path)
  let decoder: DecodedFrames | null = null
  try {
    const stream = videoStream(input, path)
    const structureCut = await rejectTruncated(input, path)
    const warnings: Message[] = []
    const opened = await openDecoder(input, stream, path, options.hardware ?? null, (warning) => warnings.push(warning))
    decoder = deinterlaces(input, options) ? new Deinterlacer(opened.decoder) : opened.decoder
    const first = await decoder.next()
    if (!first) throw say.damaged(path)
    requireDecodable(squareSize(first, pixelAspectOf(stream, first)), path)
    const coding = unreadColours(stream, first)
    if (coding !== null) warnings.push(say.unreadColours(path, coding))
    const facts = { structureCut, warnings, decoding: opened.decoding }
    const reader = new FileReader(path, input, stream, decoder, first, options, facts)
    decoder = null
    return reader
  } catch (error) {
    decoder?.free()
    await input.close()
    throw error
  }
}

const deinterlaces = ({ kind }: OpenedInput, { deinterlace }: OpenOptions): boolean =>
  kind === 'video' && deinterlace === 'auto'

interface ReaderFacts {
  structureCut: boolean
  /** The decoder adds to them. */
  warnings: Message[]
  decoding: Message | null
}

class FileReader implements MediaReader {
  readonly info: MediaInfo
  readonly warnings: Message[]
  readonly decoding: Message | null
  before: string | null = null
  readonly #path: string
  readonly #input: OpenedInput
  readonly #stream: Stream
  readonly #decoder: DecodedFrames
  readonly #converter: FrameConverter
  readonly #clock: StreamClock
  readonly #picker: FramePicker
  readonly #pool: SlotPool
  readonly #letterboxer = new Letterboxer()
  readonly #pump: FramePump<PooledFrame>
  readonly #durationS: number
  readonly #structureCut: boolean
  readonly #deinterlaces: boolean
  readonly #places = new RecentPlaces()
  /** Number of frames decoded so far. */
  #pictures = 0
  #first: NativeFrame | null
  #fromS = Number.NEGATIVE_INFINITY
  #index = 0
  #started = false
  #closed: Promise<void> | null = null

  constructor(
    path: string,
    input: OpenedInput,
    stream: Stream,
    decoder: DecodedFrames,
    first: NativeFrame,
    options: OpenOptions,
    { structureCut, warnings, decoding }: ReaderFacts,
  ) {
    const { sampleFps = null, durationS = null, startS = null, held } = options
    this.#deinterlaces = deinterlaces(input, options)
    this.warnings = warnings
    this.decoding = decoding
    this.#path = path
    this.#input = input
    this.#stream = stream
    this.#decoder = decoder
    this.#first = first
    this.#structureCut = structureCut
    this.#durationS = durationS ?? Number.POSITIVE_INFINITY
    const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
    this.#converter = new FrameConverter(first, matrix, 'video', pixelAspectOf(stream, first))
    this.#clock = new StreamClock(stream)
    this.#picker = new FramePicker(sampleFps)
    if ((sampleFps !== null || startS !== null) && SEEKABLE.has(input.format)) {
      decoder.forecast = new FrameForecast(sampleFps, stream, first.bestEffortTimestamp)
    }
    this.#pool = new SlotPool(this.#converter.size, this.#converter.color, held ?? heldOf(this.#converter.size))
    this.#pump = new FramePump({
      produce: () => this.#produce(),
      room: () => this.#pool.room(),
      discard: (frame) => frame.close(),
    })
    this.info = { ...describeMedia(input, stream), ...this.#converter.size }
  }

  async *frames(): AsyncGenerator<Frame> {
    if (this.#started) throw new Error('frames() can be read once; open the media again')
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

  positionAfter(frame: Frame): ReaderPosition {
    const { pictures, ...place } = this.#places.of(frame.index)
    return {
      index: frame.index + 1,
      pictures,
      file: { ...place, picture: imageDigest(frame.image) },
      skipped: [],
    }
  }

  /** False when the frame before `position` is not found at its timestamp: the file is then read from the start. */
  async seekTo(position: ReaderPosition): Promise<boolean> {
    const { file } = position
    if (!file || file.pts === null || !SEEKABLE.has(this.#input.format)) return false
    if (!(await seekBefore(this.#input, this.#stream, file.pts))) return false
    this.#decoder.restart()
    for (;;) {
      const frame = await this.#decoder.next()
      if (!frame || frame.bestEffortTimestamp > file.pts) return false
      if (frame.bestEffortTimestamp < file.pts) continue
      const picture = this.#pictureOf(frame)
      const isSame = file.picture === null || picture === file.picture
      if (isSame) this.#restore(position, picture)
      return isSame
    }
  }

  #pictureOf(frame: NativeFrame): string {
    const slot = this.#pool.take()
    this.#converter.convert(frame, slot)
    const picture = imageDigest(slot.image)
    this.#pool.give(slot)
    return picture
  }

  /** Skips all frames before, decoding as little as the file allows; false when it overshot. */
  async goTo(startS: number): Promise<boolean> {
    const pts = this.#first?.bestEffortTimestamp ?? NO_PTS
    this.passTo(startS)
    if (pts === NO_PTS || !SEEKABLE.has(this.#input.format)) return true
    const { num, den } = this.#stream.timeBase
    const wanted = pts + BigInt(Math.floor((startS * den) / num))
    // The key frame at the wanted time lacks the neighbour that deinterlacing needs.
    const isExact = INDEXED.has(this.#input.format) && !this.#deinterlaces
    const found = (isExact && (await this.#land(wanted, 0))) || (await this.#land(wanted))
    if (found) this.#clock.restore({ startS: secondsOf(pts, this.#stream.timeBase), lastS: Number.NEGATIVE_INFINITY })
    return found
  }

  /** Continues decoding before a frame, or at it; false when it overshot. */
  async #land(wanted: bigint, leadInS?: number): Promise<boolean> {
    if (!(await seekBefore(this.#input, this.#stream, wanted, leadInS))) return false
    this.#decoder.restart()
    this.#first = await this.#decoder.next()
    const found = this.#first?.bestEffortTimestamp ?? NO_PTS
    return found !== NO_PTS && found <= wanted
  }

  /** Skips the frames before, except those already decoded. */
  passTo(startS: number): void {
    this.#fromS = startS - ROUNDING_S
    if (this.#decoder.forecast) this.#decoder.forecast.fromS = this.#fromS
  }

  async skipTo(position: ReaderPosition): Promise<void> {
    let frame = this.#first
    for (let i = frame ? 1 : 0; i < position.pictures; i++) {
      frame = await this.#decoder.next()
      if (!frame) break
    }
    this.#restore(position, frame && this.#pictureOf(frame))
  }

  #restore({ index, pictures, file }: ReaderPosition, before: string | null): void {
    this.before = before
    this.#first = null
    this.#index = index
    this.#pictures = pictures
    if (!file) return
    this.#clock.restore(file.clock)
    this.#picker.goOnAt(file.nextTick)
    this.#decoder.damage = file.damage
    this.#places.restore(file.pts)
  }

  get isRegular(): boolean {
    return this.#decoder.damage === 0 && !this.#converter.sizeChanged
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    // Contexts are freed only when no call is in flight on them.
    await this.#pump.stop(() => this.#pool.close())
    this.#decoder.free()
    this.#converter.free()
    await this.#input.close()
  }

  async #produce(): Promise<PooledFrame | null> {
    for (;;) {
      const frame = this.#first ?? (await this.#decoder.next())
      this.#first = null
      if (!frame) {
        this.#judgeEnd()
        return null
      }
      this.#pictures++
      this.#places.pass(frame.bestEffortTimestamp)
      const ptsS = this.#clock.timeOf(frame.bestEffortTimestamp)
      if (ptsS >= this.#durationS) {
        this.#noteDamage()
        return null
      }
      if (ptsS < this.#fromS || !this.#picker.picks(ptsS)) continue
      const slot = this.#pool.take()
      this.#converter.convert(frame, slot)
      const { damage } = this.#decoder
      const { nextTick } = this.#picker
      this.#places.note(this.#index, { pictures: this.#pictures, clock: this.#clock.save(), nextTick, damage })
      return new PooledFrame(slot, this.#pool, this.#letterboxer, this.#index++, ptsS)
    }
  }

  #noteDamage(): void {
    if (this.#decoder.damage > 0) this.warnings.push(say.damagedParts(this.#path, this.#decoder.damage))
    if (this.#converter.sizeChanged) this.warnings.push(say.changedSize(this.#path))
  }

  /** @throws MediaError source_unreadable when the file is cut off */
  #judgeEnd(): void {
    this.#noteDamage()
    const shortfall = shortfallOf(this.#input, this.#stream, this.#decoder.readEndS)
    if (!shortfall) return
    const verdict = judgeShortfall({ ...shortfall, structureCut: this.#structureCut || this.#decoder.brokenEnd })
    const missingS = shortfall.announcedS - shortfall.readS
    if (verdict === 'cut_off') throw say.cutOff(this.#path, missingS, shortfall.announcedS)
    if (verdict === 'short') this.warnings.push(say.endsEarly(this.#path, missingS))
    else if (this.#structureCut) this.warnings.push(say.maybeCutOff(this.#path))
  }
}
