/** The tables of the job queue. Leases have a table of their own, since each renewal writes them. */
import type { Kysely, Migration } from 'kysely'

export const jobsTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('lanes')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('pool', 'text', (c) => c.notNull())
      .addColumn('weight', 'integer', (c) => c.notNull())
      .addColumn('pass', 'bigint', (c) => c.notNull())
      .addColumn('cap', 'integer')
      .addColumn('paused', 'integer', (c) => c.notNull())
      .addColumn('queued', 'integer', (c) => c.notNull())
      .addColumn('running', 'integer', (c) => c.notNull())
      .addColumn('last_position', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('lanes_key', ['organization_id', 'pool'])
      .execute()
    await db.schema.createIndex('lanes_next').on('lanes').columns(['pool', 'pass', 'organization_id']).execute()
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('pool', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('token', 'integer', (c) => c.notNull())
      .addColumn('losses', 'integer', (c) => c.notNull())
      .addColumn('estimate_ms', 'bigint', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_by', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('started_at', 'text')
      .addColumn('finished_at', 'text')
      .execute()
    await db.schema
      .createIndex('jobs_next')
      .on('jobs')
      .columns(['organization_id', 'pool', 'state', 'priority desc', 'position'])
      .execute()
    await db.schema.createIndex('jobs_of_organization').on('jobs').columns(['organization_id', 'id']).execute()
    await db.schema
      .createTable('job_leases')
      .addColumn('job_id', 'text', (c) => c.primaryKey().references('jobs.id').onDelete('cascade'))
      .addColumn('token', 'integer', (c) => c.notNull())
      .addColumn('until', 'text', (c) => c.notNull())
      .addColumn('progress', 'text')
      .addColumn('cancel', 'integer', (c) => c.notNull())
      .execute()
  },
}
