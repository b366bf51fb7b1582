import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'
import { cpuGain } from './cpu-gain.ts'
import { type DetectorSession, openSession } from './detector-session.ts'
import { openSam3 } from './sam3/sam3-session.ts'

const RUNS = 7

/**
 * Inspects a model file, or the folder of SAM 3; `name` is the model's name in messages. Raises the failures of
 * `openSession`; blocks its thread while the model is tried. `measure`: also times the model on one image, with all
 * cores available.
 */
export async function inspectModel(path: string, name?: string, measure = false): Promise<ModelInspection> {
  const threads = measure ? availableParallelism() : 1
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const session = await (isFolder ? openSam3(path, threads, []) : openSession(path, threads, name))
  try {
    const { inspection } = session
    if (!measure) return inspection
    const { type } = inspection.weights
    const cpuGainOfType = type === 'fp32' ? null : await cpuGain(type)
    return { ...inspection, cpuGain: cpuGainOfType, speed: { ...(await timed(session)), threads } }
  } finally {
    await session.close()
  }
}

/** Median of several runs on a grey image; the run at opening was the warm-up. */
async function timed({ infer, inspection: { input } }: DetectorSession): Promise<{ medianMs: number; runs: number }> {
  const image = new Float32Array(3 * input.width * input.height).fill(0.5)
  const options = { confidence: 0.25, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now()
    await infer(image, options)
    times.push(performance.now() - startedAt)
  }
  const medianMs = times.sort((a, b) => a - b)[(RUNS - 1) / 2] as number
  return { medianMs: Math.round(medianMs * 10) / 10, runs: RUNS }
}
