/** Deployments as rows. A change of the status states the statuses that it may follow: of two at once, one is made. */
import type { DeploymentStatus } from '../../../shared/api/deployments.ts'
import type { Page } from '../../../shared/api/endpoint.ts'
import type { Tx } from '../../accounts/credits/ledger.ts'
import { type Database, isUuid } from '../../db/database.ts'
import { pageOf } from '../../db/pages.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import type { ModelRow } from '../../db/schema/models.ts'
import { nameBlobs } from '../../files/blobs/name-blobs.ts'

export interface DeploymentFilter extends Page {
  status?: DeploymentStatus
  model_id?: string
}

export interface DeploymentRepository {
  /** @throws BlobGone without the model's file in the store */
  insert(row: DeploymentRow): Promise<void>
  /** By id, or by the name, which terminated ones no longer have. */
  find(organizationId: string, nameOrId: string): Promise<DeploymentRow | null>
  byId(id: string): Promise<DeploymentRow | null>
  nameTaken(organizationId: string, name: string): Promise<boolean>
  list(organizationId: string, filter: DeploymentFilter): Promise<DeploymentRow[]>
  /** The deployments of all organizations whose containers are to run. */
  listRunning(): Promise<DeploymentRow[]>
  /** The changed row; null when its status, or its life, is another one by now. `also`: in the same transaction. */
  change(
    id: string,
    from: readonly DeploymentStatus[],
    change: Partial<DeploymentRow>,
    life?: number,
    also?: (tx: Tx, row: DeploymentRow) => Promise<void>,
  ): Promise<DeploymentRow | null>
}

/** Gives those of a model its options; running ones begin another life. */
export async function convertDeployments(
  tx: Tx,
  { id, conversion }: Pick<ModelRow, 'id' | 'conversion'>,
): Promise<void> {
  const ofModel = tx.updateTable('deployments').where('model_id', '=', id).where('status', '!=', 'terminated')
  await ofModel.set((e) => ({ conversion, life: e('life', '+', 1) })).execute()
}

export function createDeploymentRepository(db: Database): DeploymentRepository {
  const rows = () => db.selectFrom('deployments').selectAll()
  const named = (organizationId: string, name: string) =>
    rows().where('organization_id', '=', organizationId).where('name', '=', name).where('status', '!=', 'terminated')

  return {
    insert: (row) =>
      db.transaction().execute(async (tx) => {
        await nameBlobs(tx, [row.file_sha256])
        await tx.insertInto('deployments').values(row).execute()
      }),
    async find(organizationId, nameOrId) {
      const byId = rows().where('organization_id', '=', organizationId).where('id', '=', nameOrId.toLowerCase())
      const found = isUuid(nameOrId) ? await byId.executeTakeFirst() : undefined
      return found ?? (await named(organizationId, nameOrId).executeTakeFirst()) ?? null
    },
    byId: async (id) => (await rows().where('id', '=', id).executeTakeFirst()) ?? null,
    nameTaken: async (organizationId, name) => (await named(organizationId, name).executeTakeFirst()) !== undefined,
    list(organizationId, { status, model_id, ...page }) {
      let query = rows().where('organization_id', '=', organizationId)
      if (status !== undefined) query = query.where('status', '=', status)
      if (model_id !== undefined) query = query.where('model_id', '=', model_id.toLowerCase())
      return pageOf(query.orderBy('id', 'desc'), page)
    },
    listRunning: () => rows().where('status', 'in', ['provisioning', 'active']).orderBy('id').execute(),
    change: (id, from, change, life, also) =>
      db.transaction().execute(async (tx) => {
        let query = tx.updateTable('deployments').set(change).where('id', '=', id).where('status', 'in', from)
        if (life !== undefined) query = query.where('life', '=', life)
        const changed = await query.returningAll().executeTakeFirst()
        if (changed) await also?.(tx, changed)
        return changed ?? null
      }),
  }
}
