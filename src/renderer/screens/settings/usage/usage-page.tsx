/** What the organization uses of its plan: credits, limits, prices and the ledger. */
import { useCallback } from 'react'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useIsOperator } from '../../../base/host/server-state.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { Balance } from './balance.tsx'
import { Ledger } from './ledger.tsx'
import { Limits } from './limits.tsx'
import { Prices } from './prices.tsx'

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
