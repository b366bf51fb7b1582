/**
 * Secrets that a person has seen, also in sessions that have ended; filled from the audit log. What was left of members that
 * an earlier version removed ends now: their sessions, keys, links and approvals counted again after a new invite.
 */
import { type Kysely, type Migration, sql } from 'kysely'
import { newId } from './ids.ts'

interface Entry {
  organization_id: string
  user_id: string
  action: string
  object: string
  created_at: string
}

/** The kind of the secret that an action shows, and the fields of its entry that may name the object. */
const SHOWN: Record<string, readonly [kind: string, ...ids: string[]]> = {
  'apiKeys.reveal': ['api_key', 'key_id'],
  'deployments.create': ['deployment_token', 'id'],
  'deployments.reveal': ['deployment_token', 'deployment_id'],
  'webhooks.create': ['webhook_secret', 'id'],
  'webhooks.revealSecret': ['webhook_secret', 'endpoint_id'],
  'webhooks.rotateSecret': ['webhook_secret', 'id', 'endpoint_id'],
}

export const seenSecretTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('seen_secrets')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('object_id', 'text', (c) => c.notNull())
      .addColumn('seen_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('seen_secrets_of_person', ['organization_id', 'kind', 'object_id', 'user_id'])
      .execute()
    await fill(db)
    await endFormerAccess(db)
  },
}

async function fill(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Entry>`select a.organization_id, a.user_id, a.action, a.object, a.created_at
    from audit_log a join users u on u.id = a.user_id
    where a.outcome = 'done' and a.action in (${sql.join(Object.keys(SHOWN))}) order by a.id`.execute(db)
  const rotations = await sql<{ id: string; rotated_at: string }>`select id, rotated_at from webhook_endpoints
    where rotated_at is not null`.execute(db)
  const rotatedAt = new Map(rotations.rows.map(({ id, rotated_at }) => [id, rotated_at]))
  for (const { organization_id, user_id, action, object, created_at } of rows) {
    const [kind, ...fields] = SHOWN[action] as readonly [string, ...string[]]
    const named = JSON.parse(object) as Record<string, string>
    const objectId = fields.map((field) => named[field]).find((id) => id !== undefined)
    // The entry of a rotation is a moment older or younger than the rotation.
    const isReplaced = action !== 'webhooks.rotateSecret' && created_at < (rotatedAt.get(objectId ?? '') ?? '')
    if (objectId === undefined || isReplaced) continue
    await sql`insert into seen_secrets (id, organization_id, user_id, kind, object_id, seen_at)
      values (${newId()}, ${organization_id}, ${user_id}, ${kind}, ${objectId}, ${created_at})
      on conflict (organization_id, kind, object_id, user_id) do update set seen_at = ${created_at}`.execute(db)
  }
}

/** Rows of a person who joined again are older than the present membership. */
async function endFormerAccess(db: Kysely<unknown>): Promise<void> {
  const member = (table: string) => sql`select 1 from memberships m where m.user_id = ${sql.ref(`${table}.user_id`)}
    and m.organization_id = ${sql.ref(`${table}.organization_id`)}`
  const since = (table: string) => sql`${member(table)} and m.joined_at <= ${sql.ref(`${table}.created_at`)}`
  await sql`delete from sessions where not exists (${since('sessions')})`.execute(db)
  await sql`delete from api_keys where user_id is not null and not exists (${since('api_keys')})`.execute(db)
  await sql`update device_authorizations set status = 'denied'
    where status = 'approved' and not exists (${since('device_authorizations')})`.execute(db)
  const nowhere = (table: string) =>
    sql`not exists (select 1 from memberships m where m.user_id = ${sql.ref(`${table}.user_id`)})`
  await sql`delete from sign_in_links where ${nowhere('sign_in_links')}`.execute(db)
  await sql`delete from pending_sign_ins where ${nowhere('pending_sign_ins')}`.execute(db)
  const former = sql`status = 'pending' and invited_by is not null and not exists (select 1 from memberships m
    where m.user_id = invites.invited_by and m.organization_id = invites.organization_id)`
  await sql`delete from mails where about in (select id from invites where ${former})`.execute(db)
  await sql`update invites set status = 'revoked', decided_at = ${new Date().toISOString()} where ${former}`.execute(db)
}
