/** Deployments of models. */
import { type SchemaModule, sql } from 'kysely'
import type { ComputeType, DeploymentCompute, GpuType } from '../../../shared/api/deployment-compute.ts'
import type { DeploymentStatus } from '../../../shared/api/deployments.ts'
import type { ModelType } from '../../../shared/domain/model-types.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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
  /** The sum over all containers. */
  uptime_ms: number
  /** Why it failed, or was paused by the platform. */
  error: string | null
  /** The message that `error` is the English of. */
  error_text: Json | null
  created_at: Time
  started_at: Time | null
}

async function createDeployments(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('deployments')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('model_id', 'text', required)
    .addColumn('model_name', 'text', required)
    .addColumn('model_type', 'text', required)
    .addColumn('file_sha256', 'text', required)
    .addColumn('conversion', 'text')
    .addColumn('name', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('life', 'integer', required)
    .addColumn('compute_type', 'text', required)
    .addColumn('gpu_type', 'text')
    .addColumn('min_containers', 'integer', required)
    .addColumn('max_containers', 'integer', required)
    .addColumn('scaledown_window', 'integer', required)
    .addColumn('inference_config', 'text', required)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_prefix', 'text', required)
    .addColumn('sealed_token', 'text', required)
    .addColumn('charged_as', 'text', required)
    .addColumn('price_book', 'integer', required)
    .addColumn('cost_rate_per_min', 'integer', required)
    .addColumn('accrued_cost_credits', 'integer', required)
    .addColumn('uptime_ms', 'integer', required)
    .addColumn('error', 'text')
    .addColumn('error_text', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('started_at', 'text')
    .execute()
  // The name of a terminated one is free again.
  await schema
    .createIndex('deployments_name')
    .unique()
    .on('deployments')
    .columns(['organization_id', 'name'])
    .where(sql<boolean>`status <> 'terminated'`)
    .execute()
  await schema.createIndex('deployments_of_file').on('deployments').column('file_sha256').execute()
}

export interface DeploymentTables {
  deployments: DeploymentRow
}

export const deploymentTables: TableGroup = [createDeployments]
