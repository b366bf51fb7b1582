/** The decoder's inputs for a prompt, in the form of its signature. */
import ort from 'onnxruntime-node'
import type { Box, Point, Size } from '../../../shared/domain/geometry.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import type { SamSignature, TensorSlot } from './sam-signature.ts'

/** A prompt in pixels of the encoder's input. */
export interface SamPrompt {
  include: readonly Point[]
  exclude: readonly Point[]
  box: Box | null
}

/** A point as prompt encoders know it: 0 excludes, 1 includes, 2 and 3 are the corners of a box, -1 is no point. */
interface Labelled extends Point {
  label: -1 | 0 | 1 | 2 | 3
}

const NO_POINT: Labelled = { x: 0, y: 0, label: -1 }

/**
 * `fitted`: the size of the image within the encoder's input. Raises `model_unsupported` when the decoder takes fewer
 * points than the prompt has.
 */
export function promptFeeds(
  signature: SamSignature,
  prompt: SamPrompt,
  fitted: Size,
  decoder: string,
): Record<string, ort.Tensor> {
  const { points, labels, boxes, boxForm, mask, hasMask, size } = signature
  const given = labelled(signature, prompt)
  const all = filled(given, fixedCount(points), decoder)
  const lead = points.shape.length === 4 ? [1, 1] : [1]
  const coordinates = all.flatMap(({ x, y }) => [x, y])
  const feeds: Record<string, ort.Tensor> = {
    [points.name]: tensorOf(points, coordinates, [...lead, all.length, 2]),
    [labels.name]: tensorOf(
      labels,
      all.map(({ label }) => label),
      [...lead, all.length],
    ),
  }
  if (boxes) {
    const corners = prompt.box && boxForm === 'input' ? cornersOf(prompt.box) : []
    feeds[boxes.name] = tensorOf(boxes, corners, [1, corners.length / 4, 4])
  }
  // There is no earlier mask.
  if (mask) feeds[mask.name] = zeros(mask, MASK_SHAPE)
  if (hasMask) feeds[hasMask.name] = zeros(hasMask, [1])
  // The size in the encoder's input, not that of the file: masks of a large photo would take hundreds of megabytes.
  if (size) feeds[size.name] = tensorOf(size, [fitted.height, fitted.width], [2])
  return feeds
}

const MASK_SHAPE = [1, 1, 256, 256]

const cornersOf = ({ x1, y1, x2, y2 }: Box): number[] => [x1, y1, x2, y2]

function labelled({ boxForm, padsPoints }: SamSignature, { include, exclude, box }: SamPrompt): Labelled[] {
  const points: Labelled[] = [
    ...include.map(({ x, y }): Labelled => ({ x, y, label: 1 })),
    ...exclude.map(({ x, y }): Labelled => ({ x, y, label: 0 })),
  ]
  if (box === null) return padsPoints ? [...points, NO_POINT] : points
  const { x1, y1, x2, y2 } = box
  if (boxForm === 'corners') return [...points, { x: x1, y: y1, label: 2 }, { x: x2, y: y2, label: 3 }]
  return boxForm === 'input' ? points : [...points, { x: (x1 + x2) / 2, y: (y1 + y2) / 2, label: 1 }]
}

/** The number of points that the file fixes; null when it is free. */
function fixedCount({ shape }: TensorSlot): number | null {
  const count = shape.at(-2)
  return typeof count === 'number' && count > 0 ? count : null
}

function filled(points: readonly Labelled[], count: number | null, file: string): readonly Labelled[] {
  if (count === null) return points
  if (points.length <= count) return [...points, ...new Array<Labelled>(count - points.length).fill(NO_POINT)]
  // The padding alone may be one too many.
  const real = points.filter(({ label }) => label !== -1)
  if (real.length <= count) return real
  const reason = message('segmenter.too_many_points', { file, count, points: real.length })
  throw new RunFailure('model_unsupported', reason)
}

const zeros = (slot: TensorSlot, usual: readonly number[]): ort.Tensor => {
  const shape = usual.map((side, i) => {
    const declared = slot.shape[i]
    return typeof declared === 'number' && declared > 0 ? declared : side
  })
  return tensorOf(slot, new Array(shape.reduce((a, b) => a * b, 1)).fill(0), shape)
}

function tensorOf({ type }: TensorSlot, values: readonly number[], shape: readonly number[]): ort.Tensor {
  if (type === 'int64') return new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
  if (type === 'int32') return new ort.Tensor('int32', Int32Array.from(values), shape)
  if (type === 'bool') return new ort.Tensor('bool', Uint8Array.from(values), shape)
  return new ort.Tensor('float32', Float32Array.from(values), shape)
}
