/** Writes an mp4 file: streams first, then the header, packets, and the end. */

import { rm, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { AVERROR_ENOSPC } from 'node-av/constants'
import { Dictionary, FormatContext, type Packet, type Stream } from 'node-av/lib'
import type { MediaError } from '../core/run-failure.ts'
import * as say from './media-messages.ts'

const WATCH_MS = 1000

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
    // The index is moved to the front, so that players start before the file is loaded.
    const options = Dictionary.fromObject({ movflags: '+faststart' })
    const written = await this.#context.writeHeader(options)
    options.free()
    this.#check(written)
  }

  /** Consumes the packet's content; its times are in the stream's time base. */
  async write(packet: Packet): Promise<void> {
    this.#check(await this.#context.interleavedWriteFrame(packet))
  }

  /** `onProgress` is called while the file changes: moving the index to the front rewrites everything after it. */
  async finish(onProgress: () => void = () => undefined): Promise<void> {
    const watch = this.#watch(onProgress)
    try {
      this.#check(await this.#context.writeTrailer())
    } finally {
      clearInterval(watch)
    }
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

  #watch(onChange: () => void): NodeJS.Timeout {
    let latest = 0
    return setInterval(async () => {
      const changedAt = (await stat(this.#path).catch(() => null))?.mtimeMs ?? latest
      if (changedAt !== latest) onChange()
      latest = changedAt
    }, WATCH_MS)
  }

  #check(result: number): void {
    if (result < 0) throw failure(this.#path, result)
  }
}

function failure(path: string, code: number): MediaError {
  if (code === -constants.errno.EFBIG) return say.fileTooLarge(path)
  return code === AVERROR_ENOSPC || code === -constants.errno.EDQUOT ? say.diskFull(path) : say.unwritable(path)
}
