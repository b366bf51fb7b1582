/** The store of ground truth: one JSON file for each video, named by the hash of the video. */
import { join } from 'node:path'
import type { Revised } from '../shared/domain/revision.ts'
import { Truth } from '../shared/domain/truth.ts'
import { createJsonFiles, type RecordOptions } from './json-files.ts'

export interface TruthStore {
  /** Null when nothing was marked yet. */
  get(mediaSha256: string): Promise<Revised<Truth> | null>
  /**
   * Replaces the marks of the same video and returns their revision.
   * @param revision that the marks are based on; null where there were none
   */
  set(truth: Truth, revision: string | null): Promise<string>
}

/** An invalid file is renamed to `….broken-<time>`, so that new marks never overwrite old work. */
export function createTruthStore(folder: string, options: RecordOptions = {}): TruthStore {
  const files = createJsonFiles(Truth, options)
  const pathOf = (sha256: string) => join(folder, `${sha256}.json`)
  return {
    get: (sha256) => files.read(pathOf(sha256)),
    set: (truth, revision) => files.write(pathOf(truth.media.sha256), truth, revision),
  }
}
