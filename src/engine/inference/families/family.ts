/** What every model family declares: how it is recognised, and how its outputs are read. */
import type { ModelInspection } from '../../../shared/domain/job.ts'
import type { Candidates, DecodeOptions } from '../candidates.ts'

export interface OutputTensor {
  name: string
  shape: readonly number[]
  data: Float32Array
}

/** A model as it is recognised: shapes are those of a trial run, so nothing in them is symbolic. */
export interface TriedModel {
  metadata: Record<string, string>
  /** From the metadata; null when it names none. */
  classNames: string[] | null
  outputs: readonly { name: string; shape: readonly number[] }[]
}

export interface Head {
  modelType: ModelInspection['modelType']
  /** For people. */
  architecture: string
  classes: string[]
  /** False when the head has suppressed overlapping boxes itself. */
  needsNms: boolean
  decode(outputs: readonly OutputTensor[], options: DecodeOptions): Candidates
}

export interface Family {
  id: string
  /** Null when the model is not of this family. */
  recognise(model: TriedModel): Head | null
}

/** Exporters name the task; a model without a name for it may be a detector. */
export const mayDetect = (model: TriedModel): boolean => (model.metadata.task ?? 'detect') === 'detect'

/** Rows and columns of the only output when it is of shape [1, rows, columns], else null. */
export function onlyTable(model: TriedModel): { rows: number; columns: number } | null {
  const [output, ...others] = model.outputs
  if (!output || others.length > 0 || output.shape.length !== 3 || output.shape[0] !== 1) return null
  return { rows: output.shape[1] as number, columns: output.shape[2] as number }
}
