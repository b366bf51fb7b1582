/** Every change of the tables, in order. A migration that has shipped is never edited. */
import type { Kysely, Migration } from 'kysely'
import { annotationBatchTables } from './annotation-batch-tables.ts'
import { annotationCommentTables } from './annotation-comment-tables.ts'
import { auditTables } from './audit-tables.ts'
import { authors } from './author-tables.ts'
import { counterTables } from './counter-tables.ts'
import { creditsTables } from './credits-tables.ts'
import { deletedDatasets } from './deleted-dataset-tables.ts'
import { deploymentTables } from './deployment-tables.ts'
import { deviceAuthorizationTables } from './device-authorization-tables.ts'
import { deviceTables } from './device-tables.ts'
import { embeddingTables } from './embedding-tables.ts'
import { evaluationTables } from './evaluation-tables.ts'
import { eventTables } from './event-tables.ts'
import { exportSelectionTables } from './export-selection-tables.ts'
import { exportTables } from './export-tables.ts'
import { firstTables } from './first-tables.ts'
import { imageContentTables } from './image-content-tables.ts'
import { imageListTables } from './image-list-tables.ts'
import { importTables } from './import-tables.ts'
import { installationTables } from './installation-tables.ts'
import { jobLabelTables } from './job-label-tables.ts'
import { jobSubjectTables } from './job-subject-tables.ts'
import { jobTraceTables } from './job-trace-tables.ts'
import { jobsTables } from './jobs-tables.ts'
import { labelTables } from './label-tables.ts'
import { limitsTables } from './limits-tables.ts'
import { listOrders } from './list-orders.ts'
import { modelConversionTables } from './model-conversion-tables.ts'
import { namesByTime } from './names-by-time.ts'
import { nearDuplicateTables } from './near-duplicate-tables.ts'
import { openIdTables } from './openid-tables.ts'
import { operatorTables } from './operator-tables.ts'
import { peopleTables } from './people-tables.ts'
import { quotaTables } from './quota-tables.ts'
import { revealedSecretTables } from './revealed-secret-tables.ts'
import { reviewQueueTables } from './review-queue-tables.ts'
import { revisionTables } from './revision-tables.ts'
import { runLiveTables } from './run-live-tables.ts'
import { runPartTables } from './run-part-tables.ts'
import { secondFactorTables } from './second-factor-tables.ts'
import { secretTables } from './secret-tables.ts'
import { seenSecretTables } from './seen-secret-tables.ts'
import { signInEntryTables } from './sign-in-entry-tables.ts'
import { signInTables } from './sign-in-tables.ts'
import { storageConnectionTables } from './storage-connection-tables.ts'
import { storeTables } from './store-tables.ts'
import { studioRecordTables } from './studio-record-tables.ts'
import { taskWorkTables } from './task-work-tables.ts'
import { tasksTables } from './tasks-tables.ts'
import { unusedKeyTables } from './unused-key-tables.ts'
import { workerTables } from './worker-tables.ts'

/** Migrations see the tables of their own time, so they are not typed by `Tables`. */
type Db = Kysely<unknown>

