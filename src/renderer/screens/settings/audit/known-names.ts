/** The names behind the ids in the audit log: the organization, its people, keys, workflows and deployments. */
import { APP_KEY_NAME } from '../../../../shared/api/api-keys.ts'
import type { AuditEntry } from '../../../../shared/api/audit.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.audit
const MOST_WORKFLOWS = 1000
const MOST_DEPLOYMENTS = 200

export interface KnownNames {
  /** By the id of the user. */
  people: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, string>
  /** Of everything that an entry may be about, by id. */
  objects: ReadonlyMap<string, string>
}

export async function readNames(host: Host): Promise<KnownNames> {
  const [organization, members, keys, workflows, deployments] = await Promise.all([
    host.api('organizations.me', {}),
    host.api('organizations.members', {}),
    host.api('apiKeys.list', { query: {} }),
    host.api('workflows.list', { query: { limit: MOST_WORKFLOWS } }),
    // An older server has none.
    host.api('deployments.list', { query: { limit: MOST_DEPLOYMENTS } }).catch(() => []),
  ])
  const personOf = (m: (typeof members)[number]) => m.full_name ?? m.email ?? m.user_id
  return {
    people: new Map(members.map((m) => [m.user_id, personOf(m)])),
    keys: new Map(keys.map(({ id, name }) => [id, name === APP_KEY_NAME ? texts.access.keys.ofApp : name])),
    objects: new Map([
      [organization.id, organization.name],
      ...members.flatMap((m) => [[m.id, personOf(m)] as const, [m.user_id, personOf(m)] as const]),
      ...keys.map(({ id, name }) => [id, name] as const),
      ...workflows.map(({ id, name }) => [id, name] as const),
      ...deployments.map(({ id, name }) => [id, name] as const),
    ]),
  }
}

/** The person and the key of an entry. A removed member and a revoked key have no names any more. */
export function actorOf({ user_id, key_id, via }: AuditEntry, { people, keys }: KnownNames): string {
  const person = user_id === null ? null : (people.get(user_id) ?? words.unknownPerson)
  const key = key_id === null ? null : (keys.get(key_id) ?? words.unknownKey)
  if (person !== null && key !== null) return words.byKey(key, person)
  return person ?? key ?? (via === 'commandLine' ? words.via.commandLine : words.nobody)
}
