/** The API keys of the organization. */
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { IconEye, IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useCallback, useState } from 'react'
import { APP_KEY_NAME, type ApiKey } from '../../../../shared/api/api-keys.ts'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { errorText } from '../../../base/ui/error-text.ts'
import { Empty, Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { canReveal, revealSecret } from '../../../base/ui/reveal-secret.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { createKey, expiryText, LimitInput } from './create-key.tsx'

const words = texts.access.keys
const revealWords = texts.access.reveal

export function ApiKeys() {
  const host = useHost()
  const keys = useResource(useCallback(() => host.api('apiKeys.list', { query: {} }), [host]))
  return (
    <Section
      title={words.title}
      aside={
        <Button className={table.aside} onClick={() => createKey(host, () => void keys.reload())}>
          {words.new}
        </Button>
      }
    >
      <p className={classes.prose}>{words.about}</p>
      <Keys keys={keys} />
    </Section>
  )
}

function Keys({ keys }: { keys: Resource<ApiKey[]> }) {
  const { value, error } = keys
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={keys.reload} />
  if (value.length === 0) {
    return (
      <Empty icon={<IconKey size={20} stroke={1.6} />} title={words.none}>
        {words.noneHint}
      </Empty>
    )
  }
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.key,
        texts.access.role,
        { heading: words.limit, cells: 'number' },
        words.lastUsed,
        words.expires,
        words.active,
        { heading: words.actions, cells: 'actions' },
      ]}
    >
      {value.map((key) => (
        <KeyRow key={key.id} apiKey={key} keys={keys} />
      ))}
    </RecordTable>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  keys: Resource<ApiKey[]>
}

function KeyRow({ apiKey, keys }: KeyRowProps) {
  const host = useHost()
  const { id, name, key_prefix, role, rate_limit, last_used_at, expires_at, is_active } = apiKey
  // Without its key the app could no longer call the platform.
  const ofApp = name === APP_KEY_NAME
  const turn = async (active: boolean) => {
    const show = (shown: boolean) => keys.patch((all) => all.map((k) => (k.id === id ? { ...k, is_active: shown } : k)))
    show(active)
    try {
      await host.api('apiKeys.update', { params: { key_id: id }, body: { is_active: active } })
    } catch (error) {
      show(!active)
      toastError(words.notChanged, error)
    }
  }
  const revoke = () =>
    confirm({
      title: words.revokeTitle(name),
      action: words.revokeAction,
      children: <p>{words.revokeLost}</p>,
      onConfirm: async () => {
        await host.api('apiKeys.delete', { params: { key_id: id } })
        await keys.reload()
      },
    })
  const reveal = () =>
    revealSecret(
      revealWords.keyTitle(name),
      async () => (await host.api('apiKeys.reveal', { params: { key_id: id } })).api_key,
    )
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
        <small>
          <code>{key_prefix}…</code>
        </small>
      </th>
      <td>{texts.access.roles[role]}</td>
      <td className={table.number}>
        {isUnlimited(rate_limit) ? texts.access.plan.unlimited : formatCount(rate_limit)}
      </td>
      <td title={last_used_at === null ? undefined : formatFullDate(last_used_at)}>
        {last_used_at === null ? words.neverUsed : formatWhen(last_used_at)}
      </td>
      <td title={expires_at === null ? undefined : formatFullDate(expires_at)}>{expiryText(expires_at)}</td>
      {ofApp ? (
        <td colSpan={2}>{words.ofApp}</td>
      ) : (
        <>
          <td>
            <Switch
              aria-label={words.activeOf(name)}
              checked={is_active}
              onChange={(e) => void turn(e.currentTarget.checked)}
            />
          </td>
          <td className={table.actions}>
            <div>
              {canReveal(host.info, apiKey) && (
                <RowAction label={revealWords.ofKey(name)} onClick={reveal}>
                  <IconEye size={16} stroke={1.6} />
                </RowAction>
              )}
              <RowAction label={words.edit(name)} onClick={() => editKey(host, apiKey, () => void keys.reload())}>
                <IconPencil size={16} stroke={1.6} />
              </RowAction>
              <RowAction label={words.revoke(name)} onClick={revoke}>
                <IconTrash size={16} stroke={1.6} />
              </RowAction>
            </div>
          </td>
        </>
      )}
    </tr>
  )
}

/** The dialog that renames a key and changes its limit. */
function editKey(host: Host, key: ApiKey, onChanged: () => void): void {
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
