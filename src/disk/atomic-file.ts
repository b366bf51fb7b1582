/** Atomic writes: a file is either complete or unchanged, even after a power failure or on a full disk. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface WriteOptions {
  /** Permission bits, as in chmod. By default only the owner may read the file. */
  mode?: number
}

/** Writes the file and its missing folders, which are private. Throws the file system's errors. */
export async function writeFileAtomic(path: string, text: string, { mode = 0o600 }: WriteOptions = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, (beside) => writeDurably(beside, text, { mode, flag: 'wx' }))
}

/**
 * Calls `write` with the path of a temporary file beside `path`, and renames that file over it. When either fails, the
 * temporary file is removed and `path` unchanged.
 * @param temporary name of that file, for folders with one writer: the next write replaces what a crash has left of it
 */
export async function replaceFile(
  path: string,
  write: (beside: string) => Promise<void>,
  temporary = `.${basename(path)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`,
): Promise<void> {
  const beside = join(dirname(path), temporary)
  try {
    await write(beside)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Returns when the bytes of a file are on the disk. */
export async function syncFile(path: string): Promise<void> {
  // Windows syncs only what may be written.
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Returns when the names of a folder's files are on the disk. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Returns when the bytes are on the disk. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { mode, flag }: { mode: number; flag: 'w' | 'wx' },
): Promise<void> {
  const file = await open(path, flag, mode)
  try {
    // Unlike a single `write`, this throws when the disk takes only a part.
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
