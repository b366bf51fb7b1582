/** The connection setting: the embedded platform, and the user's servers. */
import { Badge, Button, Group } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { Server } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
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

interface ServerRowProps {
  server: Server
  active: boolean
  onEdit: () => void
  onDelete: () => void
  onUse: () => void
}

/** A server in the list: to edit, to delete, to use, or to sign in to again. */
function ServerRow({ server, active, onEdit, onDelete, onUse }: ServerRowProps) {
  const isSignedOut = useSignedOut(server)
  return (
    <Row label={server.name} hint={isSignedOut ? words.signedOut(server.address) : server.address}>
      <Group gap={8} wrap="nowrap">
        {isSignedOut ? (
          <Button aria-label={words.signInAgainTo(server.name)} onClick={onEdit}>
            {words.signInAgain}
          </Button>
        ) : (
          <Button variant="default" aria-label={words.editOf(server.name)} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {!active && (
          <Button variant="default" aria-label={words.deleteOf(server.name)} onClick={onDelete}>
            {texts.ui.words.delete}
          </Button>
        )}
        <Choice name={server.name} active={active} onUse={onUse} />
      </Group>
    </Row>
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

/**
 * Tests the stored sign-in of a server, which may have been ended there.
 * True once the server has rejected the sign-in. A server that can't be reached says nothing.
 */
function useSignedOut(server: Server): boolean {
  const { studio } = useHost()
  const [isSignedOut, setSignedOut] = useState(false)
  useEffect(() => {
    if (!server.signed_in) return setSignedOut(false)
    let isCurrent = true
    const { id, name, address } = server
    void studio
      .testServer({ id, name, address, api_key: null })
      .then(({ problem }) => {
        if (isCurrent) setSignedOut(problem?.code === 'key')
      })
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [studio, server])
  return isSignedOut
}
