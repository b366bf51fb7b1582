/** Measures whether this CPU gains by weights of another precision than float32. */
import ort from 'onnxruntime-node'
import type { WeightType } from '../../shared/engine-contract/job.ts'
import { CONVOLUTION, convolutionModel } from './convolution-model.ts'
import { sessionOptions } from './onnx-session.ts'

/** A run takes a few milliseconds. */
const RUNS = 80

/**
 * Time of a convolution with float32 weights over its time with `weights`, on one thread: more than 1 is a gain.
 * Runs of both alternate, and the fastest of each counts, so that other load on the machine matters little.
 */
export async function cpuGain(weights: Exclude<WeightType, 'fp32'>): Promise<number> {
  const { channels, side } = CONVOLUTION
  const pixels = Float32Array.from({ length: channels * side * side }, (_, i) => (i % 256) / 255)
  const feeds = { x: new ort.Tensor('float32', pixels, [1, channels, side, side]) }
  const open = (type: WeightType) => ort.InferenceSession.create(convolutionModel(type), sessionOptions(1))
  const plain = { session: await open('fp32'), fastest: Number.POSITIVE_INFINITY }
  const other = { session: await open(weights), fastest: Number.POSITIVE_INFINITY }
  const sides = [plain, other]
  try {
    for (let run = 0; run < RUNS; run++) {
      for (const side of sides) {
        const startedAt = performance.now()
        await side.session.run(feeds)
        side.fastest = Math.min(side.fastest, performance.now() - startedAt)
      }
    }
    return plain.fastest / other.fastest
  } finally {
    for (const { session } of sides) await session.release()
  }
}
