/** The members of the organization with their roles. */
import { Select } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { ROLES, type Role } from '../../../../shared/api/endpoint.ts'
import type { OrganizationMember } from '../../../../shared/api/organizations.ts'
import { formatDay } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import type { Resource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { removeMember } from './remove-member.tsx'

const words = texts.access.members

interface MembersProps {
  members: Resource<OrganizationMember[]>
  onChanged: () => void
}

export function Members({ members, onChanged }: MembersProps) {
  const { value, error } = members
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={members.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconUsers size={20} stroke={1.6} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  const owners = value.filter(({ role }) => role === 'owner')
  const onlyOwner = owners.length === 1 ? owners[0] : undefined
  return (
    <>
      <RecordTable
        label={words.title}
        columns={[words.person, texts.access.role, words.joined, { heading: words.actions, cells: 'actions' }]}
      >
        {value.map((member) => (
          <MemberRow key={member.id} member={member} isOnlyOwner={member === onlyOwner} onChanged={onChanged} />
        ))}
      </RecordTable>
      {onlyOwner && <p className={table.hint}>{words.onlyOwner(personOf(onlyOwner))}</p>}
    </>
  )
}

const personOf = ({ full_name, email, user_id }: OrganizationMember): string => full_name ?? email ?? user_id

interface MemberRowProps {
  member: OrganizationMember
  isOnlyOwner: boolean
  onChanged: () => void
}

function MemberRow({ member, isOnlyOwner, onChanged }: MemberRowProps) {
  const host = useHost()
  const person = personOf(member)
  // The API has no call that makes a member an annotator; those who were invited as one keep the role until it changes.
  const roles = member.role === 'annotator' ? (['annotator', ...ROLES] as const) : ROLES
  const give = async (role: Role) => {
    try {
      await host.api('organizations.updateMember', { params: { member_id: member.id }, body: { role } })
    } catch (error) {
      toastError(words.notChanged, error)
    }
    onChanged()
  }
  const remove = () => removeMember(host, member, person, onChanged)
  return (
    <tr>
      <th scope="row" title={person}>
        {person}
        {member.full_name !== null && member.email !== null && <small>{member.email}</small>}
      </th>
      <td>
        <Select
          aria-label={words.roleOf(person)}
          data={roles.map((value) => ({ value, label: texts.access.roles[value] }))}
          value={member.role}
          w={150}
          allowDeselect={false}
          disabled={isOnlyOwner}
          onChange={(role) => role && role !== member.role && void give(role as Role)}
        />
      </td>
      <td>{formatDay(member.joined_at)}</td>
      <td className={table.actions}>
        <RowAction label={words.remove(person)} disabled={isOnlyOwner} onClick={remove}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </td>
    </tr>
  )
}
