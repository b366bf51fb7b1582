/** Checks a file of media before it is opened, and reads its beginning. */
import { constants } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import * as say from './media-messages.ts'

/** libav may read this far past the bytes that it probes. */
const PROBE_PADDING = 64

/** @returns its size in bytes. @throws MediaError source_missing, source_empty, source_unreadable */
export async function regularFile(path: string): Promise<number> {
  try {
    const info = await stat(path)
    if (!info.isFile()) throw say.notAFile(path)
    if (info.size === 0) throw say.empty(path)
    await access(path, constants.R_OK)
    return info.size
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') throw say.missing(path)
    if (code === 'EACCES' || code === 'EPERM') throw say.forbidden(path)
    throw error
  }
}

/** The first bytes, in a buffer padded with zeros. */
export async function headOf(path: string, bytes: number): Promise<Buffer> {
  const padded = Buffer.from(new ArrayBuffer(bytes + PROBE_PADDING))
  const file = await open(path, 'r')
  try {
    const { bytesRead } = await file.read(padded, 0, bytes, 0)
    return padded.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
