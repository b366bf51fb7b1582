/** Common parts of Ultralytics heads of every generation: the extra columns of each task, and their shapes. */
import type { Size } from '../../../shared/domain/geometry.ts'
import type { ModelInspection } from '../../../shared/engine-contract/job.ts'
import type { Candidates, Found } from '../candidates.ts'
import { keypointsOf, mayDo, type OutputTensor, type TriedModel, tableOf } from './family.ts'
import { maskOutlines } from './mask-outlines.ts'

export interface TaskHead {
  modelType: ModelInspection['modelType']
  /** Name of the kind of head. */
  title: string
  rows: number
  columns: number
  /** Number of values per candidate in addition to box, scores and class. */
  extras: number
  keypoints: ModelInspection['keypoints']
  /** The only extra value is the angle of the box. */
  isOriented: boolean
  /** `extra(row, i)`: the i-th extra value of a row of the output. */
  shape: ((found: Candidates, outputs: readonly OutputTensor[], extra: ExtraOf) => Found) | null
}

export type ExtraOf = (row: number, i: number) => number

/**
 * The head's task, by its outputs and the exporter's metadata: a table, plus mask prototypes [1, masks, height, width]
 * for `segment`. Null for any other outputs.
 */
export function taskOf(model: TriedModel): TaskHead | null {
  const [output, prototypes, ...others] = model.outputs
  const table = tableOf(output)
  if (!table || others.length > 0) return null
  const head = { ...table, extras: 0, keypoints: null, isOriented: false, shape: null }
  if (prototypes) {
    const [batch, masks] = prototypes.shape
    if (prototypes.shape.length !== 4 || batch !== 1 || !masks || !mayDo(model, 'segment')) return null
    const shape: TaskHead['shape'] = (found, outputs, extra) => ({
      ...found,
      outlines: maskOutlines(found, outputs[1] as OutputTensor, extra, model.input),
    })
    return { ...head, modelType: 'instance_segmentation', title: 'segment', extras: masks, shape }
  }
  if (mayDo(model, 'detect') && model.metadata.kpt_shape === undefined) {
    return { ...head, modelType: 'object_detection', title: 'detect' }
  }
  if (mayDo(model, 'pose')) return poseOf(model, head)
  if (!mayDo(model, 'obb')) return null
  return { ...head, modelType: 'object_detection', title: 'OBB', extras: 1, isOriented: true }
}

/** `kpt_shape` is `[keypoints, 2 or 3]`: x and y in input pixels, and the visibility if there are three. */
function poseOf(model: TriedModel, head: Size | object): TaskHead | null {
  const [count, values] = model.metadata.kpt_shape?.match(/\d+/g)?.map(Number) ?? []
  if (!count || (values !== 2 && values !== 3)) return null
  const shape: TaskHead['shape'] = (found, _, extra) => {
    const keypoints = new Float32Array(3 * count * found.count)
    for (let i = 0, to = 0; i < found.count; i++) {
      const row = found.rows?.[i] as number
      for (let k = 0; k < count; k++) {
        keypoints[to++] = extra(row, values * k)
        keypoints[to++] = extra(row, values * k + 1)
        keypoints[to++] = values === 3 ? extra(row, values * k + 2) : 1
      }
    }
    return { ...found, keypoints }
  }
  return {
    ...(head as TaskHead),
    modelType: 'keypoint_detection',
    title: 'pose',
    extras: count * values,
    keypoints: keypointsOf(count),
    shape,
  }
}

/** Describes the head, as written by Ultralytics’ exporter (ultralytics/ultralytics, engine/exporter.py). */
type Metadata = Pick<TriedModel, 'metadata'>

/** The class of the head in nn/modules/head.py, such as `Detect`; null in files from before 8.4. */
export const headClassOf = ({ metadata }: Metadata): string | null => metadata.head ?? null

/** Returns whether the head, or `nms=True`, suppresses overlapping boxes; null when the file does not state it. */
export function suppressesItself({ metadata }: Metadata): boolean | null {
  if (metadata.end2end === 'True' || /'nms': True\b/.test(metadata.args ?? '')) return true
  return metadata.end2end === 'False' ? false : null
}
