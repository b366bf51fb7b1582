/** Rows of the ledger of credits, in micro-USD. */
type Time = string
type Json = string

/**
 * `available` can be spent, `held` is set aside for work in progress. The others are the house's side: credits that it
 * has `issued` (negative), `earned` by charges, and that have `lapsed` at the end of a month.
 */
export const ACCOUNT_KINDS = ['available', 'earned', 'held', 'issued', 'lapsed'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** The accounts of an organization always add up to 0. */
export interface AccountRow {
  organization_id: string
  kind: AccountKind
  balance: number
}

export interface LedgerTxnRow {
  id: string
  organization_id: string
  /** Names the change once for all time, such as `run:<id>`. */
  key: string
  /** Equal for repetitions of one change. */
  fingerprint: string
  /** The inputs of the price, for the audit. */
  detail: Json | null
  created_at: Time
}

/** The lines of a transaction add up to 0. */
export interface LedgerLineRow {
  txn_id: string
  kind: AccountKind
  amount: number
}
