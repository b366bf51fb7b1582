/**
 * Appends encoded packets to a file. An unfinished mp4 can't be continued; a journal can, from any packet on: it is
 * muxed to mp4 when the video is complete.
 */

import { type FileHandle, open, rm } from 'node:fs/promises'
import { AV_PKT_FLAG_KEY } from 'node-av/constants'
import { Packet } from 'node-av/lib'
import type { MediaError } from '../core/run-failure.ts'
import * as say from './media-messages.ts'

export interface JournalState {
  packets: number
  bytes: number
}

/** Size of the data, flags, presentation and decoding time, duration; little endian. */
const HEAD_BYTES = 4 + 4 + 8 + 8 + 8
const FLUSH_AT = 1 << 18
const READ_BYTES = 1 << 20

/** Path of the journal of a video. */
export const journalOf = (target: string): string => `${target}.packets`

export class PacketJournal {
  readonly #path: string
  readonly #target: string
  readonly #file: FileHandle
  #pending: Buffer[] = []
  #pendingBytes = 0
  #state: JournalState
  /** Resolves when all data passed to the file so far is written. */
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, target: string, file: FileHandle, state: JournalState) {
    this.#path = path
    this.#target = target
    this.#file = file
    this.#state = state
  }

  /**
   * `target`: the video that it is for, named in messages. `saved`: resume after these packets.
   * @throws MediaError output_unwritable or disk_full; so do the methods
   */
  static async open(target: string, saved: JournalState | null): Promise<PacketJournal> {
    const path = journalOf(target)
    try {
      const file = await open(path, saved ? 'r+' : 'w+')
      if (saved) await file.truncate(saved.bytes)
      return new PacketJournal(path, target, file, saved ?? { packets: 0, bytes: 0 })
    } catch (error) {
      throw failure(target, error)
    }
  }

  /** State after all packets that were appended. */
  get state(): JournalState {
    return this.#state
  }

  async append(packet: Packet): Promise<void> {
    const data = packet.data ?? Buffer.alloc(0)
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(data.length, 0)
    head.writeUInt32LE(packet.isKeyframe ? 1 : 0, 4)
    head.writeBigInt64LE(packet.pts, 8)
    head.writeBigInt64LE(packet.dts, 16)
    head.writeBigInt64LE(packet.duration, 24)
    // The packet's memory is reused for the next one.
    this.#pending.push(head, Buffer.from(data))
    this.#pendingBytes += HEAD_BYTES + data.length
    const packets = this.#state.packets + 1
    const bytes = this.#state.bytes + HEAD_BYTES + data.length
    this.#state = { packets, bytes }
    if (this.#pendingBytes >= FLUSH_AT) await this.#flush()
  }

  /** Resolves when all appended packets are on the disk. */
  async sync(): Promise<void> {
    await this.#flush()
    await this.#file.datasync().catch((error: unknown) => {
      throw failure(this.#target, error)
    })
  }

  /** All packets in order; each is valid until the next. */
  async *read(): AsyncGenerator<Packet> {
    await this.#flush()
    const packet = new Packet()
    packet.alloc()
    let rest = Buffer.alloc(0)
    let at = 0
    try {
      for (let left = this.#state.packets; left > 0; ) {
        const length = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32LE(0)
        if (rest.length < length) {
          const part = Buffer.alloc(Math.max(READ_BYTES, length - rest.length))
          const { bytesRead } = await this.#file.read(part, 0, part.length, at)
          if (bytesRead === 0) throw failure(this.#target, new Error('packets are missing'))
          at += bytesRead
          rest = Buffer.concat([rest, part.subarray(0, bytesRead)])
          continue
        }
        fill(packet, rest.subarray(0, length))
        rest = rest.subarray(length)
        left--
        yield packet
        packet.unref()
      }
    } finally {
      packet.free()
    }
  }

  async remove(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }

  /** Leaves the file as it is. */
  async close(): Promise<void> {
    await this.#file.close().catch(() => undefined)
  }

  #flush(): Promise<void> {
    if (this.#pendingBytes === 0) return this.#writing
    const at = this.#state.bytes - this.#pendingBytes
    const bytes = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    const written = this.#writing.then(() => this.#write(bytes, at))
    this.#writing = written
    // The next flush reports the error too.
    written.catch(() => undefined)
    return written
  }

  async #write(bytes: Buffer, at: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, at + done)
        done += bytesWritten
      }
    } catch (error) {
      throw failure(this.#target, error)
    }
  }
}

function fill(packet: Packet, record: Buffer): void {
  packet.data = record.subarray(HEAD_BYTES)
  packet.pts = record.readBigInt64LE(8)
  packet.dts = record.readBigInt64LE(16)
  packet.duration = record.readBigInt64LE(24)
  packet.flags = (record.readUInt32LE(4) & 1 ? AV_PKT_FLAG_KEY : 0) as Packet['flags']
}

function failure(path: string, error: unknown): MediaError {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EFBIG') return say.fileTooLarge(path)
  return ['ENOSPC', 'EDQUOT'].includes(code) ? say.diskFull(path) : say.unwritable(path)
}
