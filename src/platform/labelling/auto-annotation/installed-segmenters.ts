/** The segmenters of this machine. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SEGMENTER_LABEL, segmenterFiles } from '../../../shared/domain/installed-models.ts'
import { GRABCUT, type Segmenter } from '../../../shared/engine-contract/segmentation.ts'
import type { Models } from '../../models/models.ts'

export interface InstalledSegmenters {
  /** Null unless SAM 3 is installed. */
  sam3(): Promise<Segmenter | null>
  /** For prompts with points, which SAM 3 does not take as it is exported. */
  forPoints(): Promise<Segmenter>
  forBoxes(): Promise<Segmenter>
}

export function createInstalledSegmenters(models: Pick<Models, 'findSam3'>, folder: string): InstalledSegmenters {
  const sam3 = async (): Promise<Segmenter | null> => {
    const file = await models.findSam3()
    return file && { kind: 'sam3', folder: file.path, sha256: file.sha256 }
  }
  const forPoints = async (): Promise<Segmenter> => (await findSegmenter(folder)) ?? { kind: GRABCUT }
  return { sam3, forPoints, forBoxes: async () => (await sam3()) ?? (await forPoints()) }
}

/** Null unless two networks are there. Identified by the sizes and times of its files. */
export async function findSegmenter(folder: string): Promise<Segmenter | null> {
  const names = segmenterFiles(await readdir(folder).catch((): string[] => [])).sort()
  if (names.length === 0) return null
  const hash = createHash('sha256')
  for (const name of names) {
    const { size, mtimeMs } = await stat(join(folder, name))
    hash.update(JSON.stringify([name, size, mtimeMs]))
  }
  return { kind: 'sam', name: await labelOf(folder), folder, sha256: hash.digest('hex') }
}

async function labelOf(folder: string): Promise<string> {
  try {
    const { name } = JSON.parse(await readFile(join(folder, SEGMENTER_LABEL), 'utf8')) as { name: string }
    return name
  } catch {
    return 'sam'
  }
}
