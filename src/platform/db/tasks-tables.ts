/** The tables of tasks, with their images, their assignees and the work of each person. */
import type { Kysely, Migration } from 'kysely'

export const tasksTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tasks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('tasks_order').on('tasks').columns(['organization_id', 'id']).execute()
    await db.schema
      .createTable('task_images')
      .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('image_id', 'text', (c) => c.notNull())
      .addColumn('completed_at', 'text')
      .addColumn('last_saved_by', 'text')
      .addColumn('annotations_added', 'integer', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('task_images_key', ['task_id', 'image_id'])
      .execute()
    await db.schema
      .createTable('task_assignees')
      .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('task_assignees_key', ['task_id', 'user_id'])
      .execute()
    await db.schema
      .createTable('contributions')
      .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('image_id', 'text', (c) => c.notNull())
      .addColumn('active_seconds', 'integer', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('contributions_key', ['task_id', 'user_id', 'image_id'])
      .execute()
  },
}
