/** Writes the body of a request to a file, up to the first byte for which there is no room. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { PRIVATE_FILE } from '../../machine/private-folder.ts'

export interface ReceivedFile {
  size: number
  /** In hex. */
  sha256: string
}

/** A body that is not larger is written at once: a stream to a file costs more than its bytes. */
const SMALL_BYTES = 64 * 1024

/** `refusalOf`: the error for so many bytes, or null. @throws ApiError malformed_request for a body that breaks off, and that error */
export async function receiveFile(
  bytes: AsyncIterable<Buffer>,
  path: string,
  refusalOf: (size: number) => ApiError | null,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      size += chunk.length
      const refusal = refusalOf(size)
      if (refusal) throw refusal
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await write(counted(), path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new ApiError('malformed_request', message('upload.broke_off'))
    }
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

async function write(chunks: AsyncGenerator<Buffer>, path: string): Promise<void> {
  const head: Buffer[] = []
  for (let held = 0; held <= SMALL_BYTES; ) {
    const next = await chunks.next()
    if (next.done) return writeFile(path, Buffer.concat(head), { mode: PRIVATE_FILE })
    head.push(next.value)
    held += next.value.length
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* head
    yield* chunks
  }
  await pipeToFile([all], path, { mode: PRIVATE_FILE })
}
