/** A server in the list: to edit, to delete, to use, or to sign in to again. */
import { Badge, Button, Group } from '@mantine/core'
import type { Server } from '../../../../shared/bridge/servers.ts'
import { texts } from '../../../texts/texts.ts'
import { Row } from '../row.tsx'
import { useSignedOut } from './use-signed-out.ts'

const words = texts.settings.connection

interface ServerRowProps {
  server: Server
  active: boolean
  onEdit: () => void
  onDelete: () => void
  onUse: () => void
}

export function ServerRow({ server, active, onEdit, onDelete, onUse }: ServerRowProps) {
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

export function Choice({ name, active, onUse }: { name: string; active: boolean; onUse: () => void }) {
  if (active) return <Badge variant="light">{words.inUse}</Badge>
  return (
    <Button aria-label={words.switchTo(name)} onClick={onUse}>
      {words.switch}
    </Button>
  )
}
