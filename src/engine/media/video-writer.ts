/**
 * Writes annotated frames to an mp4 that plays in a browser, with the timestamps of the frames and the audio of the
 * source.
 */

import type { Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import type { Message } from '../../shared/messages/message.ts'
import { MediaError } from '../core/run-failure.ts'
import { AudioTrack } from './audio-track.ts'
import { type ColorInfo, defaultColor } from './color.ts'
import { DEFAULT_FPS, stretchOf } from './expected-frames.ts'
import type { Frame, VideoWriter } from './frame.ts'
import * as say from './media-messages.ts'
import { Muxer } from './muxer.ts'
import { type JournalState, PacketJournal } from './packet-journal.ts'
import { secondsOf } from './stream-clock.ts'
import { type EncoderState, type Quality, VideoEncoder } from './video-encoder.ts'

export interface VideoWriterOptions extends Size {
  quality: Quality
  /** Typical frames per second: spaces key frames and gives a single frame its length. Times come from the frames. */
  fps?: number | null | undefined
  /** By default the colour of the first frame. */
  color?: ColorInfo | undefined
  /** File whose main audio stream is carried over, up to the end of the last frame. */
  audioFrom?: string | undefined
  /** Keep the packets beside the finished file, for a run that may still have to be resumed. */
  keepJournal?: boolean | undefined
  /** Called while the mp4 is muxed at the end, which takes as long as the disk needs. */
  onProgress?: (() => void) | undefined
  /** Media time of the frame before the first one, for a video that begins in the middle of another. */
  followsS?: number | null | undefined
  /** Result of `save` for a video that is resumed, with the same path and options. */
  saved?: VideoState | null | undefined
}

/** State of a video after one of its frames. */
export interface VideoState {
  frames: number
  journal: JournalState
  /** Null before the first frame. */
  encoder: { color: ColorInfo; state: EncoderState } | null
}

export interface Mp4Writer extends VideoWriter {
  /** Parts that could not be carried over, as messages for the user. */
  readonly warnings: readonly Message[]
  /**
   * State of the video after the last written frame, which must end an interval; resolves when all of it is on the
   * disk.
   */
  save(): Promise<VideoState>
  /** Releases open resources and keeps the packets; safe to call after `finish`. */
  close(): Promise<void>
}

/**
 * Packets are collected in a journal beside the file, which can be continued after a crash, and muxed to the mp4 at the
 * end. The journal is created immediately, so that a path that can't be written fails here.
 * @throws MediaError output_unwritable or disk_full; so do the writer's methods
 */
export async function createVideoWriter(path: string, options: VideoWriterOptions): Promise<Mp4Writer> {
  return new H264Writer(path, options, await PacketJournal.open(path, options.saved?.journal ?? null))
}

class H264Writer implements Mp4Writer {
  readonly warnings: Message[] = []
  readonly #path: string
  readonly #options: VideoWriterOptions
  readonly #journal: PacketJournal
  #encoder: VideoEncoder | null = null
  /** The interval that the encoder works on. */
  #stretch = -1
  /** State for the next encoder. */
  #next: VideoState['encoder']
  #audio: AudioTrack | null = null
  #frames: number
  /** Serialises writes, whether or not the caller waits for them. */
  #turn: Promise<void> = Promise.resolve()
  #encoding: Promise<void> = Promise.resolve()
  #over = false

  constructor(path: string, options: VideoWriterOptions, journal: PacketJournal) {
    this.#path = path
    this.#options = options
    this.#journal = journal
    this.#frames = options.saved?.frames ?? 0
    this.#next = options.saved?.encoder ?? null
  }

  /** Resolves once the frame is copied or held; it is encoded in the background, one frame at a time. */
  async write(frame: Frame): Promise<void> {
    if (this.#over) throw new Error(`${this.#path} was written to after its end`)
    const written = this.#turn.then(() => this.#take(frame))
    this.#turn = written.catch(() => {})
    return written
  }

  async save(): Promise<VideoState> {
    const saved = this.#turn.then(async () => {
      await this.#endStretch()
      return { frames: this.#frames, journal: this.#journal.state, encoder: this.#next }
    })
    this.#turn = saved.then(
      () => {},
      () => {},
    )
    const state = await saved
    await this.#journal.sync()
    return state
  }

  async finish(): Promise<{ frames: number }> {
    if (this.#over) return { frames: this.#frames }
    this.#over = true
    try {
      await this.#turn
      await this.#encoding
      if (this.#frames > 0) await this.#mux()
      return { frames: this.#frames }
    } finally {
      await this.#letGo()
    }
  }

  async abort(): Promise<void> {
    if (this.#over) return
    this.#over = true
    await this.#turn
    await this.#encoding.catch(() => {})
    await this.#free()
    await this.#journal.remove()
  }

  async close(): Promise<void> {
    if (this.#over) return
    this.#over = true
    await this.#turn
    await this.#encoding.catch(() => {})
    await this.#letGo()
  }

  async #take(frame: Frame): Promise<void> {
    const stretch = stretchOf(frame.index, this.#options.fps ?? null)
    if (stretch === this.#stretch) await this.#encoding
    else await this.#endStretch()
    this.#stretch = stretch
    this.#encoder ??= await this.#open(frame)
    const release = this.#encoder.load(frame)
    this.#frames++
    const encoded = this.#encoder.encode(false, (packet) => this.#journal.append(packet))
    this.#encoding = release ? encoded.finally(release) : encoded
    // The failure is reported by the next call.
    this.#encoding.catch(() => {})
  }

  async #open(frame: Frame | null): Promise<VideoEncoder> {
    const { width, height, quality, fps, color } = this.#options
    const tint = this.#next?.color ?? color ?? frame?.image.color ?? defaultColor(this.#options)
    const encoder = await VideoEncoder.open({ width, height }, quality, fps ?? DEFAULT_FPS, tint)
    const { followsS = null } = this.#options
    if (this.#next) encoder.restore(this.#next.state)
    else if (followsS !== null) encoder.follow(followsS)
    return encoder
  }

  /** Flushes all packets of the encoder, if there is one. The next encoder starts with a key frame. */
  async #endStretch(): Promise<void> {
    await this.#encoding
    const encoder = this.#encoder
    if (!encoder) return
    await encoder.encode(true, (packet) => this.#journal.append(packet))
    this.#next = { color: encoder.color, state: encoder.save() }
    this.#encoder = null
    encoder.free()
  }

  /** Muxes the journal's packets to the mp4. */
  async #mux(): Promise<void> {
    await this.#endStretch()
    // Reopened if necessary: the encoder describes the stream.
    const encoder = await this.#open(null)
    this.#encoder = encoder
    const muxer = await Muxer.create(this.#path)
    try {
      const video = muxer.addStream()
      encoder.describe(video)
      await this.#openSound(muxer)
      await muxer.writeHeader()
      await this.#copyPackets(muxer, video, encoder)
      await this.#sound((audio) => audio.finish(encoder.endS))
      if (encoder.fitted) this.warnings.push(say.fittedFrames(this.#options))
      await muxer.finish(this.#options.onProgress)
    } catch (error) {
      await this.#audio?.free()
      this.#audio = null
      await muxer.abort()
      throw error
    }
  }

  async #copyPackets(muxer: Muxer, video: Stream, { timeBase }: VideoEncoder): Promise<void> {
    let lastDts: bigint | null = null
    for await (const packet of this.#journal.read()) {
      const atS = secondsOf(packet.pts, timeBase)
      // Decoding times may lag behind when one encoder took over from another.
      if (lastDts !== null && packet.dts <= lastDts) packet.dts = lastDts + 1n
      lastDts = packet.dts
      packet.streamIndex = video.index
      packet.rescaleTs(timeBase, video.timeBase)
      await muxer.write(packet)
      await this.#sound((audio) => audio.writeUntil(atS))
      this.#options.onProgress?.()
    }
  }

  async #openSound(muxer: Muxer): Promise<void> {
    const { audioFrom } = this.#options
    if (!audioFrom) return
    this.#audio = await AudioTrack.open(audioFrom, muxer).catch(() => {
      this.warnings.push(say.soundLeftOut(audioFrom))
      return null
    })
  }

  /** Audio that turns out to be damaged is dropped; the video is kept. */
  async #sound(work: (audio: AudioTrack) => Promise<void>): Promise<void> {
    if (!this.#audio) return
    try {
      await work(this.#audio)
    } catch (error) {
      if (error instanceof MediaError) throw error
      this.warnings.push(say.soundEndsEarly(this.#options.audioFrom ?? ''))
      await this.#audio.free()
      this.#audio = null
    }
  }

  async #letGo(): Promise<void> {
    await this.#free()
    if (this.#options.keepJournal) await this.#journal.close()
    else await this.#journal.remove()
  }

  async #free(): Promise<void> {
    this.#encoder?.free()
    this.#encoder = null
    await this.#audio?.free()
    this.#audio = null
  }
}
