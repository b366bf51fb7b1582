/** The audit log, for admins. */
import { Button, Group, Loader, Select } from '@mantine/core'
import { IconListSearch, IconLock } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { APP_KEY_NAME } from '../../../../shared/api/api-keys.ts'
import { AUDIT_OUTCOMES, type AuditEntry } from '../../../../shared/api/audit.ts'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useRole } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'
import { actionOptions, actionText, objectOf } from './entry-text.ts'

const words = texts.audit

export default function AuditPage() {
  const role = useRole()
  // A call below the role would itself be an entry of the log.
  if (role === undefined) return <Loader size="sm" color="gray" aria-label={texts.access.loading} />
  if (role !== null && !roleAtLeast(role, 'admin')) {
    return (
      <Empty icon={<IconLock size={20} stroke={1.6} />} title={words.forbidden}>
        {words.forbiddenHint(texts.access.roles[role])}
      </Empty>
    )
  }
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      <Entries />
    </Section>
  )
}

const PAGE = 50
/** Each read also reads the names. */
const EVERY_MS = 30_000
const OUTCOMES = AUDIT_OUTCOMES.map((value) => ({ value, label: words.outcomes[value] }))

/** The entries of the audit log with their filters, newest first. */
function Entries() {
  const host = useHost()
  const [action, setAction] = useState<string | null>(null)
  const [actor, setActor] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<AuditEntry['outcome'] | null>(null)
  const [shown, setShown] = useState(PAGE)
  const isFiltered = action !== null || actor !== null || outcome !== null
  const load = useCallback(async () => {
    const filter = { ...(action && { action }), ...(actor && { actor }), ...(outcome && { outcome }) }
    const [names, list] = await Promise.all([
      readNames(host),
      pagesUpTo(shown, (page) => host.api('audit.list', { query: { ...filter, ...page } })),
    ])
    return { names, ...list }
  }, [host, action, actor, outcome, shown])
  const { value, error, reload } = useResource(load, EVERY_MS)
  const actions = useMemo(actionOptions, [])
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  const { names, data, hasMore } = value
  return (
    <>
      <Group gap={8} mb={10}>
        <Select
          aria-label={words.action}
          placeholder={words.allActions}
          data={actions}
          value={action}
          w={250}
          clearable
          searchable
          onChange={setAction}
        />
        <Select
          aria-label={words.actor}
          placeholder={words.allActors}
          data={[
            { group: words.people, items: optionsOf(names.people) },
            { group: words.keys, items: optionsOf(names.keys) },
          ]}
          value={actor}
          w={230}
          clearable
          searchable
          onChange={setActor}
        />
        <Select
          aria-label={words.outcome}
          placeholder={words.allOutcomes}
          data={OUTCOMES}
          value={outcome}
          w={160}
          clearable
          onChange={(chosen) => setOutcome(chosen as AuditEntry['outcome'] | null)}
        />
      </Group>
      {data.length === 0 ? (
        <None isFiltered={isFiltered} />
      ) : (
        <RecordTable label={words.title} columns={[words.action, words.object, words.actor, words.outcome, words.time]}>
          {data.map((entry) => (
            <EntryRow key={entry.id} entry={entry} names={names} />
          ))}
        </RecordTable>
      )}
      {hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </Button>
      )}
    </>
  )
}

const optionsOf = (names: ReadonlyMap<string, string>) => [...names].map(([value, label]) => ({ value, label }))

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className={classes.prose}>{words.noneFound}</p>
  return (
    <Empty icon={<IconListSearch size={20} stroke={1.6} />} title={words.none}>
      {words.noneHint}
    </Empty>
  )
}

function EntryRow({ entry, names }: { entry: AuditEntry; names: KnownNames }) {
  const { action, outcome, via, role, address, times, created_at } = entry
  const object = objectOf(entry, names.objects)
  const actor = actorOf(entry, names)
  return (
    <tr>
      <th scope="row" title={actionText(action)}>
        {actionText(action)}
      </th>
      <td className={table.long} title={object?.text}>
        {object?.route ? <a href={hrefOf(object.route)}>{object.text}</a> : object?.text}
      </td>
      <td className={table.long} title={actor}>
        {actor}
        <small>{howOf(via, role, address)}</small>
      </td>
      <td>
        <span className={outcome === 'done' ? undefined : table.bad}>{words.outcomes[outcome]}</span>
        {times > 1 && <small>{words.times(times)}</small>}
      </td>
      <td title={formatFullDate(created_at)}>{formatWhen(created_at)}</td>
    </tr>
  )
}

/** On a page of the server, nobody acts with a role yet. */
function howOf(via: AuditEntry['via'], role: AuditEntry['role'], address: string | null | undefined): string {
  const how = via === 'page' ? words.via.page : words.how(words.via[via], texts.access.roles[role])
  return address ? words.from(how, address) : how
}

const MOST_WORKFLOWS = 1000
const MOST_DEPLOYMENTS = 200

/** The names behind the ids in the audit log: the organization, its people, keys, workflows and deployments. */
interface KnownNames {
  /** By the id of the user. */
  people: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, string>
  /** The names of everything that an entry may be about, by id. */
  objects: ReadonlyMap<string, string>
}

async function readNames(host: Host): Promise<KnownNames> {
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
function actorOf({ user_id, key_id, via }: AuditEntry, { people, keys }: KnownNames): string {
  const person = user_id === null ? null : (people.get(user_id) ?? words.unknownPerson)
  const key = key_id === null ? null : (keys.get(key_id) ?? words.unknownKey)
  if (person !== null && key !== null) return words.byKey(key, person)
  return person ?? key ?? (via === 'commandLine' ? words.via.commandLine : words.nobody)
}
