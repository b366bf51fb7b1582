/** The fields of the form that deploys a model. */
import type { DeploymentComputeOption } from '../../../../shared/api/deployment-compute.ts'
import type { DeploymentCreate } from '../../../../shared/api/deployments.ts'

export interface DeployFields {
  modelId: string | null
  name: string
  computeKey: string | null
  /** Containers. */
  min: number
  max: number
  /** Seconds. */
  window: number
  /** 0 to 1; null for the model's default. */
  confidence: number | null
  /** Names; empty for all. */
  classes: string[]
}

export const FIRST_FIELDS: DeployFields = {
  modelId: null,
  name: '',
  computeKey: null,
  min: 0,
  max: 1,
  window: 60,
  confidence: null,
  classes: [],
}

/** The first tier that this machine has, the API's default before others. */
export function firstOption(options: readonly DeploymentComputeOption[]): DeploymentComputeOption | undefined {
  const here = options.filter(({ available }) => available)
  return here.find(({ gpu_type }) => gpu_type === 't4') ?? here[0]
}

export const isRangeValid = ({ min, max }: DeployFields): boolean => max >= min

export function bodyOf(
  fields: DeployFields,
  modelId: string,
  option: DeploymentComputeOption | undefined,
): DeploymentCreate {
  const { min, max, window, confidence, classes } = fields
  const name = fields.name.trim()
  const defaults = {
    ...(confidence !== null && { confidence }),
    ...(classes.length > 0 && { class_filter: classes }),
  }
  return {
    model_id: modelId,
    ...(name && { name }),
    ...(option && { compute_type: option.compute_type, ...(option.gpu_type && { gpu_type: option.gpu_type }) }),
    min_containers: min,
    max_containers: max,
    scaledown_window: window,
    ...(Object.keys(defaults).length > 0 && { inference_config: defaults }),
  }
}
