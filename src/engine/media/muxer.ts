/** An mp4 file being written: streams first, then the header, packets, and the end. */
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AVERROR_ENOSPC } from 'node-av/constants'
import { Dictionary, FormatContext, type Packet, type Stream } from 'node-av/lib'
import type { MediaError } from './frame.ts'
import * as say from './media-messages.ts'

export class Muxer {
  readonly #path: string
  readonly #context: FormatContext
  #open = true

  private constructor(path: string, context: FormatContext) {
    this.#path = path
    this.#context = context
  }

  /** @throws MediaError output_unwritable or disk_full */
  static async create(path: string): Promise<Muxer> {
    const context = new FormatContext()
    const url = `file:${resolve(path)}`
    context.allocOutputContext2(null, 'mp4', url)
    const opened = await context.openOutput()
    if (opened < 0) {
      context.freeContext()
      throw failure(path, opened)
    }
    return new Muxer(path, context)
  }

  addStream(): Stream {
    return this.#context.newStream(null)
  }

  async writeHeader(): Promise<void> {
    // The index goes to the front, so that players start before the file is loaded.
    const options = Dictionary.fromObject({ movflags: '+faststart' })
    const written = await this.#context.writeHeader(options)
    options.free()
    this.#check(written)
  }

  /** Takes the packet's content; its times are in the stream's time base. */
  async write(packet: Packet): Promise<void> {
    this.#check(await this.#context.interleavedWriteFrame(packet))
  }

  async finish(): Promise<void> {
    this.#check(await this.#context.writeTrailer())
    await this.#close()
  }

  async abort(): Promise<void> {
    await this.#close()
    await rm(this.#path, { force: true })
  }

  async #close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.#context.closeOutput()
    this.#context.freeContext()
  }

  #check(result: number): void {
    if (result < 0) throw failure(this.#path, result)
  }
}

const failure = (path: string, code: number): MediaError =>
  code === AVERROR_ENOSPC ? say.diskFull(path) : say.unwritable(path)
