/** Workflows as rows. */
import type { Page } from '../../shared/api/endpoint.ts'
import type { Workflow } from '../../shared/api/workflows.ts'
import type { Database } from '../db/database.ts'
import { type NamedRows, namedRows, pageOf } from '../db/pages.ts'
import type { WorkflowRow } from '../db/schema/workflows.ts'
import { storedWorkflow } from '../db/stored-workflow.ts'

export interface WorkflowRepository extends NamedRows<WorkflowRow> {
  insert(row: WorkflowRow): Promise<void>
  /** Changes the workflow if it still has the revision, and returns whether it had. */
  update(id: string, revision: string, change: Partial<WorkflowRow>): Promise<boolean>
  delete(id: string): Promise<void>
  /** Most recently changed first. */
  list(organizationId: string, page: Page): Promise<WorkflowRow[]>
}

export function createWorkflowRepository(db: Database): WorkflowRepository {
  return {
    ...namedRows(db, 'workflows'),
    async insert(row) {
      await db.insertInto('workflows').values(row).execute()
    },
    async update(id, revision, change) {
      const { numUpdatedRows } = await db
        .updateTable('workflows')
        .set(change)
        .where('id', '=', id)
        .where((e) => e(e.fn.coalesce('updated_at', 'created_at'), '=', revision))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async delete(id) {
      await db.deleteFrom('workflows').where('id', '=', id).execute()
    },
    list(organizationId, page) {
      const query = db
        .selectFrom('workflows')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy((e) => e.fn.coalesce('updated_at', 'created_at'), 'desc')
        .orderBy('id', 'desc')
      return pageOf(query, page)
    },
  }
}

export const workflowOf = (row: WorkflowRow): Workflow => ({ ...row, ...storedWorkflow(row) })
