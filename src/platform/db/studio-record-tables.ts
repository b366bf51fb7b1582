/** The records of the Studio: batches, ground truth, labels of runs, versions of workflows and settings of people. */
import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely'

export const studioRecordTables: Migration = {
  async up(db: Kysely<unknown>) {
    await recordTable(db, 'studio_batches')
      .addColumn('subject', 'text', (c) => c.notNull())
      .execute()
    await recordTable(db, 'studio_truths')
      .addColumn('subject', 'text', (c) => c.notNull())
      .execute()
    await recordTable(db, 'studio_run_labels')
      .addColumn('subject', 'text', (c) => c.notNull().references('workflow_runs.id').onDelete('cascade'))
      .execute()
    for (const table of ['studio_batches', 'studio_truths', 'studio_run_labels']) {
      // An owner has one record of a subject; null is an owner too.
      await db.schema
        .createIndex(`${table}_of_owner`)
        .unique()
        .on(table)
        .expression(sql`organization_id, coalesce(user_id, ''), subject`)
        .execute()
      await db.schema.createIndex(`${table}_of_user`).on(table).column('user_id').execute()
    }
    await db.schema.createIndex('studio_run_labels_of_run').on('studio_run_labels').column('subject').execute()
    await owned(db.schema.createTable('studio_versions'))
      .addColumn('workflow_id', 'text', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('note', 'text')
      .addColumn('graph', 'text', (c) => c.notNull())
      .addColumn('layout', 'text')
      .addColumn('graph_version', 'integer', (c) => c.notNull())
      .addColumn('blocks', 'integer', (c) => c.notNull())
      .addColumn('changes', 'integer')
      .execute()
    await db.schema
      .createIndex('studio_versions_of_workflow')
      .on('studio_versions')
      .columns(['workflow_id', 'created_at', 'id'])
      .execute()
    await db.schema.createIndex('studio_versions_of_user').on('studio_versions').column('user_id').execute()
    await db.schema
      .createTable('studio_settings')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('studio_settings_key', ['organization_id', 'user_id'])
      .execute()
    await db.schema.createIndex('studio_settings_of_user').on('studio_settings').column('user_id').execute()
  },
}

const owned = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('revision', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())

const recordTable = (db: Kysely<unknown>, name: string) =>
  owned(db.schema.createTable(name))
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text')
