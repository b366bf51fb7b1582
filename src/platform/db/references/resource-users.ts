/** The users of a model or a data set: workflows that name it, and runs that wait for it or read it. */
import type { ResourceUsers } from '../../../shared/api/resource-users.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import type { Database } from '../database.ts'
import { liveRuns } from '../live-runs.ts'
import { storedGraph } from '../stored-workflow.ts'
import type { NamedResource } from './named-resources.ts'

export interface ReferredResource {
  id: string
  organization_id: string
  name: string
}

/** `namedIn`: the resources of this kind that a graph names. */
export type FindUsers = (
  resource: ReferredResource,
  namedIn: (graph: Graph) => NamedResource[],
) => Promise<ResourceUsers>

export function createFindUsers(db: Database): FindUsers {
  return async ({ id, organization_id, name }, namedIn) => {
    const uses = (graph: string) =>
      namedIn(storedGraph(graph)).some((named) => named.name === name || named.name.toLowerCase() === id)
    const workflows = await db
      .selectFrom('workflows')
      .select(['id', 'name', 'graph'])
      .where('organization_id', '=', organization_id)
      .orderBy('name')
      .execute()
    const runs = await liveRuns(db)
      .select(['id', 'workflow_name', 'graph'])
      .where('organization_id', '=', organization_id)
      .orderBy('id')
      .execute()
    return {
      workflows: workflows.filter((row) => uses(row.graph)).map((row) => ({ id: row.id, name: row.name })),
      runs: runs.filter((row) => uses(row.graph)).map((row) => ({ id: row.id, workflow_name: row.workflow_name })),
    }
  }
}
