/** The store of ground truth: one JSON file for each video, named by the hash of the video. */
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { Truth } from '../shared/domain/truth.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'

export interface TruthStore {
  /** Null when nothing was marked yet. */
  get(mediaSha256: string): Promise<Truth | null>
  /** Replaces the marks of the same video. */
  set(truth: Truth): Promise<void>
}

/** An invalid file is renamed to `….broken-<time>`, so that new marks never overwrite old work. */
export function createTruthStore(folder: string, now: () => Date = () => new Date()): TruthStore {
  const pathOf = (sha256: string) => join(folder, `${sha256}.json`)

  async function read(sha256: string): Promise<Truth | null> {
    const path = pathOf(sha256)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw fileTrouble('read', path, error)
    }
    try {
      const truth: unknown = JSON.parse(text)
      if (Value.Check(Truth, truth)) return truth
    } catch {}
    await rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`)
    return null
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Reading may rename a broken file, so reads and writes are serialized. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    get: (sha256) => inTurn(() => read(sha256)),
    set: (truth) =>
      inTurn(async () => {
        const path = pathOf(truth.media.sha256)
        try {
          await writeFileAtomic(path, `${JSON.stringify(truth)}\n`)
        } catch (error) {
          throw fileTrouble('write', path, error)
        }
      }),
  }
}
