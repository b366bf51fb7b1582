/** Shared secrets that people have seen who leave or have left: each is ended or renewed by a button, and none by itself. */
import { Button } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import type { RevealedSecret } from '../../../../shared/api/revealed-secrets.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { SecretOnce } from '../../../base/ui/secret-once.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.access.revealed

interface RevealedSecretsProps {
  /** Given, since dialogs are outside its context. */
  host: Host
  secrets: readonly RevealedSecret[]
  onChanged: () => void
}

export function RevealedSecrets({ host, secrets, onChanged }: RevealedSecretsProps) {
  return (
    <RecordTable
      label={words.title}
      columns={[words.secret, words.person, words.seen, { heading: words.actions, cells: 'actions' }]}
    >
      {secrets.map((secret) => {
        const { kind, object_id, name, user_id, email, full_name, revealed_at } = secret
        const { action, actionOf } = words.kinds[kind]
        return (
          <tr key={`${object_id} ${user_id}`}>
            <th scope="row" title={name}>
              {name}
              <small>{words.kinds[kind].title}</small>
            </th>
            <td>{full_name ?? email ?? user_id}</td>
            <td title={formatFullDate(revealed_at)}>{formatWhen(revealed_at)}</td>
            <td className={table.actions}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={actionOf(name)}
                onClick={() => replace(host, secret, onChanged)}
              >
                {action}
              </Button>
            </td>
          </tr>
        )
      })}
    </RecordTable>
  )
}

/** Ends the key, or replaces the token or the secret by one that is shown once. */
function replace(host: Host, { kind, object_id, name }: RevealedSecret, onChanged: () => void): void {
  const { actionOf, action, lost } = words.kinds[kind]
  confirm({
    title: actionOf(name),
    action,
    children: <p>{lost}</p>,
    onConfirm: async () => {
      const secret = await replaced(host, kind, object_id)
      onChanged()
      if (secret !== null) showOnce(words.newOf(name), secret)
    },
  })
}

async function replaced(host: Host, kind: RevealedSecret['kind'], id: string): Promise<string | null> {
  switch (kind) {
    case 'api_key':
      await host.api('apiKeys.delete', { params: { key_id: id } })
      return null
    case 'deployment_token':
      return (await host.api('deployments.rotateToken', { params: { deployment: id } })).auth_token
    case 'webhook_secret':
      return (await host.api('webhooks.rotateSecret', { params: { endpoint: id } })).secret
  }
}

function showOnce(title: string, secret: string): void {
  const id = openModal({
    title,
    size: 'md',
    closeOnEscape: false,
    closeOnClickOutside: false,
    withCloseButton: false,
    children: <SecretOnce secret={secret} hint={words.copyNow} onDone={() => closeModal(id)} />,
  })
}
