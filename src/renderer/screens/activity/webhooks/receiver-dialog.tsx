/** The dialogs that create and change a receiver, and the one that shows its secret once. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { WEBHOOK_EVENT_TYPES, type WebhookEndpoint, type WebhookEventType } from '../../../../shared/api/webhooks.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { SecretOnce } from '../../../base/ui/secret-once.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.webhooks

/** Only the button closes it: the secret would be lost. */
export function showSecret(secret: string): void {
  const id = openModal({
    title: words.secretTitle,
    size: 'md',
    closeOnEscape: false,
    closeOnClickOutside: false,
    withCloseButton: false,
    children: <SecretOnce secret={secret} hint={words.secretHint} onDone={() => closeModal(id)} />,
  })
}

export function createReceiver(host: Host, onCreated: () => void): void {
  const id = openModal({
    title: words.createTitle,
    size: 'md',
    children: (
      <ReceiverForm
        start={{ url: '', description: '', event_types: [] }}
        action={words.create}
        onSubmit={async ({ url, description, event_types }) => {
          const body = { url, event_types, ...(description && { description }) }
          const { secret } = await host.api('webhooks.create', { body })
          onCreated()
          closeModal(id)
          showSecret(secret)
        }}
        onCancel={() => closeModal(id)}
      />
    ),
  })
}

export function editReceiver(host: Host, receiver: WebhookEndpoint, onChanged: () => void): void {
  const start: Fields = {
    url: receiver.url,
    description: receiver.description ?? '',
    event_types: receiver.event_types as WebhookEventType[],
  }
  const id = openModal({
    title: words.editTitle,
    size: 'md',
    children: (
      <ReceiverForm
        start={start}
        action={words.save}
        onSubmit={async ({ url, description, event_types }) => {
          const body = {
            ...(url !== start.url && { url }),
            ...(description !== start.description && { description: description || null }),
            ...(!sameTypes(event_types, start.event_types) && { event_types }),
          }
          if (Object.keys(body).length > 0) {
            await host.api('webhooks.update', { params: { endpoint: receiver.id }, body })
            onChanged()
          }
          closeModal(id)
        }}
        onCancel={() => closeModal(id)}
      />
    ),
  })
}

interface Fields {
  url: string
  description: string
  /** Empty means all. */
  event_types: WebhookEventType[]
}

const sameTypes = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((type) => b.includes(type))

interface ReceiverFormProps {
  start: Fields
  action: string
  /** May reject: the reason is shown at the address. */
  onSubmit: (fields: Fields) => Promise<void>
  onCancel: () => void
}

function ReceiverForm({ start, action, onSubmit, onCancel }: ReceiverFormProps) {
  const [url, setUrl] = useState(start.url)
  const [description, setDescription] = useState(start.description)
  const [types, setTypes] = useState<string[]>(start.event_types)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!url.trim()) return setError(words.enterUrl)
    setBusy(true)
    try {
      const event_types = types as WebhookEventType[]
      await onSubmit({ url: url.trim(), description: description.trim(), event_types })
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={words.url}
          description={words.urlHint}
          placeholder={EXAMPLE_RECEIVER}
          type="url"
          maxLength={2000}
          value={url}
          error={error}
          data-autofocus
          onChange={(e) => setUrl(e.currentTarget.value)}
        />
        <TextInput
          label={words.description}
          maxLength={2000}
          value={description}
          onChange={(e) => setDescription(e.currentTarget.value)}
        />
        <Checkbox.Group label={words.events} description={words.eventsHint} value={types} onChange={setTypes}>
          <Stack gap={8} mt={8}>
            {WEBHOOK_EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={eventText(type)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </form>
  )
}

const known: Readonly<Record<string, string>> = texts.webhooks.eventTypes

/** Event types as text; a newer server may have others, which are named as they are. */
export const eventText = (type: string): string => known[type] ?? type

/** An address of a receiver that is nobody’s (RFC 2606). */
const EXAMPLE_RECEIVER = 'https://example.com/hook'
