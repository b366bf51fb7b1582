/** The table of deployments. The name of a terminated one is free again. */
import { type Kysely, type Migration, sql } from 'kysely'

export const deploymentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deployments')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('created_by', 'text')
      .addColumn('model_id', 'text', (c) => c.notNull())
      .addColumn('model_name', 'text', (c) => c.notNull())
      .addColumn('file_sha256', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('life', 'integer', (c) => c.notNull())
      .addColumn('compute_type', 'text', (c) => c.notNull())
      .addColumn('gpu_type', 'text')
      .addColumn('min_containers', 'integer', (c) => c.notNull())
      .addColumn('max_containers', 'integer', (c) => c.notNull())
      .addColumn('scaledown_window', 'integer', (c) => c.notNull())
      .addColumn('inference_config', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('token_prefix', 'text', (c) => c.notNull())
      .addColumn('sealed_token', 'text', (c) => c.notNull())
      .addColumn('charged_as', 'text', (c) => c.notNull())
      .addColumn('price_book', 'integer', (c) => c.notNull())
      .addColumn('cost_rate_per_min', 'integer', (c) => c.notNull())
      .addColumn('accrued_cost_credits', 'integer', (c) => c.notNull())
      .addColumn('uptime_ms', 'integer', (c) => c.notNull())
      .addColumn('billed_until', 'text')
      .addColumn('error', 'text')
      .addColumn('error_text', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('started_at', 'text')
      .execute()
    await db.schema
      .createIndex('deployments_name')
      .unique()
      .on('deployments')
      .columns(['organization_id', 'name'])
      .where(sql<boolean>`status <> 'terminated'`)
      .execute()
    await db.schema.createIndex('deployments_of_file').on('deployments').column('file_sha256').execute()
  },
}
