/**
 * Selects the automatic versions to delete: keeps all recent ones, then one for each day, and permanently those that are
 * named or shared.
 */
import type { StudioVersionRow } from '../../db/schema/studio.ts'

/** Number of the newest automatic versions that are kept, whatever their age. */
export const RECENT_VERSIONS = 40
/** Number of days for which the last automatic version of each day is kept. */
export const DAYS_KEPT = 60

const DAY_MS = 86_400_000

type Aged = Pick<StudioVersionRow, 'id' | 'kind' | 'visibility' | 'created_at'>

/** @param versions of one workflow and owner, oldest first */
export function surplusVersions<V extends Aged>(versions: readonly V[], now: Date): V[] {
  const automatic = versions.filter((v) => v.kind !== 'named' && v.visibility === 'me').reverse()
  const days = new Set<string>()
  return automatic.filter(({ created_at }, i) => {
    if (i < RECENT_VERSIONS) return false
    const day = created_at.slice(0, 10)
    if (days.has(day) || now.getTime() - Date.parse(created_at) > DAYS_KEPT * DAY_MS) return true
    days.add(day)
    return false
  })
}
