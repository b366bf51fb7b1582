/** Invites with their status; one that no mail server has sent can be copied. */
import { CopyButton, Select } from '@mantine/core'
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { InviteCreate, OrganizationInvite, OutboxMail } from '../../../../shared/api/organizations.ts'
import { formatDay } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { texts } from '../../../texts/texts.ts'
import { EmailForm } from '../email-form.tsx'
import classes from '../settings.module.css'

const words = texts.access.invites

export function Invites({ everyMs, onChanged }: { everyMs: number; onChanged: () => void }) {
  const host = useHost()
  const load = useCallback(async () => {
    const invites = await host.api('organizations.invites', { query: {} })
    // Only admins read mail; the invites are there for every role.
    const outbox = await host.api('organizations.outbox', {}).catch((): OutboxMail[] => [])
    return invites.map((invite) => ({ invite, mail: mailOf(invite, outbox) }))
  }, [host])
  const { value, error, reload } = useResource(load, everyMs)
  const changed = () => {
    void reload()
    onChanged()
  }
  return (
    <>
      <InviteForm onInvited={changed} />
      {value === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {value?.length === 0 && <p className={classes.prose}>{words.none}</p>}
      {value && value.length > 0 && (
        <RecordTable
          label={words.title}
          columns={[
            words.email,
            texts.access.role,
            words.status,
            words.validUntil,
            { heading: words.actions, cells: 'actions' },
          ]}
        >
          {value.map(({ invite, mail }) => (
            <InviteRow key={invite.id} invite={invite} mail={mail} onChanged={changed} />
          ))}
        </RecordTable>
      )}
      {value?.some(({ mail }) => mail) && <p className={table.hint}>{words.unsent}</p>}
    </>
  )
}

const mailOf = ({ status, email }: OrganizationInvite, outbox: readonly OutboxMail[]): OutboxMail | undefined =>
  status === 'pending' ? outbox.find(({ to }) => to === email) : undefined

interface InviteRowProps {
  invite: OrganizationInvite
  mail: OutboxMail | undefined
  onChanged: () => void
}

function InviteRow({ invite: { id, email, role, status, expires_at }, mail, onChanged }: InviteRowProps) {
  const host = useHost()
  const revoke = () =>
    confirm({
      title: words.revokeTitle(email),
      action: words.revokeAction,
      children: <p>{words.revokeLost}</p>,
      onConfirm: async () => {
        await host.api('organizations.revokeInvite', { params: { invite_id: id } })
        onChanged()
      },
    })
  return (
    <tr>
      <th scope="row" title={email}>
        {email}
      </th>
      <td>{texts.access.roles[role]}</td>
      <td>{words.statuses[status]}</td>
      <td>{formatDay(expires_at)}</td>
      <td className={table.actions}>
        <div>
          {mail && (
            <CopyButton value={mail.text}>
              {({ copied, copy }) => (
                <RowAction label={copied ? texts.ui.words.copied : words.copyMail(email)} onClick={copy}>
                  {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
                </RowAction>
              )}
            </CopyButton>
          )}
          {status === 'pending' && (
            <RowAction label={words.revoke(email)} onClick={revoke}>
              <IconTrash size={16} stroke={1.6} />
            </RowAction>
          )}
        </div>
      </td>
    </tr>
  )
}

/** Owners are promoted, not invited. */
const ROLES = ['viewer', 'member', 'admin'] as const satisfies readonly InviteCreate['role'][]

/** Invites a person by e-mail. */
function InviteForm({ onInvited }: { onInvited: () => void }) {
  const host = useHost()
  const [role, setRole] = useState<InviteCreate['role']>('member')
  const invite = (email: string) => host.api('organizations.invite', { body: { email, role } })
  return (
    <EmailForm label={words.email} button={words.invite} send={invite} onSent={onInvited}>
      <Select
        aria-label={texts.access.role}
        data={ROLES.map((value) => ({ value, label: texts.access.roles[value] }))}
        value={role}
        w={150}
        allowDeselect={false}
        onChange={(value) => value && setRole(value as InviteCreate['role'])}
      />
    </EmailForm>
  )
}
