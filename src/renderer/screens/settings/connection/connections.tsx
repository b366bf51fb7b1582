/** The connection setting: the embedded platform, and the user's servers. */
import { Badge, Button, Group } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Server } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'
import { ServerForm } from './server-form.tsx'

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
      onConfirm: () => studio.deleteServer({ id }).then(reload),
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
        <Row key={server.id} label={server.name} hint={server.address}>
          <Group gap={8} wrap="nowrap">
            <Button variant="default" aria-label={words.editOf(server.name)} onClick={() => setEdited(server)}>
              {words.edit}
            </Button>
            {value.active !== server.id && (
              <Button variant="default" aria-label={words.deleteOf(server.name)} onClick={() => remove(server)}>
                {texts.ui.words.delete}
              </Button>
            )}
            <Choice name={server.name} active={value.active === server.id} onUse={() => void use(server.id)} />
          </Group>
        </Row>
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

function Choice({ name, active, onUse }: { name: string; active: boolean; onUse: () => void }) {
  if (active) return <Badge variant="light">{words.inUse}</Badge>
  return (
    <Button aria-label={words.switchTo(name)} onClick={onUse}>
      {words.switch}
    </Button>
  )
}
