/** What the organization uses of its plan: credits, limits, prices and the ledger. */
import { useCallback } from 'react'
import type { Organization } from '../../../../shared/api/organizations.ts'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import type { StorageUse } from '../../../../shared/api/storage.ts'
import type { OrganizationUsage, Price } from '../../../../shared/api/usage.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import { formatBytes, formatDay, formatFullDate, formatTime, humanise } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useIsOperator } from '../../../base/host/server-state.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { Row, ShareBar } from '../row.tsx'
import classes from '../settings.module.css'
import { Ledger } from './ledger.tsx'

const words = texts.usage
/** Runs are charged while the page is open. */
const EVERY_MS = 15_000

export function UsagePage() {
  const host = useHost()
  const isOperator = useIsOperator()
  const load = useCallback(async () => {
    const [organization, usage, storage] = await Promise.all([
      host.api('organizations.me', {}),
      host.api('organizations.usage', {}),
      isOperator ? host.api('operator.storage', {}) : null,
    ])
    return { organization, usage, storage }
  }, [host, isOperator])
  const { value, error, reload } = useResource(load, EVERY_MS)
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  const { organization, usage, storage } = value
  const isOwn = isUnlimited(organization.max_users)
  return (
    <>
      <Section title={words.balance.title}>
        {isOwn ? <p className={classes.prose}>{words.own}</p> : <Balance organization={organization} />}
      </Section>
      <Section title={words.limits.title}>
        <Limits organization={organization} usage={usage} storage={storage} />
      </Section>
      {usage.prices.length > 0 && (
        <Section title={words.prices.title}>
          <Prices prices={usage.prices} />
        </Section>
      )}
      {!isOwn && <Ledger everyMs={EVERY_MS} />}
    </>
  )
}

const balanceTexts = texts.usage.balance

/** The credits that are left of the allowance of this month. */
function Balance({ organization }: { organization: Organization }) {
  const { credits_remaining, credits_monthly_allowance, credits_reset_at } = organization
  return (
    <div className={classes.rows}>
      <Row label={balanceTexts.left} hint={balanceTexts.leftHint}>
        <ShareBar
          label={balanceTexts.left}
          share={credits_monthly_allowance > 0 ? credits_remaining / credits_monthly_allowance : 0}
          text={texts.access.plan.of(formatExactCredits(credits_remaining), formatCredits(credits_monthly_allowance))}
        />
      </Row>
      <Row label={balanceTexts.allowance} hint={balanceTexts.allowanceHint}>
        {formatCredits(credits_monthly_allowance)}
      </Row>
      {credits_reset_at !== null && <Row label={balanceTexts.reset}>{formatDay(credits_reset_at)}</Row>}
    </div>
  )
}

const priceTexts = texts.usage.prices
const kinds: Readonly<Record<string, string>> = priceTexts.kinds
const units: Readonly<Record<string, string>> = priceTexts.units
/** One frame costs parts of a cent. */
const QUANTITY = 1000

/** The prices of the plan. */
function Prices({ prices }: { prices: readonly Price[] }) {
  return (
    <div className={classes.rows}>
      {prices.map(({ kind, unit, micro_usd }) => (
        <Row key={`${kind} ${unit}`} label={kinds[kind] ?? humanise(kind)} hint={priceTexts.hint}>
          {priceTexts.each(formatExactCredits(micro_usd * QUANTITY), formatCount(QUANTITY), units[unit] ?? unit)}
        </Row>
      ))}
    </div>
  )
}

const limitTexts = texts.usage.limits
const plan = texts.access.plan

interface LimitsProps {
  organization: Organization
  usage: OrganizationUsage
  /** Use of the whole server: null for all but operators. */
  storage: StorageUse | null
}

/** The limits of the plan with what is used of them. */
function Limits({ organization, usage, storage }: LimitsProps) {
  const { max_users, max_images, max_storage_bytes, subscription_tier } = organization
  const members = organization.member_count + organization.pending_invite_count
  const isOwn = isUnlimited(max_users)
  return (
    <div className={classes.rows}>
      <Row label={plan.plan}>{isOwn ? plan.own : plan.tiers[subscription_tier]}</Row>
      <Row label={plan.members} hint={plan.membersHint}>
        <Used label={plan.members} used={members} limit={max_users} format={formatCount} />
      </Row>
      <Row label={plan.images} hint={limitTexts.imagesHint}>
        <Used label={plan.images} used={usage.images} limit={max_images} format={formatCount} />
      </Row>
      <Row label={limitTexts.storage} hint={limitTexts.storageHint(formatBytes(usage.image_bytes))}>
        <Used label={limitTexts.storage} used={usage.storage_bytes} limit={max_storage_bytes} format={formatBytes} />
      </Row>
      {storage && (
        <Row label={limitTexts.disk} hint={limitTexts.diskHint}>
          {formatBytes(storage.parts.reduce((sum, part) => sum + part.bytes, 0))}
        </Row>
      )}
      <Row
        label={limitTexts.requests}
        hint={
          isUnlimited(usage.requests_per_hour)
            ? undefined
            : limitTexts.requestsHint(formatTime(usage.requests_reset_at))
        }
      >
        {isUnlimited(usage.requests_per_hour) ? (
          plan.unlimited
        ) : (
          <span title={formatFullDate(usage.requests_reset_at)}>
            <Used
              label={limitTexts.requests}
              used={usage.requests_used}
              limit={usage.requests_per_hour}
              format={formatCount}
            />
          </span>
        )}
      </Row>
    </div>
  )
}

interface UsedProps {
  label: string
  used: number
  limit: number
  format: (amount: number) => string
}

function Used({ label, used, limit, format }: UsedProps) {
  if (isUnlimited(limit)) return limitTexts.withoutLimit(format(used))
  return <ShareBar label={label} share={used / limit} text={plan.of(format(used), format(limit))} isUse />
}
