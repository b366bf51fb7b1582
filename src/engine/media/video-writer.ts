/** Annotated frames to an mp4 that plays in a browser, with the times of the frames and the sound of the source. */
import type { Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { AudioTrack } from './audio-track.ts'
import { type ColorInfo, defaultColor } from './color.ts'
import { type Frame, MediaError, type VideoWriter } from './frame.ts'
import { DEFAULT_FPS, stretchOf } from './key-frames.ts'
import * as say from './media-messages.ts'
import { Muxer } from './muxer.ts'
import { type JournalState, PacketJournal } from './packet-journal.ts'
import { secondsOf } from './stream-clock.ts'
import { type EncoderState, type Quality, VideoEncoder } from './video-encoder.ts'

export interface VideoWriterOptions extends Size {
  quality: Quality
  /** Typical frames per second: spaces key frames and gives a single frame its length. Times come from the frames. */
  fps?: number | null | undefined
  /** Left out: what the first frame says of itself. */
  color?: ColorInfo | undefined
  /** File whose main sound is carried over, up to the end of the last frame. */
  audioFrom?: string | undefined
  /** Leave the packets beside the finished file, for a run that may have to be continued all the same. */
  keepJournal?: boolean | undefined
  /** Called while the mp4 is made at the end, which takes as long as the disk needs. */
  onProgress?: (() => void) | undefined
  /** What `save` gave of a video that is continued, under the same path and with the same options. */
  saved?: VideoState | null | undefined
}

/** A video up to one of its frames. */
export interface VideoState {
  frames: number
  journal: JournalState
  /** Null before the first frame. */
  encoder: { color: ColorInfo; state: EncoderState } | null
}

export interface Mp4Writer extends VideoWriter {
  /** What could not be carried over, in the user's words. */
  readonly warnings: readonly string[]
  /** The video up to the frame that was written last, which must end a stretch; resolves when all of it is on the disk. */
  save(): Promise<VideoState>
  /** Lets go of what is open and leaves the packets as they are; safe to call after `finish`. */
  close(): Promise<void>
}

/**
 * Packets are collected in a journal beside the file, which can be continued after a crash, and put into the mp4 at the
 * end. The journal is created at once, so that a path that can't be written fails here.
 * @throws MediaError output_unwritable or disk_full; so do the writer's methods
 */
export async function createVideoWriter(path: string, options: VideoWriterOptions): Promise<Mp4Writer> {
  return new H264Writer(path, options, await PacketJournal.open(path, options.saved?.journal ?? null))
}

class H264Writer implements Mp4Writer {
  readonly warnings: string[] = []
  readonly #path: string
  readonly #options: VideoWriterOptions
  readonly #journal: PacketJournal
  #encoder: VideoEncoder | null = null
  /** That the encoder works on. */
  #stretch = -1
  /** Of the encoder that comes next. */
  #next: VideoState['encoder']
  #audio: AudioTrack | null = null
  #frames: number
  /** Writes wait for each other here, whether or not the caller waits for them. */
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

  /** Resolves once the frame is copied; it is encoded while the caller goes on, one frame at a time. */
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
    this.#encoder.load(frame)
    this.#frames++
    this.#encoding = this.#encoder.encode(false, (packet) => this.#journal.append(packet))
    // The failure is reported by the next call.
    this.#encoding.catch(() => {})
  }

  async #open(frame: Frame | null): Promise<VideoEncoder> {
    const { width, height, quality, fps, color } = this.#options
    const tint = this.#next?.color ?? color ?? frame?.image.color ?? defaultColor(this.#options)
    const encoder = await VideoEncoder.open({ width, height }, quality, fps ?? DEFAULT_FPS, tint)
    if (this.#next) encoder.goOn(this.#next.state)
    return encoder
  }

  /** Gives out all packets of the encoder, if there is one. Another goes on after it, with a key frame. */
  async #endStretch(): Promise<void> {
    await this.#encoding
    const encoder = this.#encoder
    if (!encoder) return
    await encoder.encode(true, (packet) => this.#journal.append(packet))
    this.#next = { color: encoder.color, state: encoder.save() }
    this.#encoder = null
    encoder.free()
  }

  /** Makes the mp4 of what the journal holds. */
  async #mux(): Promise<void> {
    await this.#endStretch()
    // Opened anew where it must be: it describes the stream.
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
      if (encoder.fitted) this.warnings.push(say.fittedPictures(this.#options))
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
      // Where an encoder took over from another, decoding times may lag behind.
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

  /** Sound that turns out to be damaged is given up; the video is not. */
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
