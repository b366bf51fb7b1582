/** The entries of the audit log with their filters, newest first. */
import { Button, Group, Select } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { AUDIT_OUTCOMES, type AuditEntry } from '../../../../shared/api/audit.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'
import { actionOptions } from './action-options.ts'
import { actionText } from './action-text.ts'
import { objectOf } from './entry-object.ts'
import { actorOf, type KnownNames, readNames } from './known-names.ts'

const words = texts.audit
const PAGE = 50
/** Each read also reads the names. */
const EVERY_MS = 30_000
const OUTCOMES = AUDIT_OUTCOMES.map((value) => ({ value, label: words.outcomes[value] }))

export function Entries() {
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
