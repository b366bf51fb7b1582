/** The plan of the organization: its limits, and the use of those that are counted. */
import type { Organization } from '../../../../shared/api/organizations.ts'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import { formatBytes, formatDay } from '../../../base/format/format.ts'
import { formatCount } from '../../../base/messages/plural.ts'
import { texts } from '../../../base/messages/texts.ts'
import { formatCredits } from '../format-credits.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'
import { ShareBar } from '../share-bar.tsx'

const words = texts.access.plan

export function Plan({ organization }: { organization: Organization }) {
  const { credits_remaining, credits_monthly_allowance, credits_reset_at } = organization
  const members = organization.member_count + organization.pending_invite_count
  if (isUnlimited(organization.max_users)) {
    return (
      <div className={classes.rows}>
        <Row label={words.plan} hint={words.ownHint}>
          {words.own}
        </Row>
        <Row label={words.members} hint={words.membersHint}>
          {formatCount(members)}
        </Row>
        <Row label={words.images}>{words.unlimited}</Row>
        <Row label={words.storage}>{words.unlimited}</Row>
      </div>
    )
  }
  return (
    <div className={classes.rows}>
      <Row label={words.plan}>{words.tiers[organization.subscription_tier]}</Row>
      <Row label={words.members} hint={words.membersHint}>
        <ShareBar
          label={words.members}
          share={members / organization.max_users}
          text={words.of(formatCount(members), formatCount(organization.max_users))}
          isUse
        />
      </Row>
      <Row label={words.credits} hint={credits_reset_at ? words.creditsHint(formatDay(credits_reset_at)) : undefined}>
        <ShareBar
          label={words.credits}
          share={credits_monthly_allowance > 0 ? credits_remaining / credits_monthly_allowance : 0}
          text={words.of(formatCredits(credits_remaining), formatCredits(credits_monthly_allowance))}
        />
      </Row>
      <Row label={words.images}>{words.upTo(formatCount(organization.max_images))}</Row>
      <Row label={words.storage}>{words.upTo(formatBytes(organization.max_storage_bytes))}</Row>
    </div>
  )
}
