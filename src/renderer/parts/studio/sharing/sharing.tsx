/** Sharing of the Studio's records with the organization: who may share or change one, and in what words. */
import { IconLock, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import { useIsOwnInstallation, useRole, useRoleRefusal } from '../../../base/host/server-state.tsx'
import type { Owned } from '../../../base/records/record-calls.ts'
import { RefusableItem } from '../../../base/ui/refusable-item.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { toastError, toastUndo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './sharing.module.css'

const T = texts.sharing

/** “Shared by Ana Costa”, or that it is the caller's own and shared; null for a private record. */
function ownerText(record: Owned | null | undefined): string | null {
  if (!record || (record.is_own && record.visibility === 'me')) return null
  if (record.is_own) return T.shared
  return record.owner_name === null ? T.bySomebody : T.by(record.owner_name)
}

/** The reason why the caller may not change a record of somebody else; null when it may, or the role is not known. */
export function useChangeRefusal(record: Owned | null | undefined): string | null {
  const role = useRole()
  const owner = ownerText(record)
  if (owner === null || record?.is_own || !role || roleAtLeast(role, 'member')) return null
  const { roles } = texts.access
  return T.readOnly(owner, roles.member, roles[role])
}

export interface Sharing {
  isOpenToAll: boolean
  /** The name of the button that changes it. */
  label: string
  /** The reason why the caller may not change it; null when it may. */
  refused: string | null
  /** Changes it at once, and offers to undo that. */
  toggle(): void
}

/**
 * Returns null for records of others, and on the embedded platform, which has nobody to share with.
 * @param share saves the visibility of the record
 */
function useSharing(
  record: Owned | null | undefined,
  share: (visibility: Visibility) => Promise<unknown>,
): Sharing | null {
  const isAlone = useIsOwnInstallation()
  const refused = useRoleRefusal('member')
  const [busy, setBusy] = useState(false)
  if (isAlone || !record?.is_own) return null
  const isOpenToAll = record.visibility === 'organization'

  async function become(next: Visibility, isUndo: boolean): Promise<void> {
    setBusy(true)
    try {
      await share(next)
      if (!isUndo) {
        const undo = () => void become(next === 'me' ? 'organization' : 'me', true)
        toastUndo(next === 'me' ? T.isPrivate : T.nowShared, { commit: () => {}, undo })
      }
    } catch (error) {
      toastError(T.notChanged, error)
    }
    setBusy(false)
  }

  return {
    isOpenToAll,
    label: isOpenToAll ? T.unshare : T.share,
    refused: isOpenToAll ? null : refused,
    toggle: () => {
      if (!busy) void become(isOpenToAll ? 'me' : 'organization', false)
    },
  }
}

interface OwnerNoteProps {
  record: Owned | null | undefined
  /** The reason why the caller may not change the record, which is displayed in full. */
  refused?: string | null
}

/** Whose a record is, and that the organization sees it; nothing beside a private record. */
export function OwnerNote({ record, refused = null }: OwnerNoteProps) {
  const text = ownerText(record)
  if (text === null) return null
  return (
    <span className={classes.owner} data-refused={refused !== null || undefined} title={text}>
      <IconUsers size={14} stroke={1.6} aria-hidden />
      <span>{refused ?? text}</span>
    </span>
  )
}

interface ShareProps {
  record: Owned | null | undefined
  onShare: (visibility: Visibility) => Promise<unknown>
}

/** Shares a record with the organization, or makes it private again. */
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
