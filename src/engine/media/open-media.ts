/** Videos and still images as a sequence of frames. */
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Frame as NativeFrame, Stream } from 'node-av/lib'
import { Decoder } from './decoder.ts'
import type { Frame, MediaInfo, MediaReader } from './frame.ts'
import { FrameConverter } from './frame-converter.ts'
import { FramePump } from './frame-pump.ts'
import { Letterboxer } from './letterbox.ts'
import { describeMedia, shortfallOf } from './media-info.ts'
import * as say from './media-messages.ts'
import { type OpenedInput, openInput, videoStream } from './open-input.ts'
import { countPackets } from './packet-count.ts'
import { PooledFrame } from './pooled-frame.ts'
import { SlotPool } from './slot.ts'
import { FramePicker, StreamClock } from './stream-clock.ts'
import { judgeShortfall, structureIsCut } from './truncation.ts'

export interface OpenOptions {
  /** Frames per second of media time that are looked at, picked by timestamp; null looks at every frame. */
  sampleFps?: number | null
  /** Stop before the first frame at or after this media time; null reads to the end. */
  durationS?: number | null
}

/** Frames that can be held at a time before decoding waits; copies are not limited. */
const SLOTS = 8

/**
 * Opens a video or an image and decodes its first picture.
 * Frames end early with a warning when a little of the announced length is missing; when much is (see
 * `truncation.ts`), opening fails if the file's structure shows it, else the iteration fails at its end.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function openMedia(path: string, options: OpenOptions = {}): Promise<MediaReader> {
  const input = await openInput(path)
  let decoder: Decoder | null = null
  try {
    const stream = videoStream(input, path)
    const structureCut = await refuseCutOff(input, path)
    decoder = await Decoder.open(input, stream, path)
    const first = await decoder.next()
    if (!first) throw say.damaged(path)
    const reader = new FileReader(path, input, stream, decoder, first, options, structureCut)
    decoder = null
    return reader
  } catch (error) {
    decoder?.free()
    await input.close()
    throw error
  }
}

/**
 * When the file's structure says that it is cut off, its packets are read through before any work is done on it.
 * @returns whether the structure is cut, though little is missing
 * @throws MediaError source_unreadable
 */
async function refuseCutOff(input: OpenedInput, path: string): Promise<boolean> {
  if (input.kind === 'image' || !(await structureIsCut(path, input.fileSize))) return false
  const again = await openInput(path)
  try {
    const stream = videoStream(again, path)
    const { readEndS } = await countPackets(again, stream)
    const shortfall = shortfallOf(again, stream, readEndS)
    if (shortfall && judgeShortfall({ ...shortfall, structureCut: true }) === 'cut_off') {
      throw say.cutOff(path, shortfall.announcedS - shortfall.readS, shortfall.announcedS)
    }
    return true
  } finally {
    await again.close()
  }
}

class FileReader implements MediaReader {
  readonly info: MediaInfo
  readonly warnings: string[] = []
  readonly #path: string
  readonly #input: OpenedInput
  readonly #stream: Stream
  readonly #decoder: Decoder
  readonly #converter: FrameConverter
  readonly #clock: StreamClock
  readonly #picker: FramePicker
  readonly #pool: SlotPool
  readonly #letterboxer = new Letterboxer()
  readonly #pump: FramePump<PooledFrame>
  readonly #durationS: number
  readonly #structureCut: boolean
  #first: NativeFrame | null
  #index = 0
  #started = false
  #closed: Promise<void> | null = null

  constructor(
    path: string,
    input: OpenedInput,
    stream: Stream,
    decoder: Decoder,
    first: NativeFrame,
    { sampleFps = null, durationS = null }: OpenOptions,
    structureCut: boolean,
  ) {
    this.#path = path
    this.#input = input
    this.#stream = stream
    this.#decoder = decoder
    this.#first = first
    this.#structureCut = structureCut
    this.#durationS = durationS ?? Number.POSITIVE_INFINITY
    this.#converter = new FrameConverter(first, stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX), input.kind)
    this.#clock = new StreamClock(stream)
    this.#picker = new FramePicker(input.kind === 'image' ? null : sampleFps)
    this.#pool = new SlotPool(this.#converter.size, this.#converter.color, SLOTS)
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
      if (!frame || (this.#input.kind === 'image' && this.#index > 0)) {
        this.#judgeEnd()
        return null
      }
      const ptsS = this.#clock.timeOf(frame.bestEffortTimestamp)
      if (ptsS >= this.#durationS) {
        this.#noteDamage()
        return null
      }
      if (!this.#picker.picks(ptsS)) continue
      const slot = this.#pool.take()
      this.#converter.convert(frame, slot)
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
    if (this.#input.kind === 'image') return
    const shortfall = shortfallOf(this.#input, this.#stream, this.#decoder.readEndS)
    if (!shortfall) return
    const verdict = judgeShortfall({ ...shortfall, structureCut: this.#structureCut || this.#decoder.brokenEnd })
    const missingS = shortfall.announcedS - shortfall.readS
    if (verdict === 'cut_off') throw say.cutOff(this.#path, missingS, shortfall.announcedS)
    if (verdict === 'short') this.warnings.push(say.endsEarly(this.#path, missingS))
    else if (this.#structureCut) this.warnings.push(say.maybeCutOff(this.#path))
  }
}
