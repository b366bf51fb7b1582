/** Prompts for a name in a small dialog. */
import { Button, Group, TextInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { errorText } from './error-text.ts'

interface AskNameOptions {
  title: string
  initial: string
  action: string
  /** May reject: the error's sentence appears under the field and the dialog stays open. */
  onName: (name: string) => Promise<void>
}

export function askName(options: AskNameOptions): void {
  const id = openModal({
    title: options.title,
    size: 'sm',
    children: <NameForm {...options} onDone={() => closeModal(id)} />,
  })
}

function NameForm({ initial, action, onName, onDone }: AskNameOptions & { onDone: () => void }) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const trimmed = name.trim()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!trimmed) return setError(texts.ui.askName.enterName)
    setBusy(true)
    try {
      if (trimmed !== initial) await onName(trimmed)
      onDone()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <TextInput
        label={texts.ui.words.name}
        size="sm"
        maxLength={100}
        value={name}
        error={error}
        data-autofocus
        onFocus={(e) => e.currentTarget.select()}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </form>
  )
}
