/** The organization of this Sightline: its profile, its members and former members, and its invites. */
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { type FormEvent, useCallback, useState } from 'react'
import { ROLES, type Role, roleAtLeast } from '../../../../shared/api/endpoint.ts'
import type { Organization, OrganizationMember } from '../../../../shared/api/organizations.ts'
import { formatDay } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useRole } from '../../../base/host/server-state.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { errorText } from '../../../base/ui/error-text.ts'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from '../access-form.module.css'
import settings from '../settings.module.css'
import { Invites } from './invites.tsx'
import { RevealedSecrets } from './revealed-secrets.tsx'

/** An invite is accepted elsewhere. */
const EVERY_MS = 10_000

export function OrganizationPage() {
  const host = useHost()
  const role = useRole()
  const organization = useResource(
    useCallback(() => host.api('organizations.me', {}), [host]),
    EVERY_MS,
  )
  const members = useResource(
    useCallback(() => host.api('organizations.members', {}), [host]),
    EVERY_MS,
  )
  const { value, error } = organization
  const reload = () => Promise.all([organization.reload(), members.reload()])
  if (value === undefined) {
    return <NotLoaded title={texts.access.organization.failed} error={error} reload={reload} />
  }
  const changed = () => void reload()
  return (
    <>
      <Section title={texts.access.organization.title}>
        <Profile organization={value} onSaved={(saved) => organization.patch(() => saved)} />
      </Section>
      <Section title={texts.access.members.title}>
        <Members members={members} onChanged={changed} />
      </Section>
      {role && roleAtLeast(role, 'admin') && <FormerMembers everyMs={EVERY_MS} />}
      <Section title={texts.access.invites.title}>
        <Invites everyMs={EVERY_MS} onChanged={changed} />
      </Section>
    </>
  )
}

const words = texts.access.organization

interface ProfileProps {
  organization: Organization
  onSaved: (organization: Organization) => void
}

/** Name and description of the organization. */
function Profile({ organization, onSaved }: ProfileProps) {
  const host = useHost()
  const [name, setName] = useState(organization.name)
  const [description, setDescription] = useState(organization.description ?? '')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const next = { name: name.trim(), description: description.trim() || null }
  const isChanged = next.name !== organization.name || next.description !== organization.description

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (next.name === '') return setError(texts.ui.askName.enterName)
    setBusy(true)
    setError(null)
    try {
      onSaved(await host.api('organizations.updateMe', { body: next }))
      toastInfo(words.saved)
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <TextInput
        label={words.name}
        maxLength={100}
        value={name}
        error={error}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <Textarea
        label={words.description}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(e) => setDescription(e.currentTarget.value)}
      />
      <Button type="submit" disabled={!isChanged} loading={busy}>
        {words.save}
      </Button>
    </form>
  )
}

const memberTexts = texts.access.members

interface MembersProps {
  members: Resource<OrganizationMember[]>
  onChanged: () => void
}

/** The members of the organization with their roles. */
function Members({ members, onChanged }: MembersProps) {
  const { value, error } = members
  if (value === undefined) return <NotLoaded title={memberTexts.failed} error={error} reload={members.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconUsers size={20} stroke={1.6} />} title={memberTexts.none}>
        {memberTexts.noneHint}
      </Empty>
    )
  }
  const owners = value.filter(({ role }) => role === 'owner')
  const onlyOwner = owners.length === 1 ? owners[0] : undefined
  return (
    <>
      <RecordTable
        label={memberTexts.title}
        columns={[
          memberTexts.person,
          texts.access.role,
          memberTexts.joined,
          { heading: memberTexts.actions, cells: 'actions' },
        ]}
      >
        {value.map((member) => (
          <MemberRow key={member.id} member={member} isOnlyOwner={member === onlyOwner} onChanged={onChanged} />
        ))}
      </RecordTable>
      {onlyOwner && <p className={table.hint}>{memberTexts.onlyOwner(personOf(onlyOwner))}</p>}
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
      toastError(memberTexts.notChanged, error)
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
          aria-label={memberTexts.roleOf(person)}
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
        <RowAction label={memberTexts.remove(person)} disabled={isOnlyOwner} onClick={remove}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </td>
    </tr>
  )
}

/** The dialog that removes a member, with the shared secrets that the person knows. */
function removeMember(host: Host, member: OrganizationMember, person: string, onChanged: () => void): void {
  confirm({
    title: memberTexts.removeTitle(person),
    action: memberTexts.removeAction,
    children: <Lost host={host} member={member} person={person} />,
    onConfirm: async () => {
      await host.api('organizations.removeMember', { params: { member_id: member.id } })
      onChanged()
    },
  })
}

interface LostProps {
  host: Host
  member: OrganizationMember
  person: string
}

function Lost({ host, member: { user_id }, person }: LostProps) {
  const { value, reload } = useResource(
    useCallback(() => host.api('organizations.revealedSecrets', { query: { user_id } }), [host, user_id]),
  )
  return (
    <>
      <p>{memberTexts.removeLost(person)}</p>
      {value && value.length > 0 && (
        <>
          <p>{texts.access.revealed.knows(person)}</p>
          <RevealedSecrets host={host} secrets={value} onChanged={() => void reload()} />
        </>
      )}
    </>
  )
}

const revealedTexts = texts.access.revealed

/** Secrets in use that former members know. Nothing where there are none, and on an older server. */
function FormerMembers({ everyMs }: { everyMs: number }) {
  const host = useHost()
  const { value, reload } = useResource(
    useCallback(() => host.api('organizations.revealedSecrets', { query: {} }), [host]),
    everyMs,
  )
  if (!value?.length) return null
  return (
    <Section title={revealedTexts.ofFormer}>
      <p className={settings.prose}>{revealedTexts.ofFormerAbout}</p>
      <RevealedSecrets host={host} secrets={value} onChanged={() => void reload()} />
    </Section>
  )
}
