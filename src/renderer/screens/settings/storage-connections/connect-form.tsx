/** The dialog that connects a bucket, with the fields of the chosen provider. */
import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import {
  PROVIDER_SETTINGS,
  STORAGE_PROVIDERS,
  type StorageProvider,
} from '../../../../shared/domain/storage-provider.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.storageConnections
const PROVIDERS = STORAGE_PROVIDERS.map((value) => ({ value, label: words.providers[value] }))

/** The texts of the form, by the names of the API. */
const FIELDS = ['name', 'bucket', 'region', 'endpoint', 'access_key_id', 'secret_access_key', 'prefix'] as const
type Field = (typeof FIELDS)[number]
type Values = Record<Field, string>
const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values

export function connectBucket(host: Host, onConnected: () => void): void {
  const id = openModal({
    title: words.createTitle,
    size: 'md',
    children: (
      <ConnectForm
        host={host}
        onConnected={() => {
          closeModal(id)
          onConnected()
        }}
        onCancel={() => closeModal(id)}
      />
    ),
  })
}

/** Fields that the provider has. */
const isShown = (provider: StorageProvider, field: Field): boolean => {
  const { endpoint, region } = PROVIDER_SETTINGS[provider]
  if (field === 'endpoint') return endpoint === 'required'
  return field !== 'region' || region === 'required' || region.only !== true
}

/** Fields that the provider needs. */
const isNeeded = (provider: StorageProvider, field: Field): boolean =>
  field !== 'prefix' &&
  isShown(provider, field) &&
  (field !== 'region' || PROVIDER_SETTINGS[provider].region === 'required')

interface ConnectFormProps {
  host: Host
  onConnected: () => void
  onCancel: () => void
}

function ConnectForm({ host, onConnected, onCancel }: ConnectFormProps) {
  const [provider, setProvider] = useState<StorageProvider>('store_a')
  const [values, setValues] = useState(EMPTY)
  const [missing, setMissing] = useState<readonly Field[]>([])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const shown = FIELDS.filter((field) => isShown(provider, field))
    const empty = shown.filter((field) => isNeeded(provider, field) && !values[field].trim())
    setMissing(empty)
    if (empty.length > 0) return
    setBusy(true)
    setError(null)
    try {
      const given = Object.fromEntries(shown.map((field) => [field, values[field].trim() || null]))
      await host.api('storageConnections.create', { body: { ...(given as Values), provider } })
      onConnected()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  const input = (field: Field) => ({
    label: words.fields[field],
    value: values[field],
    required: isNeeded(provider, field),
    error: missing.includes(field) && words.missing,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [field]: value }))
    },
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput {...input('name')} maxLength={100} data-autofocus />
        <Select
          label={words.provider}
          description={words.providerHints[provider]}
          data={PROVIDERS}
          value={provider}
          allowDeselect={false}
          onChange={(value) => value && setProvider(value as StorageProvider)}
        />
        <TextInput {...input('bucket')} maxLength={255} />
        {isShown(provider, 'endpoint') && (
          <TextInput {...input('endpoint')} type="url" maxLength={1000} description={words.endpointHint} />
        )}
        {isShown(provider, 'region') && <TextInput {...input('region')} maxLength={63} />}
        <TextInput {...input('prefix')} maxLength={1024} description={words.prefixHint} />
        <TextInput {...input('access_key_id')} maxLength={256} autoComplete="off" description={words.keyHint} />
        <PasswordInput
          {...input('secret_access_key')}
          maxLength={1024}
          autoComplete="new-password"
          description={words.secretHint}
        />
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.connect}
        </Button>
      </Group>
    </form>
  )
}
