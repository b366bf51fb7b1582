/** The rows of the ledger: the minutes of a deployment's uptime on one day are one row. */
import type { LedgerEntry } from '../../../../shared/api/usage.ts'

export interface UptimeDay {
  /** The same while older minutes are added. */
  key: string
  /** Newest first. */
  minutes: readonly LedgerEntry[]
  amount_micro_usd: number
  /** True when older minutes of the day can still follow. */
  isPartial: boolean
}

export type LedgerRow = LedgerEntry | UptimeDay

export const isUptimeDay = (row: LedgerRow): row is UptimeDay => 'minutes' in row

/** @param hasMore true when older entries were not read */
export function ledgerRows(entries: readonly LedgerEntry[], hasMore: boolean): LedgerRow[] {
  const rows: LedgerRow[] = []
  const days = new Map<string, UptimeDay & { minutes: LedgerEntry[] }>()
  const last = entries.at(-1)
  const lastDay = hasMore && last ? dayOf(last) : null
  for (const entry of entries) {
    if (entry.deployment_id === null) {
      rows.push(entry)
      continue
    }
    const key = `${entry.deployment_id} ${dayOf(entry)}`
    const day = days.get(key)
    if (day) {
      day.minutes.push(entry)
      day.amount_micro_usd += entry.amount_micro_usd
      continue
    }
    const { amount_micro_usd } = entry
    const added = { key, minutes: [entry], amount_micro_usd, isPartial: dayOf(entry) === lastDay }
    days.set(key, added)
    rows.push(added)
  }
  // A single minute is an entry like others.
  return rows.map((row) => (isUptimeDay(row) && row.minutes.length === 1 ? (row.minutes[0] ?? row) : row))
}

/** In the time zone of the reader. */
const dayOf = ({ created_at }: LedgerEntry): string => new Date(created_at).toDateString()
