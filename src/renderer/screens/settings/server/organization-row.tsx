/** An organization: its plan can be changed, and credits granted. */
import { Button, Group, NumberInput, Select } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { IconCoin } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { OperatedOrganization } from '../../../../shared/api/operator.ts'
import { isUnlimited, PLAN_NAMES, type PlanName } from '../../../../shared/api/plans.ts'
import { formatCredits } from '../../../base/format/credits.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import table from '../../../base/ui/record-table.module.css'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.server.organizations
const { tiers, own, of } = texts.access.plan
const PLANS = PLAN_NAMES.map((value) => ({ value, label: value === 'embedded' ? own : tiers[value] }))

interface OrganizationRowProps {
  organization: OperatedOrganization
  onChanged: () => void
}

export function OrganizationRow({ organization, onChanged }: OrganizationRowProps) {
  const host = useHost()
  const { id, name, slug, plan } = organization
  const give = async (next: PlanName) => {
    try {
      await host.api('operator.updateOrganization', { params: { organization_id: id }, body: { plan: next } })
    } catch (error) {
      toastError(words.notChanged, error)
    }
    onChanged()
  }
  const isOwn = plan === 'embedded'
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
        <small>{slug}</small>
      </th>
      <td>
        <Select
          aria-label={words.planOf(name)}
          data={PLANS}
          value={plan}
          w={200}
          allowDeselect={false}
          onChange={(next) => next && next !== plan && void give(next as PlanName)}
        />
      </td>
      <td>{used(organization.member_count, organization.max_users, formatCount)}</td>
      <td>{used(organization.images, organization.max_images, formatCount)}</td>
      <td>{used(organization.storage_bytes, organization.max_storage_bytes, formatBytes)}</td>
      <td className={table.number}>{isOwn ? '–' : formatCredits(organization.credits_remaining)}</td>
      <td className={table.actions}>
        <RowAction
          label={words.grantTo(name)}
          refused={isOwn ? words.needsNone : null}
          onClick={() => grantCredits(host, organization, onChanged)}
        >
          <IconCoin size={16} stroke={1.6} />
        </RowAction>
      </td>
    </tr>
  )
}

const used = (amount: number, limit: number, format: (amount: number) => string): string =>
  isUnlimited(limit) ? format(amount) : of(format(amount), format(limit))

const MICRO_USD = 1_000_000
const MOST_USD = 1_000_000

/** The dialog that grants credits to an organization. */
function grantCredits(host: Host, { id, name }: OperatedOrganization, onGranted: () => void): void {
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
