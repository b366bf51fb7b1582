/**
 * Every table. Uses only types that fit both SQLite and PostgreSQL: booleans are 0 or 1, JSON and times (ISO 8601, UTC)
 * are text.
 */

import type { Generated } from 'kysely'
import type { Role } from '../../shared/api/endpoint.ts'
import type { MODEL_STATUSES } from '../../shared/api/models.ts'
import type { PlanName } from '../../shared/api/plans.ts'
import type { DeliveryStatus } from '../../shared/api/webhooks.ts'
import type { WORKFLOW_STATUSES } from '../../shared/api/workflows.ts'
import type { DeviceChoice, DeviceId } from '../../shared/domain/device.ts'
import type { ModelType } from '../../shared/domain/model-types.ts'
import type { RunStatus } from '../../shared/domain/run.ts'
import type { HardwareVideo } from '../../shared/engine-contract/hardware-video.ts'
import type { AnnotationBatchImageRow, AnnotationBatchRow } from './rows/annotation-batch-rows.ts'
import type { AuditRow, RepeatedEntryRow } from './rows/audit-rows.ts'
import type { AccountRow, LedgerLineRow, LedgerTxnRow } from './rows/credits-rows.ts'
import type {
  AnnotationIntakeRow,
  AnnotationRow,
  DatasetCounterRow,
  DatasetRow,
  DirectoryRow,
  ImageRow,
  LabelRow,
  VideoExtractionRow,
} from './rows/dataset-rows.ts'
import type { DeploymentRow } from './rows/deployment-rows.ts'
import type { DeviceAuthorizationRow } from './rows/device-authorization-rows.ts'
import type { EmbeddingTables } from './rows/embedding-rows.ts'
import type { EvaluationTables } from './rows/evaluation-rows.ts'
import type { EventConsumerRow, EventCounterRow, EventRow } from './rows/event-rows.ts'
import type { ExportTables } from './rows/export-rows.ts'
import type { ImageContentTables } from './rows/image-content-rows.ts'
import type { ImportTables } from './rows/import-rows.ts'
import type { InstallationRow } from './rows/installation-rows.ts'
import type { JobLeaseRow, JobRow, LaneRow, RunLiveRow, RunPartsRow, WorkerRow } from './rows/jobs-rows.ts'
import type { IdempotencyKeyRow, RateWindowRow } from './rows/limits-rows.ts'
import type { NotificationRow } from './rows/notification-rows.ts'
import type { OpenIdAnswerRow, SignInLinkRow } from './rows/openid-rows.ts'
import type { IdentityRow, InviteRow, MailRow, MembershipRow, OperatorRow, UserRow } from './rows/people-rows.ts'
import type { StoredBytesRow } from './rows/quota-rows.ts'
import type { RevisionTables } from './rows/revision-rows.ts'
import type { PendingSignInRow, RecoveryCodeRow, SecondFactorRow } from './rows/second-factor-rows.ts'
import type { DataKeyRow, RevealedSecretRow, SeenSecretRow } from './rows/secret-rows.ts'
import type { OneTimeLinkRow, PasswordRow, SessionRow, SignInAttemptsRow } from './rows/sign-in-rows.ts'
import type { StorageConnectionTables } from './rows/storage-connection-rows.ts'
import type { StudioTables } from './rows/studio-rows.ts'
import type { TasksTables } from './rows/tasks-rows.ts'

type Json = string
type Time = string
/** Null for work of the platform itself, and of keys that belong to no user. */
type UserId = string

export interface OrganizationRow {
  id: string
  name: string
  slug: string
  description: string | null
  is_public: Generated<0 | 1>
  subscription_tier: Generated<PlanName>
  created_at: Time
  /** Null until its profile is changed. */
  updated_at: Time | null
}

export interface ApiKeyRow {
  id: string
  organization_id: string
  name: string
  /** Hex SHA-256 of the secret. */
  key_hash: string
  /** The secret, encrypted, for people who see it again; null for one that was not kept. */
  sealed_secret: string | null
  key_prefix: string
  role: Role
  rate_limit: number | null
  is_active: 0 | 1
  last_used_at: Time | null
  expires_at: Time | null
  /** The key ends then unless it was used before; null for keys that stay without a use. */
  unused_until: Time | null
  created_at: Time
  /** Null for a key that belongs to no user. */
  user_id: string | null
  /** 1 for a key of the app itself, or one that the command line made for it: never one of a user, or made by a call. */
  is_operator: 0 | 1
}

export interface WorkflowRow {
  id: string
  organization_id: string
  created_by: UserId | null
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
  created_by: UserId | null
  workflow_id: string | null
  workflow_name: string
  status: RunStatus
  /** The graph as run, with an invoked source already in place: history does not depend on the workflow. */
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
  inspection: Json | null
  /** 1 when another run can resume from this one. */
  resumable: 0 | 1
  /** The run that this one resumes. */
  resumed_from: string | null
  cost_micro_usd: number
  created_at: Time
  started_at: Time | null
  finished_at: Time | null
}

