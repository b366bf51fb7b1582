/**
 * Every table. Only types that fit SQLite and PostgreSQL alike: booleans are 0 or 1, JSON and times (ISO 8601, UTC)
 * are text.
 */
import type { Role } from '../../shared/api/endpoint.ts'
import type { MODEL_STATUSES, MODEL_TYPES } from '../../shared/api/models.ts'
import type { WORKFLOW_STATUSES } from '../../shared/api/workflows.ts'
import type { RunStatus } from '../../shared/domain/run.ts'

type Json = string
type Time = string

export interface OrganizationRow {
  id: string
  name: string
  slug: string
  created_at: Time
}

export interface ApiKeyRow {
  id: string
  organization_id: string
  name: string
  /** Hex SHA-256 of the secret, which itself is never stored. */
  key_hash: string
  key_prefix: string
  role: Role
  rate_limit: number | null
  is_active: 0 | 1
  last_used_at: Time | null
  expires_at: Time | null
  created_at: Time
}

export interface WorkflowRow {
  id: string
  organization_id: string
  name: string
  description: string | null
  readme: string | null
  graph: Json
  layout: Json | null
  template_key: string | null
  status: (typeof WORKFLOW_STATUSES)[number]
  last_run_id: string | null
  created_at: Time
  updated_at: Time | null
}

export interface RunRow {
  id: string
  organization_id: string
  workflow_id: string | null
  workflow_name: string
  status: RunStatus
  /** As run, with an invoked source already in place: history does not depend on the workflow. */
  graph: Json
  layout: Json | null
  source: Json | null
  sample_fps: number | null
  duration_s: number | null
  media: Json | null
  progress: Json
  nodes: Json
  counts: Json
  error: Json | null
  artifacts: Json
  cost_micro_usd: number
  created_at: Time
  started_at: Time | null
  finished_at: Time | null
}

export interface ModelRow {
  id: string
  organization_id: string
  name: string
  description: string | null
  readme: string | null
  model_type: (typeof MODEL_TYPES)[number]
  architecture: string | null
  visibility: 'private' | 'public'
  status: (typeof MODEL_STATUSES)[number]
  metrics: Json | null
  class_mapping: Json | null
  training_config: Json | null
  version: string
  parent_model_id: string | null
  forked_from_model_id: string | null
  precision: 'fp32' | 'fp16'
  /** Hex SHA-256 of the ONNX file in the blob store. */
  file_sha256: string
  /** Name in the table of bundled models, when it came with the app. */
  bundled_as: string | null
  created_at: Time
  updated_at: Time
}

export interface UploadRow {
  id: string
  organization_id: string
  filename: string
  content_type: string
  size_bytes: number | null
  created_at: Time
  /** Null until all bytes have arrived. */
  completed_at: Time | null
}

export interface SettingRow {
  name: string
  value: string
}

export interface Tables {
  organizations: OrganizationRow
  api_keys: ApiKeyRow
  workflows: WorkflowRow
  workflow_runs: RunRow
  models: ModelRow
  uploads: UploadRow
  settings: SettingRow
}
