/** Shares a record with the organization, or makes it private again. */
import { IconLock, IconUsers } from '@tabler/icons-react'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import type { Owned } from '../../../base/records/record-calls.ts'
import { RefusableItem } from '../../../base/ui/refusable-item.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { useSharing } from './sharing.ts'

interface ShareProps {
  record: Owned | null | undefined
  onShare: (visibility: Visibility) => Promise<unknown>
}

export function ShareButton({ record, onShare }: ShareProps) {
  const sharing = useSharing(record, onShare)
  if (!sharing) return null
  const Icon = sharing.isOpenToAll ? IconLock : IconUsers
  return (
    <RowAction label={sharing.label} refused={sharing.refused} onClick={sharing.toggle}>
      <Icon size={16} stroke={1.6} />
    </RowAction>
  )
}

/** The same in a menu. */
export function ShareItem({ record, onShare }: ShareProps) {
  const sharing = useSharing(record, onShare)
  if (!sharing) return null
  const Icon = sharing.isOpenToAll ? IconLock : IconUsers
  return (
    <RefusableItem icon={<Icon size={15} />} refused={sharing.refused} onClick={sharing.toggle}>
      {sharing.label}
    </RefusableItem>
  )
}