export interface ModelRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  description: string | null
  readme: string | null
  model_type: ModelType
  architecture: string | null
  visibility: 'private' | 'public'
  status: (typeof MODEL_STATUSES)[number]
  metrics: Json | null
  class_mapping: Json | null
  training_config: Json | null
  /** The data set of the organization that it was trained on, if one is recorded. */
  dataset_id: string | null
  version: string
  parent_model_id: string | null
  forked_from_model_id: string | null
  license_id: string | null
  license_custom_text: string | null
  precision: 'fp32' | 'fp16'
  /** A person's options. */
  conversion: Json | null
  /** The values that it runs with; null for a model of an earlier version until its options are changed. */
  conversion_in_use: Json | null
  /** Hex SHA-256 of the ONNX file in the blob store. */
  file_sha256: string
  /** Bytes of the file; 0 for one that an earlier version took without an upload. */
  size_bytes: number
  /** Name in the table of bundled models when it ships with the app. */
  bundled_as: string | null
  /** 1 when a person has changed the description or readme: a new version of the app then keeps both. */
  card_edited: 0 | 1
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
  /** Hex SHA-256 of the file in the blob store; null for one that an earlier version stored outside of it. */
  sha256: string | null
  /** 1 when a model or an image was imported from it. */
  imported: 0 | 1
  /** Start of the time without references, as seen by the last sweep. */
  unused_since: Time | null
}

export interface WebhookEndpointRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  url: string
  description: string | null
  event_types: Json
  enabled: 0 | 1
  /** Sealed, as `previous_secret`. */
  secret: string
  /** Displayed. */
  secret_prefix: string
  previous_secret: string | null
  rotated_at: Time | null
  secret_version: number
  consecutive_failures: number
  /** The first of the failures in a row. */
  failing_since: Time | null
  disabled_reason: string | null
  /** The message that `disabled_reason` is the English of; null in rows of earlier versions. */
  disabled_reason_text: Json | null
  /** A server is sending one of its deliveries; after this time another one may. */
  claimed_until: Time | null
  /** Nothing is sent before this: the receiver was unreachable. */
  held_until: Time | null
  last_delivery_at: Time | null
  created_at: Time
}

export interface WebhookDeliveryRow {
  id: string
  endpoint_id: string
  organization_id: string
  event_type: string
  delivery_id: string
  /** Empty once delivered. */
  body: string
  status: DeliveryStatus
  /** Total number of attempts. */
  attempts: number
  /** Number of retries used. */
  retries: number
  last_status_code: number | null
  last_error: string | null
  /** The message that `last_error` is the English of; null in rows of earlier versions. */
  last_error_text: Json | null
  /** While pending; the end of the claim during an attempt. */
  next_retry_at: Time | null
  /** The time at which `next_retry_at` was set; later than now only after the clock was set back. */
  waiting_since: Time | null
  /** Number of claims: an attempt writes its outcome only while the token is that of its claim. */
  token: number
  created_at: Time
  delivered_at: Time | null
}

/** One row, once a device has been chosen. */
export interface ChosenDeviceRow {
  id: 1
  device: DeviceChoice
  hardware_video: HardwareVideo
}

export interface DeviceMeasurementRow {
  /** Hex SHA-256 of the model's file. */
  model_sha256: string
  device: DeviceId
  /** Another processor under the same id has another speed. */
  device_name: string
  /** Version of Sightline: another version of ONNX Runtime has another speed. */
  version: string
  median_ms: number
  agrees: 0 | 1
  largest_difference: number | null
  measured_at: Time
}

export interface Tables
  extends TasksTables,
    ExportTables,
    ImportTables,
    EvaluationTables,
    StorageConnectionTables,
    RevisionTables,
    EmbeddingTables,
    ImageContentTables,
    StudioTables {
  webhook_endpoints: WebhookEndpointRow
  webhook_deliveries: WebhookDeliveryRow
  organizations: OrganizationRow
  api_keys: ApiKeyRow
  workflows: WorkflowRow
  workflow_runs: RunRow
  models: ModelRow
  uploads: UploadRow
  datasets: DatasetRow
  directories: DirectoryRow
  images: ImageRow
  labels: LabelRow
  annotations: AnnotationRow
  dataset_counters: DatasetCounterRow
  stored_bytes: StoredBytesRow
  annotation_intakes: AnnotationIntakeRow
  video_extractions: VideoExtractionRow
  chosen_device: ChosenDeviceRow
  device_measurements: DeviceMeasurementRow
  lanes: LaneRow
  jobs: JobRow
  job_leases: JobLeaseRow
  workers: WorkerRow
  run_parts: RunPartsRow
  run_live: RunLiveRow
  users: UserRow
  identities: IdentityRow
  memberships: MembershipRow
  operators: OperatorRow
  invites: InviteRow
  mails: MailRow
  accounts: AccountRow
  ledger_txns: LedgerTxnRow
  ledger_lines: LedgerLineRow
  rate_windows: RateWindowRow
  idempotency_keys: IdempotencyKeyRow
  installation: InstallationRow
  events: EventRow
  event_counters: EventCounterRow
  event_consumers: EventConsumerRow
  notifications: NotificationRow
  audit_log: AuditRow
  repeated_entries: RepeatedEntryRow
  data_keys: DataKeyRow
  revealed_secrets: RevealedSecretRow
  seen_secrets: SeenSecretRow
  passwords: PasswordRow
  sessions: SessionRow
  one_time_links: OneTimeLinkRow
  sign_in_attempts: SignInAttemptsRow
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  pending_sign_ins: PendingSignInRow
  openid_answers: OpenIdAnswerRow
  sign_in_links: SignInLinkRow
  device_authorizations: DeviceAuthorizationRow
  deployments: DeploymentRow
  annotation_batches: AnnotationBatchRow
  annotation_batch_images: AnnotationBatchImageRow
}
