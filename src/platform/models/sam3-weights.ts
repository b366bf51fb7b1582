/** Finds SAM 3 in its folder, with the digest that identifies it. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSam3File, SAM3_FILES, SAM3_NAME } from '../../shared/domain/installed-models.ts'
import type { ModelFile } from '../../shared/engine-contract/job.ts'
import { sha256OfFile } from '../files/blobs/file-hash.ts'

/**
 * Reading gigabytes takes long: the digest is cached beside the files, with the sizes and times it was computed from.
 */
const DIGEST_FILE = 'digest.json'

interface StoredDigest {
  sha256: string
  stamps: string
}

/** `path` is the folder, `sha256` that of the names and digests of all its files; null when one is missing. */
export async function findSam3(folder: string): Promise<ModelFile | null> {
  const names = (await readdir(folder).catch((): string[] => [])).filter(isSam3File).sort()
  if (Object.values(SAM3_FILES).some((file) => !names.includes(file))) return null
  const stamps = (await Promise.all(names.map((name) => stampOf(folder, name)))).join(' ')
  const known = await storedDigest(folder)
  const sha256 = known?.stamps === stamps ? known.sha256 : await digestOf(folder, names)
  // For a read-only folder the digest is only computed again.
  if (known?.stamps !== stamps) await writeDigest(folder, { sha256, stamps }).catch(() => undefined)
  return { path: folder, name: SAM3_NAME, sha256 }
}

async function stampOf(folder: string, name: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(folder, name))
  return `${name}:${size}:${mtimeMs}`
}

async function digestOf(folder: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${JSON.stringify([name, await sha256OfFile(join(folder, name))])}\n`)
  return hash.digest('hex')
}

const writeDigest = (folder: string, digest: StoredDigest) =>
  writeFile(join(folder, DIGEST_FILE), JSON.stringify(digest))

async function storedDigest(folder: string): Promise<StoredDigest | null> {
  try {
    return JSON.parse(await readFile(join(folder, DIGEST_FILE), 'utf8')) as StoredDigest
  } catch {
    return null
  }
}
