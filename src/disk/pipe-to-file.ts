import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

interface FileOptions {
  mode?: number
  /** “w” replaces a file; “wx” raises `EEXIST`. */
  flags?: 'w' | 'wx'
  /** Whether the bytes have to be on the disk at the end. */
  flush?: boolean
  signal?: AbortSignal
}

type Bytes = NodeJS.ReadableStream | AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>)

/**
 * Writes bytes to a file that it creates, past transforms. After an error it returns only once the file is closed, so that
 * the caller can remove it: a stream that ends while its file is being opened creates it afterwards.
 */
export async function pipeToFile(
  parts: [Bytes, ...NodeJS.ReadWriteStream[]],
  path: string,
  { signal, ...options }: FileOptions,
): Promise<void> {
  const out = createWriteStream(path, options)
  const closed = new Promise<void>((resolve) => out.once('close', resolve))
  try {
    await pipeline([...parts, out] as never, { signal })
  } finally {
    await closed
  }
}
