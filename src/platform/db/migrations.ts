/** Every change of the tables, in order. A migration that has shipped is never edited. */
import type { Kysely, Migration } from 'kysely'
import { listOrders } from './list-orders.ts'

/** Migrations see the tables of their own time, so they are not typed by `Tables`. */
type Db = Kysely<unknown>

const first: Migration = {
  async up(db: Db) {
    await db.schema
      .createTable('organizations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('key_hash', 'text', (c) => c.notNull().unique())
      .addColumn('key_prefix', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('rate_limit', 'integer')
      .addColumn('is_active', 'integer', (c) => c.notNull())
      .addColumn('last_used_at', 'text')
      .addColumn('expires_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('workflows')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('readme', 'text')
      .addColumn('graph', 'text', (c) => c.notNull())
      .addColumn('layout', 'text')
      .addColumn('template_key', 'text')
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('last_run_id', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text')
      .addUniqueConstraint('workflows_name', ['organization_id', 'name'])
      .execute()
    await db.schema
      .createTable('workflow_runs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('workflow_id', 'text', (c) => c.references('workflows.id').onDelete('set null'))
      .addColumn('workflow_name', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('graph', 'text', (c) => c.notNull())
      .addColumn('layout', 'text')
      .addColumn('source', 'text')
      .addColumn('sample_fps', 'double precision')
      .addColumn('duration_s', 'double precision')
      .addColumn('media', 'text')
      .addColumn('progress', 'text', (c) => c.notNull())
      .addColumn('nodes', 'text', (c) => c.notNull())
      .addColumn('counts', 'text', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('artifacts', 'text', (c) => c.notNull())
      .addColumn('cost_micro_usd', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('started_at', 'text')
      .addColumn('finished_at', 'text')
      .execute()
    await db.schema.createIndex('workflow_runs_order').on('workflow_runs').columns(['organization_id', 'id']).execute()
    await db.schema.createIndex('workflow_runs_workflow').on('workflow_runs').columns(['workflow_id', 'id']).execute()
    await db.schema
      .createTable('models')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('readme', 'text')
      .addColumn('model_type', 'text', (c) => c.notNull())
      .addColumn('architecture', 'text')
      .addColumn('visibility', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('metrics', 'text')
      .addColumn('class_mapping', 'text')
      .addColumn('training_config', 'text')
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('parent_model_id', 'text')
      .addColumn('forked_from_model_id', 'text')
      .addColumn('precision', 'text', (c) => c.notNull())
      .addColumn('file_sha256', 'text', (c) => c.notNull())
      .addColumn('bundled_as', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('models_name', ['organization_id', 'name'])
      .execute()
    await db.schema
      .createTable('uploads')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('filename', 'text', (c) => c.notNull())
      .addColumn('content_type', 'text', (c) => c.notNull())
      .addColumn('size_bytes', 'bigint')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('completed_at', 'text')
      .execute()
  },
}

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

export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-model-licenses': modelLicenses,
  '0003-datasets': datasets,
  '0004-webhooks': webhooks,
  '0005-resumed-runs': resumedRuns,
  '0006-video-extractions': videoExtractions,
  '0007-upload-blobs': uploadBlobs,
  '0008-run-inspection': runInspection,
  '0009-no-settings': noSettings,
  '0010-list-orders': listOrders,
}
