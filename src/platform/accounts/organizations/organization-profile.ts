/** The profile of an organization, as its members and keys read and change it. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Organization, OrganizationUpdate } from '../../../shared/api/organizations.ts'
import { planOf } from '../../../shared/api/plans.ts'
import type { OrganizationUsage } from '../../../shared/api/usage.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { requireName } from '../../db/naming/resource-name.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Credits } from '../credits/credits.ts'
import { pricesOf } from '../credits/prices.ts'
import { requestsUsed } from '../limits/plan-requests.ts'
import { usedOf } from '../quota/used.ts'
import { memberCount, pendingInviteCount } from './seats.ts'

export interface OrganizationProfile {
  get(caller: Caller): Promise<Organization>
  /** @throws ApiError empty_update, invalid_field for a blank name */
  update(caller: Caller, change: OrganizationUpdate): Promise<Organization>
}

export function createOrganizationProfile(db: Database, credits: Credits, now: () => Date): OrganizationProfile {
  async function get({ organizationId }: Caller): Promise<Organization> {
    const row = await db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const { tier, max_users, max_images, max_storage_bytes } = planOf(row.subscription_tier)
    return {
      id: row.id,
      name: row.name,
      slug: row.slug,
      description: row.description,
      is_public: row.is_public === 1,
      subscription_tier: tier,
      ...(await credits.balance(db, organizationId)),
      max_users,
      max_images,
      max_storage_bytes,
      member_count: await memberCount(db, organizationId),
      pending_invite_count: await pendingInviteCount(db, organizationId, now()),
      created_at: row.created_at,
      updated_at: row.updated_at ?? row.created_at,
    }
  }

  return {
    get,
    async update(caller, { is_public, ...plain }) {
      if (is_public === undefined && Object.keys(plain).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (plain.name !== undefined) requireName(plain.name)
      await db
        .updateTable('organizations')
        .set({
          ...plain,
          ...(is_public !== undefined && { is_public: is_public ? 1 : 0 }),
          updated_at: now().toISOString(),
        })
        .where('id', '=', caller.organizationId)
        .execute()
      return get(caller)
    },
  }
}

/** What an organization uses of the limits of its plan. */
export async function organizationUsage(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  now: Date,
): Promise<OrganizationUsage> {
  const { requests_per_hour, price_book } = await organizationPlan(db, organizationId)
  const { used, resetAt } = await requestsUsed(db, organizationId, now)
  return {
    ...(await usedOf(db, organizationId)),
    requests_per_hour,
    requests_used: used,
    requests_reset_at: resetAt.toISOString(),
    prices: pricesOf(price_book),
  }
}
