/** The server, for its operators: its people, its organizations, and what its machines have in common. */
import { Button } from '@mantine/core'
import { IconLock, IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Operator } from '../../../../shared/api/operator.ts'
import { formatDay } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { WorkerList } from '../../../parts/studio/workers/worker-list.tsx'
import { texts } from '../../../texts/texts.ts'
import { Devices } from '../devices/devices.tsx'
import { EmailForm } from '../email-form.tsx'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'
import { Storage } from '../storage.tsx'
import { OrganizationRow } from './organization-row.tsx'

const words = texts.server

export function ServerPage() {
  const { info } = useHost()
  if (info.account?.is_operator !== true) {
    return (
      <Empty icon={<IconLock size={20} stroke={1.6} />} title={words.forbidden}>
        {words.forbiddenHint}
      </Empty>
    )
  }
  return (
    <>
      <p className={classes.prose}>{words.about}</p>
      <Section title={words.organizations.title}>
        <Organizations />
      </Section>
      <Section title={words.operators.title}>
        <Operators />
      </Section>
      <Section title={texts.devices.settings.title}>
        <Devices canChoose />
      </Section>
      <Section title={texts.jobs.workers}>
        <WorkerList />
      </Section>
      <Section title={texts.settings.storage.title}>
        <Storage of="server" />
      </Section>
    </>
  )
}

const organizationTexts = texts.server.organizations
const PAGE = 50
/** They use more of their plans while the page is open. */
const EVERY_MS = 30_000

/** The organizations of the server with their plans, and what they use of them. */
function Organizations() {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const load = useCallback(
    () => pagesUpTo(shown, (query) => host.api('operator.organizations', { query })),
    [host, shown],
  )
  const { value, error, reload } = useResource(load, EVERY_MS)
  if (value === undefined) return <NotLoaded title={organizationTexts.failed} error={error} reload={reload} />
  return (
    <>
      <RecordTable
        label={organizationTexts.title}
        columns={[
          ...[organizationTexts.organization, texts.access.plan.plan, texts.access.plan.members],
          ...[texts.access.plan.images, texts.usage.limits.storage],
          { heading: organizationTexts.credits, cells: 'number' },
          { heading: organizationTexts.actions, cells: 'actions' },
        ]}
      >
        {value.data.map((organization) => (
          <OrganizationRow key={organization.id} organization={organization} onChanged={() => void reload()} />
        ))}
      </RecordTable>
      {value.hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {organizationTexts.more}
        </Button>
      )}
    </>
  )
}

const operatorTexts = texts.server.operators

/** The operators of the server. Each can name others; the last one who can sign in stays. */
function Operators() {
  const host = useHost()
  const load = useCallback(() => host.api('operator.operators', {}), [host])
  const { value, error, reload } = useResource(load)
  if (value === undefined) return <NotLoaded title={operatorTexts.failed} error={error} reload={reload} />
  const changed = () => void reload()
  const members = value.filter(({ is_member }) => is_member)
  const last = members.length === 1 ? members[0] : undefined
  return (
    <>
      <OperatorForm onAdded={changed} />
      {value.length === 0 ? (
        <Empty icon={<IconUsers size={20} stroke={1.6} />} title={operatorTexts.none}>
          {operatorTexts.noneHint}
        </Empty>
      ) : (
        <RecordTable
          label={operatorTexts.title}
          columns={[
            texts.access.members.person,
            operatorTexts.since,
            { heading: operatorTexts.actions, cells: 'actions' },
          ]}
        >
          {value.map((operator) => (
            <OperatorRow key={operator.id} operator={operator} isLast={operator === last} onChanged={changed} />
          ))}
        </RecordTable>
      )}
      {last && <p className={table.hint}>{operatorTexts.last(personOf(last))}</p>}
    </>
  )
}

const personOf = ({ full_name, email, id }: Operator): string => full_name ?? email ?? id

interface OperatorRowProps {
  operator: Operator
  isLast: boolean
  onChanged: () => void
}

function OperatorRow({ operator, isLast, onChanged }: OperatorRowProps) {
  const host = useHost()
  const person = personOf(operator)
  const remove = () =>
    confirm({
      title: operatorTexts.removeTitle(person),
      action: operatorTexts.removeAction,
      children: <p>{operatorTexts.removeLost(person)}</p>,
      onConfirm: async () => {
        await host.api('operator.removeOperator', { params: { operator_id: operator.id } })
        onChanged()
      },
    })
  return (
    <tr>
      <th scope="row" title={person}>
        {person}
        {operator.full_name !== null && operator.email !== null && <small>{operator.email}</small>}
        {!operator.is_member && <small>{operatorTexts.noMember}</small>}
      </th>
      <td>{formatDay(operator.added_at)}</td>
      <td className={table.actions}>
        <RowAction label={operatorTexts.remove(person)} disabled={isLast} onClick={remove}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </td>
    </tr>
  )
}

/** Makes a person of the server an operator. */
function OperatorForm({ onAdded }: { onAdded: () => void }) {
  const host = useHost()
  const add = (email: string) => host.api('operator.addOperator', { body: { email } })
  return <EmailForm label={operatorTexts.email} button={operatorTexts.add} send={add} onSent={onAdded} />
}
