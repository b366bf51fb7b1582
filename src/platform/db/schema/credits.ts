/** Credits in micro-USD: accounts of organizations, and a ledger by double entry. */
import { type SchemaModule, sql } from 'kysely'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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

async function createAccounts(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('kind', 'text', required)
    .addColumn('balance', 'integer', required)
    .addPrimaryKeyConstraint('accounts_key', ['organization_id', 'kind'])
    .addCheckConstraint('accounts_not_negative', sql`balance >= 0 or kind in ('issued', 'earned', 'lapsed')`)
    .execute()
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

async function createLedgerTxns(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('ledger_txns')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('detail', 'text')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('ledger_txns_once', ['organization_id', 'key'])
    .execute()
}

/** The lines of a transaction add up to 0. */
export interface LedgerLineRow {
  txn_id: string
  kind: AccountKind
  amount: number
}

async function createLedgerLines(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('ledger_lines')
    .addColumn('txn_id', 'text', partOf('ledger_txns.id'))
    .addColumn('kind', 'text', required)
    .addColumn('amount', 'integer', required)
    .addPrimaryKeyConstraint('ledger_lines_key', ['txn_id', 'kind'])
    .execute()
}

export interface CreditTables {
  accounts: AccountRow
  ledger_txns: LedgerTxnRow
  ledger_lines: LedgerLineRow
}

export const creditTables: TableGroup = [createAccounts, createLedgerTxns, createLedgerLines]
