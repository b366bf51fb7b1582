/** The credits that are left of the allowance of this month. */
import type { Organization } from '../../../../shared/api/organizations.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import { formatDay } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'
import { ShareBar } from '../share-bar.tsx'

const words = texts.usage.balance

export function Balance({ organization }: { organization: Organization }) {
  const { credits_remaining, credits_monthly_allowance, credits_reset_at } = organization
  return (
    <div className={classes.rows}>
      <Row label={words.left} hint={words.leftHint}>
        <ShareBar
          label={words.left}
          share={credits_monthly_allowance > 0 ? credits_remaining / credits_monthly_allowance : 0}
          text={texts.access.plan.of(formatExactCredits(credits_remaining), formatCredits(credits_monthly_allowance))}
        />
      </Row>
      <Row label={words.allowance} hint={words.allowanceHint}>
        {formatCredits(credits_monthly_allowance)}
      </Row>
      {credits_reset_at !== null && <Row label={words.reset}>{formatDay(credits_reset_at)}</Row>}
    </div>
  )
}
