/** Annotated frames to an mp4 that plays in a browser, with the times of the frames and the sound of the source. */
import type { Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { AudioTrack } from './audio-track.ts'
import { type ColorInfo, defaultColor } from './color.ts'
import { type Frame, MediaError, type VideoWriter } from './frame.ts'
import * as say from './media-messages.ts'
import { Muxer } from './muxer.ts'
import { type Quality, VideoEncoder } from './video-encoder.ts'

export interface VideoWriterOptions extends Size {
  quality: Quality
  /** Typical frames per second: spaces key frames and gives a single frame its length. Times come from the frames. */
  fps?: number | null | undefined
  /** Left out: what the first frame says of itself. */
  color?: ColorInfo | undefined
  /** File whose main sound is carried over, up to the end of the last frame. */
  audioFrom?: string | undefined
}

export interface Mp4Writer extends VideoWriter {
  /** What could not be carried over, in the user's words. */
  readonly warnings: readonly string[]
}

const DEFAULT_FPS = 25

/**
 * Creates the file at once, so that a path that can't be written fails here.
 * @throws MediaError output_unwritable or disk_full; so do the writer's methods
 */
export async function createVideoWriter(path: string, options: VideoWriterOptions): Promise<Mp4Writer> {
  return new H264Writer(path, options, await Muxer.create(path))
}

interface Streams {
  encoder: VideoEncoder
  video: Stream
}

class H264Writer implements Mp4Writer {
  readonly warnings: string[] = []
  readonly #path: string
  readonly #options: VideoWriterOptions
  readonly #muxer: Muxer
  #streams: Streams | null = null
  #audio: AudioTrack | null = null
  #frames = 0
  /** Writes wait for each other here, whether or not the caller waits for them. */
  #turn: Promise<void> = Promise.resolve()
  #encoding: Promise<void> = Promise.resolve()
  #over = false

  constructor(path: string, options: VideoWriterOptions, muxer: Muxer) {
    this.#path = path
    this.#options = options
    this.#muxer = muxer
  }

  /** Resolves once the frame is copied; it is encoded while the caller goes on, one frame at a time. */
  async write(frame: Frame): Promise<void> {
    if (this.#over) throw new Error(`${this.#path} was written to after its end`)
    const written = this.#turn.then(() => this.#take(frame))
    this.#turn = written.catch(() => {})
    return written
  }

  async finish(): Promise<{ frames: number }> {
    if (this.#over) return { frames: this.#frames }
    this.#over = true
    try {
      await this.#turn
      await this.#encoding
      if (!this.#streams) {
        await this.#muxer.abort()
        return { frames: 0 }
      }
      const { encoder, video } = this.#streams
      await encoder.encode(true, video, (packet) => this.#muxer.write(packet))
      await this.#sound((audio) => audio.finish(encoder.endS))
      await this.#muxer.finish()
      await this.#free()
      return { frames: this.#frames }
    } catch (error) {
      await this.#discard()
      throw error
    }
  }

  async abort(): Promise<void> {
    if (this.#over) return
    this.#over = true
    await this.#turn
    await this.#encoding.catch(() => {})
    await this.#discard()
  }

  async #take(frame: Frame): Promise<void> {
    await this.#encoding
    this.#streams ??= await this.#begin(frame)
    const { encoder, video } = this.#streams
    encoder.load(frame.image, frame.ptsS)
    this.#frames++
    this.#encoding = this.#encode(encoder, video, frame.ptsS)
    // The failure is reported by the next call.
    this.#encoding.catch(() => {})
  }

  async #begin(frame: Frame): Promise<Streams> {
    const { width, height, quality, fps, color, audioFrom } = this.#options
    const encoder = await VideoEncoder.open(
      { width, height },
      quality,
      fps ?? DEFAULT_FPS,
      color ?? frame.image.color ?? defaultColor(frame),
    )
    try {
      const video = this.#muxer.addStream()
      encoder.describe(video)
      if (audioFrom) {
        this.#audio = await AudioTrack.open(audioFrom, this.#muxer).catch(() => {
          this.warnings.push(say.soundLeftOut(audioFrom))
          return null
        })
      }
      await this.#muxer.writeHeader()
      return { encoder, video }
    } catch (error) {
      encoder.free()
      throw error
    }
  }

  async #encode(encoder: VideoEncoder, video: Stream, ptsS: number): Promise<void> {
    await encoder.encode(false, video, (packet) => this.#muxer.write(packet))
    await this.#sound((audio) => audio.writeUntil(ptsS))
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

  async #discard(): Promise<void> {
    await this.#free()
    await this.#muxer.abort()
  }

  async #free(): Promise<void> {
    this.#streams?.encoder.free()
    this.#streams = null
    await this.#audio?.free()
    this.#audio = null
  }
}
