/** The limits of the plan with what is used of them. */
import type { Organization } from '../../../../shared/api/organizations.ts'
import { isUnlimited } from '../../../../shared/api/plans.ts'
import type { StorageUse } from '../../../../shared/api/storage.ts'
import type { OrganizationUsage } from '../../../../shared/api/usage.ts'
import { formatBytes, formatFullDate, formatTime } from '../../../base/format/format.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { Row } from '../row.tsx'
import classes from '../settings.module.css'
import { ShareBar } from '../share-bar.tsx'

const words = texts.usage.limits
const plan = texts.access.plan

interface LimitsProps {
  organization: Organization
  usage: OrganizationUsage
  /** Use of the whole server: null for all but operators. */
  storage: StorageUse | null
}

export function Limits({ organization, usage, storage }: LimitsProps) {
  const { max_users, max_images, max_storage_bytes, subscription_tier } = organization
  const members = organization.member_count + organization.pending_invite_count
  const isOwn = isUnlimited(max_users)
  return (
    <div className={classes.rows}>
      <Row label={plan.plan}>{isOwn ? plan.own : plan.tiers[subscription_tier]}</Row>
      <Row label={plan.members} hint={plan.membersHint}>
        <Used label={plan.members} used={members} limit={max_users} format={formatCount} />
      </Row>
      <Row label={plan.images} hint={words.imagesHint}>
        <Used label={plan.images} used={usage.images} limit={max_images} format={formatCount} />
      </Row>
      <Row label={words.storage} hint={words.storageHint(formatBytes(usage.image_bytes))}>
        <Used label={words.storage} used={usage.storage_bytes} limit={max_storage_bytes} format={formatBytes} />
      </Row>
      {storage && (
        <Row label={words.disk} hint={words.diskHint}>
          {formatBytes(storage.parts.reduce((sum, part) => sum + part.bytes, 0))}
        </Row>
      )}
      <Row
        label={words.requests}
        hint={
          isUnlimited(usage.requests_per_hour) ? undefined : words.requestsHint(formatTime(usage.requests_reset_at))
        }
      >
        {isUnlimited(usage.requests_per_hour) ? (
          plan.unlimited
        ) : (
          <span title={formatFullDate(usage.requests_reset_at)}>
            <Used
              label={words.requests}
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
  if (isUnlimited(limit)) return words.withoutLimit(format(used))
  return <ShareBar label={label} share={used / limit} text={plan.of(format(used), format(limit))} isUse />
}
