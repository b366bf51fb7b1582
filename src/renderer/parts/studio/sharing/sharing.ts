/** Sharing of the Studio's records with the organization: who may share or change one, and in what words. */
import { useState } from 'react'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import type { Visibility } from '../../../../shared/api/studio-records.ts'
import { useRoleRefusal } from '../../../base/host/role-refusal.ts'
import { useIsOwnInstallation, useRole } from '../../../base/host/server-state.tsx'
import type { Owned } from '../../../base/records/record-calls.ts'
import { toastError, toastUndo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

const T = texts.sharing

/** “Shared by Ana Costa”, or that it is the caller's own and shared; null for a private record. */
export function ownerText(record: Owned | null | undefined): string | null {
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
export function useSharing(
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