const modelLicenses: Migration = {
  async up(db: Db) {
    await db.schema.alterTable('models').addColumn('license_id', 'text').execute()
    await db.schema.alterTable('models').addColumn('license_custom_text', 'text').execute()
    await db.schema
      .alterTable('models')
      .addColumn('card_edited', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

const datasets: Migration = {
  async up(db: Db) {
    await db.schema
      .createTable('datasets')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('readme', 'text')
      .addColumn('annotation_types', 'text', (c) => c.notNull())
      .addColumn('classes', 'text', (c) => c.notNull())
      .addColumn('is_public', 'integer', (c) => c.notNull())
      .addColumn('is_archived', 'integer', (c) => c.notNull())
      .addColumn('archived_at', 'text')
      .addColumn('storage_class', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text')
      .addUniqueConstraint('datasets_name', ['organization_id', 'name'])
      .execute()
    await db.schema
      .createTable('directories')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('parent_directory_id', 'text')
      .addColumn('full_path', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text')
      .addUniqueConstraint('directories_path', ['dataset_id', 'full_path'])
      .execute()
    await db.schema
      .createTable('images')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('filename', 'text', (c) => c.notNull())
      .addColumn('display_name', 'text')
      .addColumn('directory_path', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('is_archived', 'integer', (c) => c.notNull())
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size_bytes', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text')
      .addUniqueConstraint('images_filename', ['dataset_id', 'directory_path', 'filename'])
      .execute()
    await db.schema.createIndex('images_sha256').on('images').column('sha256').execute()
    await db.schema
      .createTable('annotations')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('confidence', 'double precision')
      .addColumn('geometry', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('annotations_key', ['image_id', 'id'])
      .execute()
    await db.schema.createIndex('annotations_class').on('annotations').columns(['dataset_id', 'name']).execute()
    await db.schema
      .createTable('annotation_intakes')
      .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .execute()
  },
}

const webhooks: Migration = {
  async up(db: Db) {
    await db.schema
      .createTable('webhook_endpoints')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('event_types', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('rotated_at', 'text')
      .addColumn('secret_version', 'integer', (c) => c.notNull())
      .addColumn('consecutive_failures', 'integer', (c) => c.notNull())
      .addColumn('disabled_reason', 'text')
      .addColumn('held_until', 'text')
      .addColumn('last_delivery_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('webhook_endpoints_name', ['organization_id', 'name'])
      .execute()
    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('endpoint_id', 'text', (c) => c.notNull().references('webhook_endpoints.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('event_type', 'text', (c) => c.notNull())
      .addColumn('delivery_id', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('retries', 'integer', (c) => c.notNull())
      .addColumn('last_status_code', 'integer')
      .addColumn('last_error', 'text')
      .addColumn('next_retry_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('delivered_at', 'text')
      .addUniqueConstraint('webhook_deliveries_once', ['endpoint_id', 'delivery_id'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_due')
      .on('webhook_deliveries')
      .columns(['status', 'next_retry_at', 'endpoint_id'])
      .execute()
  },
}

const resumedRuns: Migration = {
  async up(db: Db) {
    await db.schema
      .alterTable('workflow_runs')
      .addColumn('resumable', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('workflow_runs').addColumn('resumed_from', 'text').execute()
  },
}

const videoExtractions: Migration = {
  async up(db: Db) {
    await db.schema
      .createTable('video_extractions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('frames_extracted', 'integer', (c) => c.notNull())
      .addColumn('total_frames', 'integer', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('directory_path', 'text', (c) => c.notNull())
      .addColumn('warning', 'text')
      .addColumn('image_ids', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
  },
}

/** The secret that signs URLs is now a file of its own; the one in this table was readable by others and is dropped. */
const noSettings: Migration = {
  async up(db: Db) {
    await db.schema.dropTable('settings').execute()
  },
}

const runInspection: Migration = {
  async up(db: Db) {
    await db.schema.alterTable('workflow_runs').addColumn('inspection', 'text').execute()
  },
}

const uploadBlobs: Migration = {
  async up(db: Db) {
    await db.schema.alterTable('uploads').addColumn('sha256', 'text').execute()
    await db.schema
      .alterTable('uploads')
      .addColumn('imported', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('uploads').addColumn('unused_since', 'text').execute()
    await db.schema.createIndex('uploads_sha256').on('uploads').column('sha256').execute()
  },
}

const failureTexts: Migration = {
  async up(db: Db) {
    await db.schema.alterTable('webhook_deliveries').addColumn('last_error_text', 'text').execute()
    await db.schema.alterTable('video_extractions').addColumn('error_text', 'text').execute()
  },
}

export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': firstTables,
  '0002-model-licenses': modelLicenses,
  '0003-datasets': datasets,
  '0004-webhooks': webhooks,
  '0005-resumed-runs': resumedRuns,
  '0006-video-extractions': videoExtractions,
  '0007-upload-blobs': uploadBlobs,
  '0008-run-inspection': runInspection,
  '0009-no-settings': noSettings,
  '0010-failure-texts': failureTexts,
  '0011-devices': deviceTables,
  '0012-list-orders': listOrders,
  '0013-people': peopleTables,
  '0014-authors': authors,
  '0015-installation': installationTables,
  '0017-deleted-datasets': deletedDatasets,
  '0018-jobs': jobsTables,
  '0019-events': eventTables,
  '0020-credits': creditsTables,
  '0021-limits': limitsTables,
  '0022-tasks': tasksTables,
  '0023-secrets': secretTables,
  '0024-audit': auditTables,
  '0026-sessions': signInTables,
  '0027-labels': labelTables,
  '0028-counters': counterTables,
  '0029-second-factors': secondFactorTables,
  '0030-openid': openIdTables,
  '0031-revealed-secrets': revealedSecretTables,
  '0032-device-authorizations': deviceAuthorizationTables,
  '0033-deployments': deploymentTables,
  '0034-annotation-batches': annotationBatchTables,
  '0035-exports': exportTables,
  '0036-evaluations': evaluationTables,
  '0037-image-lists': imageListTables,
  '0038-revisions': revisionTables,
  '0039-annotation-comments': annotationCommentTables,
  '0040-storage-connections': storageConnectionTables,
  '0041-image-contents': imageContentTables,
  '0042-near-duplicates': nearDuplicateTables,
  '0043-imports': importTables,
  '0044-task-work': taskWorkTables,
  '0045-review-queue': reviewQueueTables,
  '0046-embeddings': embeddingTables,
  '0047-export-selections': exportSelectionTables,
  '0048-names-by-time': namesByTime,
  '0049-store': storeTables,
  '0050-workers': workerTables,
  '0051-run-parts': runPartTables,
  '0052-job-traces': jobTraceTables,
  '0053-job-labels': jobLabelTables,
  '0054-run-live': runLiveTables,
  '0056-job-subjects': jobSubjectTables,
  '0057-quota': quotaTables,
  '0058-seen-secrets': seenSecretTables,
  '0059-unused-keys': unusedKeyTables,
  '0060-sign-in-entries': signInEntryTables,
  '0061-operators': operatorTables,
  '0062-model-conversions': modelConversionTables,
  '0064-studio-records': studioRecordTables,
}
