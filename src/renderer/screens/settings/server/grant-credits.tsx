/** The dialog that grants credits to an organization. */
import { Button, Group, NumberInput } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import type { OperatedOrganization } from '../../../../shared/api/operator.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.server.organizations
const MICRO_USD = 1_000_000
const MOST_USD = 1_000_000

export function grantCredits(host: Host, { id, name }: OperatedOrganization, onGranted: () => void): void {
  const modal = openModal({
    title: words.grantTo(name),
    size: 'sm',
    children: (
      <GrantForm
        onGrant={async (amount_micro_usd) => {
          await host.api('operator.grantCredits', { params: { organization_id: id }, body: { amount_micro_usd } })
          onGranted()
        }}
        onDone={() => closeModal(modal)}
      />
    ),
  })
}

interface GrantFormProps {
  onGrant: (microUsd: number) => Promise<void>
  onDone: () => void
}

function GrantForm({ onGrant, onDone }: GrantFormProps) {
  const [dollars, setDollars] = useState<number | string>('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const microUsd = Math.round(Number(dollars) * MICRO_USD)
    if (!(microUsd > 0)) return setError(words.enterAmount)
    setBusy(true)
    setError(null)
    try {
      await onGrant(microUsd)
      onDone()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <NumberInput
        label={words.amount}
        description={words.amountHint}
        prefix="$"
        min={0}
        max={MOST_USD}
        decimalScale={2}
        allowNegative={false}
        value={dollars}
        error={error}
        data-autofocus
        onChange={setDollars}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onDone}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.grant}
        </Button>
      </Group>
    </form>
  )
}
