import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { outputFailure } from '../runtime/run-failure.ts'

/** Where a text file goes on in a run that is continued: what lies behind is cut off. */
export interface TextFileState {
  bytes: number
}

export interface TextFile {
  /** Answers nothing when there is nothing to wait for. */
  write(text: string): Promise<void> | undefined
  /** Gives what was written so far to the file, for others to read. */
  flush(): Promise<void>
  /** All that was written before this call; resolves when it is on the disk. */
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
  // What is written after a cut would otherwise lie behind a gap.
  if (saved) await guarded(handle.truncate(saved.bytes))
  let pending = ''
  /** Bytes given to the file so far. */
  let bytes = saved?.bytes ?? 0
  /** Writes follow each other: a save goes on while the next text comes in. */
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
