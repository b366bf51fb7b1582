import type { Kysely, Migration } from 'kysely'

/** People's options of models, with the values in use; deployments keep their own copy. */
export const modelConversionTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('models').addColumn('conversion', 'text').execute()
    await db.schema.alterTable('models').addColumn('conversion_in_use', 'text').execute()
    await db.schema.alterTable('deployments').addColumn('conversion', 'text').execute()
  },
}
