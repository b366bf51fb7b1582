/** Invites a person by e-mail. */
import { Select } from '@mantine/core'
import { useState } from 'react'
import type { InviteCreate } from '../../../../shared/api/organizations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import { EmailForm } from '../email-form.tsx'

const words = texts.access.invites
/** Owners are promoted, not invited. */
const ROLES = ['viewer', 'member', 'admin'] as const satisfies readonly InviteCreate['role'][]

export function InviteForm({ onInvited }: { onInvited: () => void }) {
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
