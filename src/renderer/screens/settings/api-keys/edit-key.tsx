/** The dialog that renames a key and changes its limit. */
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import type { ApiKey } from '../../../../shared/api/api-keys.ts'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'
import { LimitInput } from './create-key.tsx'

const words = texts.access.keys

export function editKey(host: Host, key: ApiKey, onChanged: () => void): void {
  const id = openModal({
    title: words.editTitle,
    size: 'md',
    children: <EditForm host={host} apiKey={key} onChanged={onChanged} onDone={() => closeModal(id)} />,
  })
}

interface EditFormProps {
  host: Host
  apiKey: ApiKey
  onChanged: () => void
  onDone: () => void
}

function EditForm({ host, apiKey, onChanged, onDone }: EditFormProps) {
  const [name, setName] = useState(apiKey.name)
  const shown = isUnlimited(apiKey.rate_limit) ? null : apiKey.rate_limit
  const [limit, setLimit] = useState(shown)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (!trimmed) return setError(texts.ui.askName.enterName)
    const change = {
      ...(trimmed !== apiKey.name && { name: trimmed }),
      ...(limit !== shown && { rate_limit: limit }),
    }
    if (Object.keys(change).length === 0) return onDone()
    setBusy(true)
    try {
      await host.api('apiKeys.update', { params: { key_id: apiKey.id }, body: change })
      onChanged()
      onDone()
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
          maxLength={100}
          value={name}
          error={error}
          data-autofocus
          onChange={(e) => setName(e.currentTarget.value)}
        />
        <LimitInput value={limit} onChange={setLimit} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.save}
        </Button>
      </Group>
    </form>
  )
}
