/** The form of a server: name, address and key, with a test of what is typed. */
import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Server, ServerCheck } from '../../../../shared/bridge/servers.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { messageText } from '../../../base/messages/message-text.ts'
import { texts } from '../../../base/messages/texts.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import classes from '../settings.module.css'
import { EXAMPLE_ADDRESS } from './example-address.ts'

const words = texts.settings.connection

interface ServerFormProps {
  /** Null for a new one. */
  server: Server | null
  onSaved: () => void
  onCancel: () => void
}

export function ServerForm({ server, onSaved, onCancel }: ServerFormProps) {
  const { studio } = useHost()
  const [name, setName] = useState(server?.name ?? '')
  const [address, setAddress] = useState(server?.address ?? '')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState<'test' | 'save' | null>(null)
  const [said, setSaid] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)
  const edit = { id: server?.id ?? null, name, address, api_key: key.trim() === '' ? null : key.trim() }

  async function attempt(what: 'test' | 'save', work: () => Promise<void>) {
    setBusy(what)
    setSaid([])
    try {
      await work()
    } catch (error) {
      setFailed(true)
      setSaid([errorText(error)])
    }
    setBusy(null)
  }
  const test = () =>
    attempt('test', async () => {
      const check = await studio.testServer(edit)
      setFailed(check.problem !== null)
      setSaid(resultOf(check))
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt('save', () => studio.saveServer(edit).then(onSaved))
  }

  return (
    <form className={classes.serverForm} onSubmit={save} aria-label={words.form}>
      <TextInput label={words.name} value={name} maxLength={100} onChange={(e) => setName(e.currentTarget.value)} />
      <TextInput
        label={words.address}
        placeholder={EXAMPLE_ADDRESS}
        inputMode="url"
        spellCheck={false}
        value={address}
        onChange={(e) => setAddress(e.currentTarget.value)}
      />
      <PasswordInput
        label={words.key}
        description={server ? words.keyKept : undefined}
        autoComplete="off"
        value={key}
        onChange={(e) => setKey(e.currentTarget.value)}
      />
      <div role={failed ? 'alert' : 'status'} data-failed={failed || undefined}>
        {said.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Group gap={8}>
        <Button variant="default" loading={busy === 'test'} disabled={busy !== null} onClick={() => void test()}>
          {words.test}
        </Button>
        <Button type="submit" loading={busy === 'save'} disabled={busy !== null}>
          {words.save}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
      </Group>
    </form>
  )
}

function resultOf({ problem, notes, organization, role }: ServerCheck): string[] {
  if (problem) return [messageText(problem)]
  return [words.connected(organization ?? '', role ?? ''), ...notes.map(messageText)]
}
