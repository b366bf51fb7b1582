/** Indexes in the orders of lists: without them each page would read all rows, with their long texts, to sort them. */
import { type Kysely, type Migration, sql } from 'kysely'

export const listOrders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('workflows_order')
      .on('workflows')
      .column('organization_id')
      .expression(sql`coalesce(updated_at, created_at)`)
      .column('id')
      .execute()
    await db.schema
      .createIndex('workflow_runs_status')
      .on('workflow_runs')
      .columns(['organization_id', 'status', 'id'])
      .execute()
    await db.schema.createIndex('models_order').on('models').columns(['organization_id', 'id']).execute()
    await db.schema
      .createIndex('datasets_order')
      .on('datasets')
      .columns(['organization_id', 'is_archived', 'id'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_order')
      .on('webhook_deliveries')
      .columns(['organization_id', 'id'])
      .execute()
  },
}
