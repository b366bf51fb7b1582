/** The dialog that creates a key and then shows its secret, once. */
import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { closeModal, openModal, updateModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import type { CreatedApiKey } from '../../../../shared/api/api-keys.ts'
import { ROLES, type Role } from '../../../../shared/api/endpoint.ts'
import { formatDay } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { SecretOnce } from '../../../base/ui/secret-once.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.access.keys
const DAYS = { never: null, week: 7, month: 30, quarter: 90, year: 365 } as const
type Lifetime = keyof typeof DAYS
const LIFETIMES = Object.keys(DAYS) as Lifetime[]

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns an ISO 8601 time, or null for a key that never expires. */
function expiryAfter(lifetime: Lifetime, now = new Date()): string | null {
  const days = DAYS[lifetime]
  return days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()
}

export function expiryText(expiresAt: string | null, now = new Date()): string {
  if (expiresAt === null) return texts.access.keys.neverExpires
  return new Date(expiresAt) <= now ? texts.access.keys.expired : formatDay(expiresAt)
}

const LIFETIME_OPTIONS = LIFETIMES.map((value) => ({ value, label: words.expiries[value] }))
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: texts.access.roles[value] }))

export function createKey(host: Host, onCreated: () => void): void {
  const id = openModal({
    title: words.createTitle,
    size: 'md',
    children: (
      <KeyDialog
        host={host}
        onCreated={(name) => {
          // Only the button closes it now: the secret would be lost.
          const title = words.secretTitle(name)
          updateModal({ modalId: id, title, closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false })
          onCreated()
        }}
        onDone={() => closeModal(id)}
      />
    ),
  })
}

interface KeyDialogProps {
  host: Host
  onCreated: (name: string) => void
  onDone: () => void
}

function KeyDialog({ host, onCreated, onDone }: KeyDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [limit, setLimit] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  if (created) return <SecretOnce secret={created.api_key} hint={words.secretHint} onDone={onDone} />

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setError(texts.ui.askName.enterName)
    setBusy(true)
    try {
      const body = { name: name.trim(), role, expires_at: expiryAfter(lifetime), ...(limit && { rate_limit: limit }) }
      const made = await host.api('apiKeys.create', { body })
      setCreated(made)
      onCreated(made.name)
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={texts.ui.words.name}
          placeholder={words.namePlaceholder}
          maxLength={100}
          value={name}
          error={error}
          data-autofocus
          onChange={(e) => setName(e.currentTarget.value)}
        />
        <Select
          label={texts.access.role}
          description={texts.access.roleHints[role]}
          data={ROLE_OPTIONS}
          value={role}
          allowDeselect={false}
          onChange={(value) => value && setRole(value as Role)}
        />
        <Select
          label={words.expiry}
          data={LIFETIME_OPTIONS}
          value={lifetime}
          allowDeselect={false}
          onChange={(value) => value && setLifetime(value as Lifetime)}
        />
        <LimitInput value={limit} onChange={setLimit} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.create}
        </Button>
      </Group>
    </form>
  )
}

export function LimitInput({ value, onChange }: { value: number | null; onChange: (limit: number | null) => void }) {
  return (
    <NumberInput
      label={words.limit}
      description={words.limitHint}
      min={1}
      max={2 ** 31 - 1}
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' && next >= 1 ? next : null)}
    />
  )
}
