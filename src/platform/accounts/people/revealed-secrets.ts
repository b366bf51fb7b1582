/** Shared secrets in use, which people have seen who may be no members any more. */
import type { RevealedSecret, SecretKind } from '../../../shared/api/revealed-secrets.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'

/** Most rows of each kind. */
const MOST = 500

/** Secrets that one person, or all former members, have seen; the newest first. A key of the person is not shared: it ends with the membership. */
export async function revealedSecrets(
  db: Database,
  { organizationId }: Pick<Caller, 'organizationId'>,
  userId: string | undefined,
): Promise<RevealedSecret[]> {
  const seen = (kind: SecretKind) => {
    const all = db
      .selectFrom('seen_secrets as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.user_id', '=', 's.user_id').onRef('m.organization_id', '=', 's.organization_id'),
      )
      .select(['s.kind', 's.object_id', 's.user_id', 'u.email', 'u.full_name', 's.seen_at as revealed_at'])
      .where('s.organization_id', '=', organizationId)
      .where('s.kind', '=', kind)
      .orderBy('s.seen_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MOST)
    return userId === undefined ? all.where('m.id', 'is', null) : all.where('s.user_id', '=', userId)
  }
  const found = await Promise.all([
    seen('api_key')
      .innerJoin('api_keys as o', 'o.id', 's.object_id')
      .select('o.name')
      .where((e) => e.or([e('o.user_id', 'is', null), e('o.user_id', '!=', e.ref('s.user_id'))]))
      .execute(),
    seen('deployment_token')
      .innerJoin('deployments as o', 'o.id', 's.object_id')
      .select('o.name')
      .where('o.status', '!=', 'terminated')
      .execute(),
    seen('webhook_secret').innerJoin('webhook_endpoints as o', 'o.id', 's.object_id').select('o.name').execute(),
  ])
  return found.flat().sort((a, b) => (a.revealed_at < b.revealed_at ? 1 : a.revealed_at > b.revealed_at ? -1 : 0))
}
