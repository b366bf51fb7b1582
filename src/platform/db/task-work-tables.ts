/** Counts of the images of tasks, the additions of each person, and the times at which people reported their work. */
import { type Kysely, type Migration, sql } from 'kysely'

export const taskWorkTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['image_count', 'images_complete']) {
      await db.schema
        .alterTable('tasks')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await db.schema
      .alterTable('tasks')
      .addColumn('is_ready', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema.alterTable('tasks').addColumn('updated_at', 'text').execute()
    await db.schema
      .alterTable('task_images')
      .addColumn('is_removed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('task_images').addColumn('last_saved_at', 'text').execute()
    await db.schema
      .alterTable('contributions')
      .addColumn('annotations_added', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update tasks set
      image_count = (select count(*) from task_images i where i.task_id = tasks.id),
      images_complete = (select count(completed_at) from task_images i where i.task_id = tasks.id)`.execute(db)
    await db.schema.createIndex('task_images_image').on('task_images').column('image_id').execute()
    await db.schema
      .createTable('task_reports')
      .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('counted_until', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('task_reports_key', ['task_id', 'user_id'])
      .execute()
  },
}
