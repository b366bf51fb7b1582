/** Records name the user who made them. */
import type { Kysely, Migration } from 'kysely'

/** Directories have had the column from the start. */
const AUTHORED = ['workflows', 'workflow_runs', 'models', 'datasets', 'images', 'webhook_endpoints'] as const

export const authors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of AUTHORED) await db.schema.alterTable(table).addColumn('created_by', 'text').execute()
  },
}
