/** Rows of deployments. */
import type { ComputeType, DeploymentCompute, GpuType } from '../../../shared/api/deployment-compute.ts'
import type { DeploymentStatus } from '../../../shared/api/deployments.ts'
import type { ModelType } from '../../../shared/domain/model-types.ts'

type Time = string
type Json = string

export interface DeploymentRow {
  id: string
  organization_id: string
  created_by: string | null
  model_id: string
  model_name: string
  model_type: ModelType
  /** Hex SHA-256 of the model's file, which is kept for the deployment also when the model is deleted. */
  file_sha256: string
  /** A person's options of the model; follows the model's until that is deleted. */
  conversion: Json | null
  name: string
  status: DeploymentStatus
  /** Grows with each resume, and with each change of the options: a report of an earlier life changes nothing. */
  life: number
  compute_type: ComputeType
  gpu_type: GpuType | null
  min_containers: number
  max_containers: number
  scaledown_window: number
  inference_config: Json
  /** Hex SHA-256 of the token. */
  token_hash: string
  token_prefix: string
  /** The token, encrypted, for people who see it again. */
  sealed_token: string
  /** The tier that its containers run on, by which they are charged. */
  charged_as: DeploymentCompute
  price_book: number
  cost_rate_per_min: number
  accrued_cost_credits: number
  /** Of all containers together. */
  uptime_ms: number
  /** Minutes before this are charged, or are not charged any more. */
  billed_until: Time | null
  /** Why it failed, or was paused by the platform. */
  error: string | null
  /** The message that `error` is the English of. */
  error_text: Json | null
  created_at: Time
  started_at: Time | null
}
