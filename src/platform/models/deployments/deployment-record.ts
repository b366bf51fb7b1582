/** Deployments as the API returns them. */
import { type Deployment, deployments } from '../../../shared/api/deployments.ts'
import { pathOf } from '../../../shared/api/endpoint.ts'
import type { InferenceConfig } from '../../../shared/api/predictions.ts'
import type { MessageText } from '../../../shared/messages/message.ts'
import { fromJson } from '../../db/database.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'

const MINUTES_PER_HOUR = 60

/** `origin`: scheme, host and port under which the caller reached the server. */
export const deploymentOf = (row: DeploymentRow, origin: string): Deployment => ({
  id: row.id,
  organization_id: row.organization_id,
  model_id: row.model_id,
  name: row.name,
  status: row.status,
  compute_type: row.compute_type,
  gpu_type: row.gpu_type,
  min_containers: row.min_containers,
  max_containers: row.max_containers,
  scaledown_window: row.scaledown_window,
  endpoint_url: row.status === 'active' ? `${origin}${pathOf(deployments.predict, { deployment_id: row.id })}` : null,
  auth_token_prefix: row.token_prefix,
  inference_config: configOf(row),
  cost_rate_per_min: row.cost_rate_per_min,
  cost_per_hour: row.cost_rate_per_min * MINUTES_PER_HOUR,
  accrued_cost_credits: row.accrued_cost_credits,
  uptime_seconds: Math.floor(row.uptime_ms / 1000),
  created_at: row.created_at,
  started_at: row.started_at,
  error: row.error,
  ...(row.error_text !== null && { text: fromJson<MessageText>(row.error_text) }),
})

export const configOf = (row: Pick<DeploymentRow, 'inference_config'>): InferenceConfig =>
  fromJson<InferenceConfig>(row.inference_config)
