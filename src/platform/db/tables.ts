/**
 * Every table. Uses only types that fit both SQLite and PostgreSQL: booleans are 0 or 1, JSON and times (ISO 8601, UTC)
 * are text.
 */
import type { AnnotationBatchTables } from './schema/annotation-batches.ts'
import type { AnnotationHistoryTables } from './schema/annotation-history.ts'
import type { AnnotationTables } from './schema/annotations.ts'
import type { AuditTables } from './schema/audit.ts'
import type { CreditTables } from './schema/credits.ts'
import type { DatasetTables } from './schema/datasets.ts'
import type { DeploymentTables } from './schema/deployments.ts'
import type { EvaluationTables } from './schema/evaluations.ts'
import type { EventTables } from './schema/events.ts'
import type { ExportTables } from './schema/exports.ts'
import type { ImageContentTables } from './schema/image-contents.ts'
import type { ImportTables } from './schema/imports.ts'
import type { JobTables } from './schema/jobs.ts'
import type { KeyTables } from './schema/keys.ts'
import type { LimitTables } from './schema/limits.ts'
import type { ModelTables } from './schema/models.ts'
import type { OrganizationTables } from './schema/organizations.ts'
import type { PeopleTables } from './schema/people.ts'
import type { SecondFactorTables } from './schema/second-factors.ts'
import type { SecretTables } from './schema/secrets.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { SimilarImageTables } from './schema/similar-images.ts'
import type { StorageConnectionTables } from './schema/storage-connections.ts'
import type { StudioTables } from './schema/studio.ts'
import type { TaskTables } from './schema/tasks.ts'
import type { UploadTables } from './schema/uploads.ts'
import type { WebhookTables } from './schema/webhooks.ts'
import type { WorkflowTables } from './schema/workflows.ts'

export interface Tables
  extends OrganizationTables,
    PeopleTables,
    SignInTables,
    SecondFactorTables,
    KeyTables,
    SecretTables,
    CreditTables,
    LimitTables,
    AuditTables,
    JobTables,
    EventTables,
    WebhookTables,
    DatasetTables,
    AnnotationTables,
    AnnotationHistoryTables,
    TaskTables,
    ImageContentTables,
    SimilarImageTables,
    UploadTables,
    ExportTables,
    ImportTables,
    StorageConnectionTables,
    ModelTables,
    DeploymentTables,
    EvaluationTables,
    AnnotationBatchTables,
    WorkflowTables,
    StudioTables {}
