/** Measures a model on a device, and compares its detections with those of the CPU. */
import { availableParallelism } from 'node:os'
import { CPU, type DeviceCheck, type DeviceId } from '../../../shared/domain/device.ts'
import { EMBEDDING } from '../../../shared/domain/model-types.ts'
import type { ModelFile } from '../../../shared/engine-contract/job.ts'
import { RunFailure } from '../../core/run-failure.ts'
import type { Found } from '../candidates.ts'
import { type DetectorSession, openSession } from '../detector-session.ts'
import { openEmbedding } from '../embedding.ts'
import { medianTime } from '../median-time.ts'
import { checkImage } from './check-image.ts'

/** The first at which the CPU finds something on the check image is used: a model may not know its shapes. */
const THRESHOLDS = [0.25, 0.05, 0.01, 0.001]
/** Overlapping boxes are kept: suppression would turn a difference of one bit into another box. */
const OPTIONS = { classIds: null, iou: 1, classAgnostic: false, maxDetections: 300 }
/** Scores below the lowest of a full list are unknown. */
const cutOf = ({ count, scores }: Found, confidence: number): number =>
  count < OPTIONS.maxDetections ? confidence : (scores[count - 1] as number)

export type CheckedModel = Pick<ModelFile, 'path' | 'name' | 'conversion'>

/**
 * The model's name is that in messages. A detector or a re-identification network; blocks its thread for seconds.
 * Raises the failures of `openSession`.
 */
export async function checkDevice(model: CheckedModel, device: DeviceId): Promise<DeviceCheck> {
  try {
    return (await checkDetector(model, device)) ?? (await checkEmbedding(model, device))
  } catch (error) {
    if (!(error instanceof RunFailure) || error.code !== 'model_unsupported') throw error
    return await checkEmbedding(model, device).catch(() => Promise.reject(error))
  }
}

/**
 * Largest difference of a score, and of a coordinate as a share of the input's longer side, that counts as the same.
 * Half precision stays below it; the software Vulkan of Chromium differed by 0.00014 with the bundled model.
 */
export const TOLERANCE = 0.005

/**
 * Returns the largest difference of a score or of a coordinate as a share of `side`; null when a detection has no
 * counterpart of its class. A detection whose score is within the tolerance of `threshold` may be missing.
 */
export function largestDifference(expected: Found, seen: Found, side: number, threshold: number): number | null {
  const one = unmatched(expected, seen, side, threshold)
  const other = unmatched(seen, expected, side, threshold)
  return one === null || other === null ? null : Math.max(one, other)
}

function unmatched(from: Found, to: Found, side: number, threshold: number): number | null {
  let largest = 0
  for (let i = 0; i < from.count; i++) {
    const nearest = nearestIn(to, from, i, side)
    if (nearest <= TOLERANCE) largest = Math.max(largest, nearest)
    else if ((from.scores[i] as number) > threshold + TOLERANCE) {
      if (nearest === Infinity) return null
      largest = Math.max(largest, nearest)
    }
  }
  return largest
}

function nearestIn(to: Found, from: Found, i: number, side: number): number {
  let nearest = Infinity
  for (let j = 0; j < to.count; j++) {
    if (to.classIds[j] !== from.classIds[i]) continue
    let difference = Math.abs((to.scores[j] as number) - (from.scores[i] as number))
    for (let k = 0; k < 4; k++) {
      const apart = Math.abs((to.boxes[4 * j + k] as number) - (from.boxes[4 * i + k] as number)) / side
      difference = Math.max(difference, apart)
    }
    if (!Number.isNaN(difference)) nearest = Math.min(nearest, difference)
  }
  return nearest
}

/** Null for a re-identification network. */
async function checkDetector(model: CheckedModel, device: DeviceId): Promise<DeviceCheck | null> {
  const reference = device === CPU ? null : await onDevice(model, CPU, referenceOf)
  if (reference?.isEmbedding) return null
  return await onDevice(model, device, async (session) => {
    if (isEmbedding(session)) return null
    const { input } = session.inspection
    const image = checkImage(input)
    if (!reference) {
      const { medianMs } = await medianTime(() => session.infer(image, { ...OPTIONS, confidence: 0.25 }))
      return { median_ms: medianMs, agrees: true, largest_difference: 0 }
    }
    const { found, confidence } = reference
    const seen = await session.infer(image, { ...OPTIONS, confidence })
    const { medianMs } = await medianTime(() => session.infer(image, { ...OPTIONS, confidence }))
    const difference = largestDifference(found, seen, Math.max(input.width, input.height), cutOf(found, confidence))
    return { median_ms: medianMs, ...judged(difference) }
  })
}

async function onDevice<T>(
  { path, name, conversion }: CheckedModel,
  device: DeviceId,
  work: (session: DetectorSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(path, availableParallelism(), name, { device, conversion })
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

const isEmbedding = ({ inspection }: DetectorSession): boolean => inspection.family === EMBEDDING

interface Reference {
  found: Found
  confidence: number
  isEmbedding: boolean
}

async function referenceOf(session: DetectorSession): Promise<Reference> {
  const image = checkImage(session.inspection.input)
  let confidence = 0
  for (confidence of THRESHOLDS) {
    const found = await session.infer(image, { ...OPTIONS, confidence })
    if (found.count > 0) return { found, confidence, isEmbedding: false }
  }
  const found = await session.infer(image, { ...OPTIONS, confidence })
  return { found, confidence, isEmbedding: isEmbedding(session) }
}

/** The difference of two vectors of length 1 is one minus their product. */
async function checkEmbedding({ path, name, conversion }: CheckedModel, device: DeviceId): Promise<DeviceCheck> {
  const vectorOn = async (id: DeviceId) => {
    const session = await openEmbedding(path, availableParallelism(), name, { device: id, conversion })
    try {
      const image = checkImage(session.input)
      const [vector = null] = await session.embed([image])
      return { vector, ...(await medianTime(() => session.embed([image]))) }
    } finally {
      await session.close()
    }
  }
  const { vector, medianMs } = await vectorOn(device)
  if (device === CPU) return { median_ms: medianMs, agrees: true, largest_difference: 0 }
  const { vector: expected } = await vectorOn(CPU)
  const product = vector && expected ? expected.reduce((sum, value, i) => sum + value * (vector[i] as number), 0) : null
  const difference = product === null ? (vector === expected ? 0 : null) : Math.max(0, 1 - product)
  return { median_ms: medianMs, ...judged(difference) }
}

const judged = (difference: number | null): Pick<DeviceCheck, 'agrees' | 'largest_difference'> => ({
  agrees: difference !== null && difference <= TOLERANCE,
  largest_difference: difference,
})
