/** The operators of the server. Each can name others; the last one who can sign in stays. */
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Operator } from '../../../../shared/api/operator.ts'
import { formatDay } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { OperatorForm } from './operator-form.tsx'

const words = texts.server.operators

export function Operators() {
  const host = useHost()
  const load = useCallback(() => host.api('operator.operators', {}), [host])
  const { value, error, reload } = useResource(load)
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  const changed = () => void reload()
  const members = value.filter(({ is_member }) => is_member)
  const last = members.length === 1 ? members[0] : undefined
  return (
    <>
      <OperatorForm onAdded={changed} />
      {value.length === 0 ? (
        <Empty icon={<IconUsers size={20} stroke={1.6} />} title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <RecordTable
          label={words.title}
          columns={[texts.access.members.person, words.since, { heading: words.actions, cells: 'actions' }]}
        >
          {value.map((operator) => (
            <OperatorRow key={operator.id} operator={operator} isLast={operator === last} onChanged={changed} />
          ))}
        </RecordTable>
      )}
      {last && <p className={table.hint}>{words.last(personOf(last))}</p>}
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
      title: words.removeTitle(person),
      action: words.removeAction,
      children: <p>{words.removeLost(person)}</p>,
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
        {!operator.is_member && <small>{words.noMember}</small>}
      </th>
      <td>{formatDay(operator.added_at)}</td>
      <td className={table.actions}>
        <RowAction label={words.remove(person)} disabled={isLast} onClick={remove}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </td>
    </tr>
  )
}
