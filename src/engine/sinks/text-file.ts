import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { outputFailure } from '../core/run-failure.ts'

/** Position at which a resumed run continues a text file: the rest is cut off. */
export interface TextFileState {
  bytes: number
}

export interface TextFile {
  /** Returns undefined when there is nothing to wait for. */
  write(text: string): Promise<void> | undefined
  /** Flushes all text written so far to the file, for other readers. */
  flush(): Promise<void>
  /** State of all text written before this call; resolves when it is on the disk. */
  save(): Promise<TextFileState>
  finish(): Promise<void>
  /** Closes the file as it is; safe to call after `finish`. */
  close(): Promise<void>
}

const FLUSH_AT = 1 << 16

/** A UTF-8 file that is written in large parts. Raises `output_unwritable` or `disk_full`. */
export async function createTextFile(path: string, saved: TextFileState | null = null): Promise<TextFile> {
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw outputFailure(error, basename(path)) ?? error
    }
  }
  let handle: FileHandle | null = await guarded(open(path, saved ? 'r+' : 'wx'))
  // Without truncation, text written after a cut would follow a gap.
  if (saved) await guarded(handle.truncate(saved.bytes))
  let pending = ''
  /** Bytes passed to the file so far. */
  let bytes = saved?.bytes ?? 0
  /** Writes are serialised: a save continues while the next text arrives. */
  let turn: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    const part = Buffer.from(pending)
    pending = ''
    if (part.length === 0) return turn
    const at = bytes
    bytes += part.length
    const written = turn.then(() => writeAll(part, at))
    turn = written.catch(() => undefined)
    return written
  }
  const writeAll = async (part: Buffer, at: number) => {
    for (let done = 0; handle && done < part.length; ) {
      const { bytesWritten } = await guarded(handle.write(part, done, part.length - done, at + done))
      done += bytesWritten
    }
  }
  const close = async () => {
    await turn
    const open = handle
    handle = null
    await open?.close()
  }
  return {
    write(text) {
      pending += text
      return pending.length >= FLUSH_AT ? flush() : undefined
    },
    flush,
    async save() {
      const flushed = flush()
      const state = { bytes }
      await flushed
      if (handle) await guarded(handle.datasync())
      return state
    },
    async finish() {
      await flush()
      await close()
    },
    close,
  }
}
