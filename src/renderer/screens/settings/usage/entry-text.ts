/** Entries of the ledger as text. */
import type { LedgerEntry } from '../../../../shared/api/usage.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import { formatMonth } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.usage.ledger
const works: Readonly<Record<string, string>> = words.works
const quantities: Readonly<Record<string, (n: number) => string>> = words.quantities

/** What the entry is for. A newer server may have other kinds of work. */
export function subjectOf({ kind, created_at, run_id, workflow_name, deployment_name }: LedgerEntry): string {
  if (kind === 'allowance') return words.allowance(formatMonth(created_at))
  if (kind === 'grant') return words.grant
  if (run_id !== null) return workflow_name === null ? words.deletedRun : words.run(workflow_name)
  if (deployment_name !== null) return words.uptimeOf(deployment_name)
  return works[kind] ?? words.other
}

/** The reason of the amount; null when there is nothing to add. */
export function noteOf(entry: LedgerEntry): string | null {
  const { kind, state, held_micro_usd, lapsed_micro_usd, amount_micro_usd, measure } = entry
  if (kind === 'allowance') {
    const granted = formatCredits(amount_micro_usd + lapsed_micro_usd)
    return lapsed_micro_usd > 0 ? words.lapsed(granted, formatExactCredits(lapsed_micro_usd)) : null
  }
  const estimate = formatExactCredits(held_micro_usd)
  if (state === 'held') return words.held(estimate)
  if (state === 'released') return words.released(estimate)
  if (state === 'charged') return words.charged(quantityOf(measure), estimate)
  return quantityOf(measure)
}

/** Null for a measure that this version does not know. */
function quantityOf(measure: LedgerEntry['measure']): string | null {
  for (const [unit, quantity] of Object.entries(measure)) {
    const counted = quantities[unit]
    if (counted) return counted(quantity)
  }
  return null
}
