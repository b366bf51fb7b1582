/** The dialog that shows a secret again, to people who have signed in to a server. */
import { Button, Group } from '@mantine/core'
import { closeModal, openModal, updateModal } from '@mantine/modals'
import { useState } from 'react'
import { ROLES, type Role, roleAtLeast } from '../../../shared/api/endpoint.ts'
import type { HostInfo } from '../../../shared/bridge/studio.ts'
import { texts } from '../../texts/texts.ts'
import { errorText } from './error-text.ts'
import classes from './secret-once.module.css'
import { SecretOnce } from './secret-once.tsx'

const words = texts.access.reveal

/** `of`: a key; the secret of a person’s one is shown to the person only. A key of an older server names no person. */
export function canReveal(
  { account }: HostInfo,
  { role: of, user_id = null }: { role: Role; user_id?: string | null } = { role: 'viewer' },
): boolean {
  if (user_id !== null && user_id !== account?.user_id) return false
  const role = ROLES.find((known) => known === account?.role)
  return role !== undefined && roleAtLeast(role, 'member') && roleAtLeast(role, of)
}

/** `read` may reject: the reason is shown in place of the secret. */
export function revealSecret(title: string, read: () => Promise<string>): void {
  const id = openModal({
    title,
    size: 'md',
    children: (
      <Reveal
        read={async () => {
          const secret = await read()
          // Only the button closes it now: the secret would be lost until the next sign-in.
          updateModal({ modalId: id, closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false })
          return secret
        }}
        onDone={() => closeModal(id)}
      />
    ),
  })
}

function Reveal({ read, onDone }: { read: () => Promise<string>; onDone: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (secret !== null) return <SecretOnce secret={secret} hint={words.hint} onDone={onDone} />

  async function show() {
    setBusy(true)
    try {
      setSecret(await read())
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <>
      {error === null ? (
        <p className={classes.hint}>{words.about}</p>
      ) : (
        <p className={classes.refusal} role="alert">
          {error}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={busy} onClick={onDone}>
          {error === null ? texts.ui.words.cancel : words.close}
        </Button>
        {error === null && (
          <Button loading={busy} data-autofocus onClick={() => void show()}>
            {words.action}
          </Button>
        )}
      </Group>
    </>
  )
}
