import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { outputFailure } from '../runtime/run-failure.ts'

export interface TextFile {
  write(text: string): Promise<void>
  finish(): Promise<void>
  /** Closes the file as it is; safe to call after `finish`. */
  close(): Promise<void>
}

const FLUSH_AT = 1 << 16

/** A UTF-8 file that is written in large parts. Raises `output_unwritable` or `disk_full`. */
export async function createTextFile(path: string): Promise<TextFile> {
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw outputFailure(error, basename(path)) ?? error
    }
  }
  let handle: FileHandle | null = await guarded(open(path, 'wx'))
  let pending = ''
  const flush = async () => {
    const text = pending
    pending = ''
    if (handle && text) await guarded(handle.appendFile(text))
  }
  const close = async () => {
    const open = handle
    handle = null
    await open?.close()
  }
  return {
    async write(text) {
      pending += text
      if (pending.length >= FLUSH_AT) await flush()
    },
    async finish() {
      await flush()
      await close()
    },
    close,
  }
}
