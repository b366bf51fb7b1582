/** A row of the table of buckets: the time of its last check, and its actions. */
import { IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { StorageConnection } from '../../../../shared/api/storage-connections.ts'
import { saidOf } from '../../../../shared/messages/said.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import type { Resource } from '../../../base/ui/use-resource.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.storageConnections

interface ConnectionRowProps {
  connection: StorageConnection
  connections: Resource<StorageConnection[]>
}

export function ConnectionRow({ connection, connections }: ConnectionRowProps) {
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
