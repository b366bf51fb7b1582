import { createInferencePool } from '../../src/engine/inference/pool.ts'
import { costOf } from '../clock.ts'
import { holdFrames } from './frames.ts'

/** Runs a model on `count` frames, as many concurrently as in a run. */
export async function detect({
  video,
  model,
  worker,
  count,
}: {
  video: string
  model: string
  worker: string
  count: number
}) {
  const held = await holdFrames(video, 4)
  const pool = createInferencePool(worker)
  const pooled = await pool.open({ path: model, name: 'model', sha256: '' })
  const options = { confidence: 0.1, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }
  const lookAtAll = async () => {
    let next = 0
    const lane = async () => {
      while (next < count) await pooled.infer(held.at(next++), null, options)
    }
    await Promise.all(Array.from({ length: pool.workers + 2 }, lane))
    return count
  }
  // During the first pass, workers are started one after the other.
  await lookAtAll()
  const cost = await costOf(lookAtAll)
  await pool.close()
  return cost
}
