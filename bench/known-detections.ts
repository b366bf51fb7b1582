/** A run with recorded tapes for its detector, so that all work but the model's remains. */

import { planOf } from '../src/engine/nodes/plan.ts'
import { recordDetections } from '../src/engine/reuse/detection-tape.ts'
import { knownDigest } from '../src/engine/reuse/digest-memo.ts'
import { nodeKeys } from '../src/engine/reuse/node-keys.ts'
import { tapeStore } from '../src/engine/reuse/tape-store.ts'
import type { RunJob } from '../src/shared/engine-contract/job.ts'
import { detectionsAt } from './stages/scene.ts'

/**
 * Writes `objects` detections for each of `frames` frames into a cache in `folder`; returns the job that reuses them.
 */
export async function withKnownDetections(
  job: Omit<RunJob, 'outDir'>,
  { detector, frames, objects, cacheDir }: { detector: string; frames: number; objects: number; cacheDir: string },
): Promise<Omit<RunJob, 'outDir'>> {
  const sha256 = await knownDigest(job.source.path, cacheDir)
  const keys = nodeKeys(planOf(job.graph), job, { sha256, sampleFps: null })
  const tape = tapeStore(cacheDir).begin(keys.get(detector) as string)
  const writer = recordDetections(tape.writer)
  for (let i = 0; i < frames; i++) writer.put(detectionsAt(i, objects))
  writer.flush()
  const tally = { framesIn: frames, framesOut: frames, detections: frames * objects, events: 0, busyMs: 0 }
  tape.keep({ frames, madeAt: new Date().toISOString(), tallies: { [detector]: tally } })
  return { ...job, cacheDir }
}
