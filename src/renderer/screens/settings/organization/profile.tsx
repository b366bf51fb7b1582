/** Name and description of the organization. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Organization } from '../../../../shared/api/organizations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from '../access-form.module.css'

const words = texts.access.organization

interface ProfileProps {
  organization: Organization
  onSaved: (organization: Organization) => void
}

export function Profile({ organization, onSaved }: ProfileProps) {
  const host = useHost()
  const [name, setName] = useState(organization.name)
  const [description, setDescription] = useState(organization.description ?? '')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const next = { name: name.trim(), description: description.trim() || null }
  const isChanged = next.name !== organization.name || next.description !== organization.description

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (next.name === '') return setError(texts.ui.askName.enterName)
    setBusy(true)
    setError(null)
    try {
      onSaved(await host.api('organizations.updateMe', { body: next }))
      toastInfo(words.saved)
    } catch (failure) {
      setError(errorText(failure))
    }
    setBusy(false)
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <TextInput
        label={words.name}
        maxLength={100}
        value={name}
        error={error}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <Textarea
        label={words.description}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(e) => setDescription(e.currentTarget.value)}
      />
      <Button type="submit" disabled={!isChanged} loading={busy}>
        {words.save}
      </Button>
    </form>
  )
}
