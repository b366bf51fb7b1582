/** The connection setting: the embedded platform, and the user's servers. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Server } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'
import { ServerForm } from './server-form.tsx'
import { Choice, ServerRow } from './server-row.tsx'

const words = texts.settings.connection

export function Connections() {
  const { studio } = useHost()
  const { value, error, reload } = useResource(useCallback(() => studio.listServers({}), [studio]))
  const [edited, setEdited] = useState<Server | 'new' | null>(null)
  if (error !== null) return <p role="alert">{error}</p>
  if (!value) return null

  // Every page of the host loads again once the connection has changed.
  const use = (id: string | null) =>
    studio.switchServer({ id }).catch((failure: unknown) => toastError(words.notSwitched, failure))
  const remove = ({ id, name }: Server) =>
    confirm({
      title: words.deleteTitle(name),
      children: words.deleteText,
      action: texts.ui.words.delete,
      onConfirm: async () => {
        const { not_signed_out } = await studio.deleteServer({ id })
        if (not_signed_out) toastError(words.keyLeft(name), new Error(messageText(not_signed_out)))
        await reload()
      },
    })
  const done = () => {
    setEdited(null)
    void reload()
  }

  return (
    <div className={classes.rows}>
      <Row label={words.embedded} hint={words.embeddedHint}>
        <Choice name={words.embedded} active={value.active === null} onUse={() => void use(null)} />
      </Row>
      {value.servers.map((server) => (
        <ServerRow
          key={server.id}
          server={server}
          active={value.active === server.id}
          onEdit={() => setEdited(server)}
          onDelete={() => remove(server)}
          onUse={() => void use(server.id)}
        />
      ))}
      {edited === null ? (
        <Row label={words.add} hint={words.addHint}>
          <Button variant="default" onClick={() => setEdited('new')}>
            {words.addServer}
          </Button>
        </Row>
      ) : (
        <ServerForm
          key={edited === 'new' ? edited : edited.id}
          server={edited === 'new' ? null : edited}
          onSaved={done}
          onCancel={() => setEdited(null)}
        />
      )}
    </div>
  )
}
