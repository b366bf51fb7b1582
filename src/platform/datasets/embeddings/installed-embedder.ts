/** The model of this machine that embeds images, and texts where it knows them. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EMBEDDER_FILES, EMBEDDER_LABEL, isEmbedderFile } from '../../../shared/domain/embedder-files.ts'
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'

/** Null without a network for images. Identified by the names, sizes and times of its files. */
export async function findEmbedder(folder: string): Promise<Embedder | null> {
  const names = (await readdir(folder).catch((): string[] => [])).filter(isEmbedderFile).sort()
  if (!names.includes(EMBEDDER_FILES.image)) return null
  const hash = createHash('sha256')
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => null)
    // Another model is being installed.
    if (!file) return null
    hash.update(JSON.stringify([name, file.size, file.mtimeMs]))
  }
  const hasText = names.includes(EMBEDDER_FILES.text) && names.includes(EMBEDDER_FILES.tokenizer)
  return { folder, name: await labelOf(folder), sha256: hash.digest('hex'), hasText }
}

async function labelOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(join(folder, EMBEDDER_LABEL), 'utf8')) as { name: string }).name
  } catch {
    return 'search model'
  }
}
