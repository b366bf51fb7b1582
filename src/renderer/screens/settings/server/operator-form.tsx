/** Makes a person of the server an operator. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../base/messages/texts.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import classes from '../access-form.module.css'

const words = texts.server.operators

export function OperatorForm({ onAdded }: { onAdded: () => void }) {
  const host = useHost()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!email.trim()) return setError(texts.access.invites.enterEmail)
    setBusy(true)
    setError(null)
    try {
      await host.api('operator.addOperator', { body: { email: email.trim() } })
      setEmail('')
      onAdded()
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        aria-label={words.email}
        placeholder={words.email}
        value={email}
        error={error}
        onChange={(e) => setEmail(e.currentTarget.value)}
      />
      <Button type="submit" loading={busy}>
        {words.add}
      </Button>
    </form>
  )
}
