/** Sends the e-mail address of a person, and shows why it was refused. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText } from '../../base/ui/error-text.ts'
import { texts } from '../../texts/texts.ts'
import classes from './access-form.module.css'

interface EmailFormProps {
  label: string
  button: string
  send: (email: string) => Promise<unknown>
  onSent: () => void
  /** Controls between the address and the button. */
  children?: ReactNode
}

export function EmailForm({ label, button, send, onSent, children }: EmailFormProps) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!email.trim()) return setError(texts.access.invites.enterEmail)
    setBusy(true)
    setError(null)
    try {
      await send(email.trim())
      setEmail('')
      onSent()
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        aria-label={label}
        placeholder={label}
        value={email}
        error={error}
        onChange={(e) => setEmail(e.currentTarget.value)}
      />
      {children}
      <Button type="submit" loading={busy}>
        {button}
      </Button>
    </form>
  )
}
