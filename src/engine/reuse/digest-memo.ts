/** Caches digests of files: a large video need not be read again while it is unchanged. */

import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import { fileDigest } from '../output/digest.ts'

/** A file changed this recently may change again without a later timestamp. */
const UNSETTLED_MS = 2000
const MAX_NOTES = 1000

/** Like `fileDigest`; `cacheDir` caches digests by path, size, modification time and inode. */
export async function knownDigest(path: string, cacheDir: string, onPart?: () => void): Promise<string> {
  const { size, mtimeNs, ctimeNs, ino, dev } = await stat(path, { bigint: true })
  const identity = [path, size, mtimeNs, ctimeNs, ino, dev].join('\n')
  const folder = join(cacheDir, 'digests')
  const note = join(folder, createHash('sha256').update(identity).digest('hex'))
  const known = await readFile(note, 'utf8').catch(() => '')
  if (/^[0-9a-f]{64}$/.test(known)) return known
  const isSettled = BigInt(Date.now() - UNSETTLED_MS) * 1_000_000n > mtimeNs
  const digest = await fileDigest(path, onPart)
  if (isSettled) await keep(folder, note, digest).catch(() => undefined)
  return digest
}

async function keep(folder: string, note: string, digest: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length >= MAX_NOTES) await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
  await writeFileAtomic(note, digest)
}
