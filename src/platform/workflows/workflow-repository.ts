/** Workflows as rows. */
import type { Workflow } from '../../shared/api/workflows.ts'
import type { Graph, Layout } from '../../shared/graph/graph.ts'
import type { Database } from '../db/database.ts'
import { isUuid } from '../db/ids.ts'
import { fromJson, fromJsonOrNull } from '../db/json.ts'
import type { WorkflowRow } from '../db/tables.ts'

export interface WorkflowRepository {
  insert(row: WorkflowRow): Promise<void>
  update(id: string, change: Partial<WorkflowRow>): Promise<void>
  delete(id: string): Promise<void>
  /** By id where the text is one, else by name. */
  find(organizationId: string, nameOrId: string): Promise<WorkflowRow | null>
  nameTaken(organizationId: string, name: string): Promise<boolean>
  /** Last changed first. */
  list(organizationId: string, limit: number, offset: number): Promise<WorkflowRow[]>
}

export function createWorkflowRepository(db: Database): WorkflowRepository {
  const byColumn = async (organizationId: string, column: 'id' | 'name', value: string) =>
    (await db
      .selectFrom('workflows')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, '=', value)
      .executeTakeFirst()) ?? null

  return {
    async insert(row) {
      await db.insertInto('workflows').values(row).execute()
    },
    async update(id, change) {
      await db.updateTable('workflows').set(change).where('id', '=', id).execute()
    },
    async delete(id) {
      await db.deleteFrom('workflows').where('id', '=', id).execute()
    },
    async find(organizationId, nameOrId) {
      const byId = isUuid(nameOrId) ? await byColumn(organizationId, 'id', nameOrId.toLowerCase()) : null
      return byId ?? (await byColumn(organizationId, 'name', nameOrId))
    },
    nameTaken: async (organizationId, name) => (await byColumn(organizationId, 'name', name)) !== null,
    list: (organizationId, limit, offset) =>
      db
        .selectFrom('workflows')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy((e) => e.fn.coalesce('updated_at', 'created_at'), 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  }
}

export const workflowOf = (row: WorkflowRow): Workflow => ({
  ...row,
  graph: fromJson<Graph>(row.graph),
  layout: fromJsonOrNull<Layout>(row.layout),
})
