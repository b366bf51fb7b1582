/** The connected buckets of the organization. */
import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { IconCloud, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useCallback, useState } from 'react'
import type { StorageConnection } from '../../../../shared/api/storage-connections.ts'
import {
  PROVIDER_SETTINGS,
  STORAGE_PROVIDERS,
  type StorageProvider,
} from '../../../../shared/domain/storage-provider.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { confirm } from '../../../base/ui/confirm.tsx'
import { errorText } from '../../../base/ui/error-text.ts'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'

const words = texts.storageConnections
/** The most buckets that one call lists; no organization has more. */
const MOST = 500

export function StorageConnectionsPage() {
  const host = useHost()
  const refused = useRoleRefusal('admin')
  const connections = useResource(
    useCallback(() => host.api('storageConnections.list', { query: { limit: MOST } }), [host]),
  )
  return (
    <Section
      title={words.title}
      aside={
        refused === null && (
          <Button className={table.aside} onClick={() => connectBucket(host, () => void connections.reload())}>
            {words.new}
          </Button>
        )
      }
    >
      <p className={classes.prose}>{words.about}</p>
      <Connections connections={connections} />
    </Section>
  )
}

function Connections({ connections }: { connections: Resource<StorageConnection[]> }) {
  const { value, error } = connections
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={connections.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconCloud size={20} stroke={1.6} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.connection,
        words.provider,
        words.bucket,
        words.checked,
        { heading: words.actions, cells: 'actions' },
      ]}
    >
      {value.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} connections={connections} />
      ))}
    </RecordTable>
  )
}

interface ConnectionRowProps {
  connection: StorageConnection
  connections: Resource<StorageConnection[]>
}

/** A row of the table of buckets: the time of its last check, and its actions. */
function ConnectionRow({ connection, connections }: ConnectionRowProps) {
  const host = useHost()
  const refused = useRoleRefusal('admin')
  const [checking, setChecking] = useState(false)
  const { id, name, provider, bucket, prefix, endpoint, region, last_verified_at } = connection
  const params = { connection_id: id }

  const check = async () => {
    setChecking(true)
    try {
      const { valid, error, text } = await host.api('storageConnections.validate', { params })
      if (valid) toastInfo(words.works(name))
      else throw new Error(messageText(saidOf({ message: error ?? '', text })))
    } catch (error) {
      toastError(words.checkFailed(name), error)
    }
    setChecking(false)
    await connections.reload()
  }
  const remove = () =>
    confirm({
      title: words.deleteTitle(name),
      action: words.deleteAction,
      children: <p>{words.deleteLost}</p>,
      onConfirm: async () => {
        await host.api('storageConnections.delete', { params })
        await connections.reload()
      },
    })

  return (
    <tr>
      <th scope="row" title={name}>
        {name}
        <small>{endpoint ?? region}</small>
      </th>
      <td>{words.providers[provider]}</td>
      <td title={bucket}>
        {bucket}
        {prefix !== null && <small>{prefix}</small>}
      </td>
      <td title={last_verified_at === null ? undefined : formatFullDate(last_verified_at)}>
        {last_verified_at === null ? words.never : formatWhen(last_verified_at)}
      </td>
      <td className={table.actions}>
        <div>
          <RowAction label={words.check(name)} disabled={checking} onClick={() => void check()}>
            <IconPlugConnected size={16} stroke={1.6} />
          </RowAction>
          <RowAction label={words.delete(name)} refused={refused} onClick={remove}>
            <IconTrash size={16} stroke={1.6} />
          </RowAction>
        </div>
      </td>
    </tr>
  )
}

const PROVIDERS = STORAGE_PROVIDERS.map((value) => ({ value, label: words.providers[value] }))

/** The texts of the form, by the names of the API. */
const FIELDS = ['name', 'bucket', 'region', 'endpoint', 'access_key_id', 'secret_access_key', 'prefix'] as const
type Field = (typeof FIELDS)[number]
type Values = Record<Field, string>
const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values

/** The dialog that connects a bucket, with the fields of the chosen provider. */
function connectBucket(host: Host, onConnected: () => void): void {
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
