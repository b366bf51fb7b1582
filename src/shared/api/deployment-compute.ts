/** The compute that containers of a deployment run on, and its price. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'

export const COMPUTE_TYPES = ['cpu', 'gpu'] as const
export type ComputeType = (typeof COMPUTE_TYPES)[number]
export const GPU_TYPES = ['t4', 'l4', 'a10g', 'a100'] as const
export type GpuType = (typeof GPU_TYPES)[number]
/** A tier of compute, by which deployments are priced. */
export type DeploymentCompute = 'cpu' | GpuType

export const MAX_MIN_CONTAINERS = 5
export const MAX_CONTAINERS = 10

export const DeploymentComputeOption = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    compute_type: Type.Enum([...COMPUTE_TYPES]),
    gpu_type: nullable(Type.Enum([...GPU_TYPES])),
    is_gpu: Type.Boolean(),
    description: Type.String(),
    rate_per_min_micro_usd: Type.Integer({ description: 'Of one running container' }),
    available: Type.Boolean({ description: 'True when this machine has such a device. Ours' }),
    text: MessageText,
  },
  { $id: 'DeploymentComputeOption' },
)
export type DeploymentComputeOption = Static<typeof DeploymentComputeOption>

export const DeploymentQuote = Type.Object(
  {
    rate_per_min_micro_usd: Type.Integer(),
    cost_per_hour_micro_usd: Type.Integer(),
    cost_per_day_micro_usd: Type.Integer(),
    scale_to_zero: Type.Boolean(),
    billing_note: Type.String(),
    text: MessageText,
  },
  { $id: 'DeploymentQuote' },
)
export type DeploymentQuote = Static<typeof DeploymentQuote>
