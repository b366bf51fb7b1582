/** The folder of a part's results: its tapes or videos, and a description by which it is joined to its neighbours. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'part.json'

export interface PartFacts {
  first: number
  frames: number
  /** Digests of the picture before the first frame, and of the last one's; null where the media begins and ends. */
  before: string | null
  last: string | null
  isRegular: boolean
}

export const writePartFacts = (folder: string, facts: PartFacts): Promise<void> =>
  writeFile(join(folder, NAME), JSON.stringify(facts))

const readPartFacts = (folder: string): PartFacts => JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as PartFacts

/** True when the parts are regular and each begins where the one before it ends. */
export function areNeighbours(folders: readonly string[]): boolean {
  const parts = folders.map(readPartFacts)
  return parts.every((part, i) => {
    const earlier = parts[i - 1]
    if (!part.isRegular) return false
    if (!earlier) return part.first === 0
    return part.first === earlier.first + earlier.frames && part.before !== null && part.before === earlier.last
  })
}
