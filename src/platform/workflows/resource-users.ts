/** The users of a model or a data set: workflows that name it, and runs that wait for it or read it. */
import { ApiError } from '../../shared/api/errors.ts'
import type { ResourceUsers } from '../../shared/api/resource-users.ts'
import type { Graph } from '../../shared/graph/graph.ts'
import type { Database } from '../db/database.ts'
import type { NamedRows } from '../db/named-rows.ts'
import { storedGraph } from '../db/stored-workflow.ts'
import type { DatasetRow, ModelRow, RunRow } from '../db/tables.ts'
import { type NamedResource, namedDatasets, namedModels } from './named-resources.ts'

export interface FindUsers {
  /** @throws ApiError not_found, here and below */
  ofModel(organizationId: string, nameOrId: string): Promise<ResourceUsers>
  ofDataset(organizationId: string, nameOrId: string): Promise<ResourceUsers>
}

export interface FindUsersOptions {
  db: Database
  models: Pick<NamedRows<ModelRow>, 'find'>
  datasets: Pick<NamedRows<DatasetRow>, 'find'>
  listLive(): Promise<RunRow[]>
}

export function createFindUsers({ db, models, datasets, listLive }: FindUsersOptions): FindUsers {
  async function usersOf(
    organizationId: string,
    { id, name }: { id: string; name: string },
    namedIn: (graph: Graph) => NamedResource[],
  ): Promise<ResourceUsers> {
    const uses = (graph: string) =>
      namedIn(storedGraph(graph)).some((named) => named.name === name || named.name.toLowerCase() === id)
    const workflows = await db
      .selectFrom('workflows')
      .select(['id', 'name', 'graph'])
      .where('organization_id', '=', organizationId)
      .orderBy('name')
      .execute()
    const live = (await listLive()).filter((run) => run.organization_id === organizationId)
    return {
      workflows: workflows.filter((row) => uses(row.graph)).map((row) => ({ id: row.id, name: row.name })),
      runs: live.filter((row) => uses(row.graph)).map((row) => ({ id: row.id, workflow_name: row.workflow_name })),
    }
  }

  return {
    async ofModel(organizationId, nameOrId) {
      const row = await models.find(organizationId, nameOrId)
      if (!row) throw new ApiError('not_found', `There is no model “${nameOrId}”.`)
      return usersOf(organizationId, row, namedModels)
    },
    async ofDataset(organizationId, nameOrId) {
      const row = await datasets.find(organizationId, nameOrId)
      if (!row) throw new ApiError('not_found', `There is no data set “${nameOrId}”.`)
      return usersOf(organizationId, row, namedDatasets)
    },
  }
}
