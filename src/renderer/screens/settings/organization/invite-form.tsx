/** Invites a person by e-mail. */
import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { InviteCreate } from '../../../../shared/api/organizations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import classes from '../access-form.module.css'

const words = texts.access.invites
/** Owners are promoted, not invited. */
const ROLES = ['viewer', 'member', 'admin'] as const satisfies readonly InviteCreate['role'][]

export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const host = useHost()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<InviteCreate['role']>('member')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!email.trim()) return setError(words.enterEmail)
    setBusy(true)
    setError(null)
    try {
      await host.api('organizations.invite', { body: { email: email.trim(), role } })
      setEmail('')
      onInvited()
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        aria-label={words.email}
        placeholder={words.email}
        value={email}
        error={error}
        onChange={(e) => setEmail(e.currentTarget.value)}
      />
      <Select
        aria-label={texts.access.role}
        data={ROLES.map((value) => ({ value, label: texts.access.roles[value] }))}
        value={role}
        w={150}
        allowDeselect={false}
        onChange={(value) => value && setRole(value as InviteCreate['role'])}
      />
      <Button type="submit" loading={busy}>
        {words.invite}
      </Button>
    </form>
  )
}
