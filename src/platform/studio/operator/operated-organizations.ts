/** Organizations as operators see and change them: plans, credits and what is used, and nothing of their contents. */
import type { Selectable } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { OperatedOrganization, OperatedOrganizationList } from '../../../shared/api/operator.ts'
import { type PlanName, planOf } from '../../../shared/api/plans.ts'
import { message } from '../../../shared/messages/message.ts'
import { writeEntry } from '../../accounts/audit/audit-log.ts'
import type { Credits } from '../../accounts/credits/credits.ts'
import type { Tx } from '../../accounts/credits/ledger.ts'
import { memberCount } from '../../accounts/organizations/seats.ts'
import { usedOf } from '../../accounts/quota/used.ts'
import { type Database, newId } from '../../db/database.ts'
import { countedPage, paginatedListOf } from '../../db/pages.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'

type OrganizationRow = Selectable<Tables['organizations']>

export interface OperatedOrganizations {
  /** Oldest first. */
  list(page: Page): Promise<OperatedOrganizationList>
  /** @throws ApiError not_found, here and below */
  setPlan(caller: Caller, organizationId: string, plan: PlanName): Promise<OperatedOrganization>
  grantCredits(caller: Caller, organizationId: string, microUsd: number): Promise<OperatedOrganization>
}

export interface OperatedOrganizationsOptions {
  db: Database
  credits: Credits
  now: () => Date
}

export function createOperatedOrganizations(options: OperatedOrganizationsOptions): OperatedOrganizations {
  const { db, credits, now } = options

  async function shown({ id, name, slug, subscription_tier, created_at }: OrganizationRow) {
    const { max_users, max_images, max_storage_bytes } = planOf(subscription_tier)
    const { credits_remaining, credits_monthly_allowance } = await credits.balance(db, id)
    const { images, storage_bytes } = await usedOf(db, id)
    return {
      id,
      name,
      slug,
      plan: subscription_tier,
      credits_remaining,
      credits_monthly_allowance,
      member_count: await memberCount(db, id),
      max_users,
      images,
      max_images,
      storage_bytes,
      max_storage_bytes,
      created_at,
    }
  }

  async function rowOf(tx: Pick<Database, 'selectFrom'>, id: string): Promise<OrganizationRow> {
    const row = await tx.selectFrom('organizations').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('operator.no_organization'))
    return row
  }

  /** Writes an entry into the audit log of the organization too: that of the call is in the log of the operator's own. */
  async function change(
    caller: Caller,
    organizationId: string,
    action: string,
    to: Readonly<Record<string, string>>,
    make: (tx: Tx, id: string) => Promise<unknown>,
  ): Promise<OperatedOrganization> {
    const id = await db.transaction().execute(async (tx) => {
      const row = await rowOf(tx, organizationId)
      await make(tx, row.id)
      if (row.id !== caller.organizationId) {
        const object = { organization: row.name, ...to }
        await writeEntry(tx, { caller: asOperator(caller, row.id), action, object }, 'done', now())
      }
      return row.id
    })
    return shown(await rowOf(db, id))
  }

  return {
    async list(page) {
      const all = db.selectFrom('organizations')
      const found = await countedPage(all, all.selectAll().orderBy('id'), page)
      const rows: OperatedOrganization[] = []
      for (const row of found.rows) rows.push(await shown(row))
      return paginatedListOf({ ...found, rows }, page, (row) => row)
    },
    setPlan: (caller, organizationId, plan) =>
      change(caller, organizationId, 'operator.updateOrganization', { plan }, (tx, id) =>
        tx
          .updateTable('organizations')
          .set({ subscription_tier: plan, updated_at: now().toISOString() })
          .where('id', '=', id)
          .execute(),
      ),
    grantCredits(caller, organizationId, microUsd) {
      const to = { amount_micro_usd: String(microUsd) }
      return change(caller, organizationId, 'operator.grantCredits', to, (tx, id) =>
        credits.grant(tx, id, newId(), microUsd),
      )
    },
  }
}

/** In the log of another organization, which knows neither the person nor the key: `request_id` leads to both. */
const asOperator = ({ requestId }: Caller, organizationId: string): Caller => ({
  organizationId,
  role: 'owner',
  via: 'operator',
  userId: null,
  keyId: null,
  sessionId: null,
  requestId,
})
