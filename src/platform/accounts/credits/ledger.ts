/**
 * The ledger of credits, by double entry: the lines of each transaction add up to 0. Accounts are locked before
 * anything is read, so that concurrent changes of an organization follow one another.
 */
import type { Transaction } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { newId, toJsonOrNull } from '../../db/database.ts'
import { ACCOUNT_KINDS, type AccountKind } from '../../db/schema/credits.ts'
import type { Tables } from '../../db/tables.ts'

export type Tx = Transaction<Tables>
/** Micro-USD by account; positive amounts enter it. */
export type Lines = Readonly<Partial<Record<AccountKind, number>>>

export interface Posting {
  organizationId: string
  /** A second posting of the same key and lines does nothing. */
  key: string
  lines: Lines
  /** JSON; kept for the audit. */
  detail?: unknown
  at: Date
}

/** Begins the key of a hold; the rest is the key of the transaction that ends it. */
export const HOLD = 'hold:'

const NOT_BELOW_ZERO: readonly AccountKind[] = ['available', 'held']

/**
 * False when this was posted before.
 * @throws ApiError insufficient_credits when an account would fall below 0: the transaction has to be rolled back then.
 * @throws Error for lines that do not add up to 0, and for other lines under a key that is in use.
 */
export async function post(tx: Tx, { organizationId, key, lines, detail, at }: Posting): Promise<boolean> {
  const amounts = amountsOf(lines)
  if (amounts.reduce((sum, [, amount]) => sum + amount, 0) !== 0) throw new Error(`${key} does not add up to 0.`)
  const fingerprint = amounts.map(([kind, amount]) => `${kind} ${amount}`).join(', ')
  await lockAccounts(tx, organizationId)
  const posted = await tx
    .selectFrom('ledger_txns')
    .select('fingerprint')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (posted && posted.fingerprint !== fingerprint) throw new Error(`${key} was posted with other lines.`)
  if (posted) return false
  const id = newId()
  await tx
    .insertInto('ledger_txns')
    .values({
      id,
      organization_id: organizationId,
      key,
      fingerprint,
      detail: toJsonOrNull(detail),
      created_at: at.toISOString(),
    })
    .execute()
  for (const [kind, amount] of amounts) {
    await move(tx, organizationId, kind, amount)
    await tx.insertInto('ledger_lines').values({ txn_id: id, kind, amount }).execute()
  }
  return true
}

function amountsOf(lines: Lines): [AccountKind, number][] {
  const amounts = ACCOUNT_KINDS.map((kind): [AccountKind, number] => [kind, lines[kind] ?? 0])
  for (const [kind, amount] of amounts) {
    if (!Number.isSafeInteger(amount)) throw new Error(`${amount} of ${kind} is no whole number of micro-USD.`)
  }
  return amounts.filter(([, amount]) => amount !== 0)
}

async function move(tx: Tx, organizationId: string, kind: AccountKind, amount: number): Promise<void> {
  let change = tx
    .updateTable('accounts')
    .set((e) => ({ balance: e('balance', '+', amount) }))
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
  if (NOT_BELOW_ZERO.includes(kind)) change = change.where((e) => e(e('balance', '+', amount), '>=', 0))
  const { numUpdatedRows } = await change.executeTakeFirst()
  if (numUpdatedRows > 0n) return
  throw insufficientCredits(-amount, await balanceOf(tx, organizationId, kind))
}

/** Amounts in micro-USD. */
export const insufficientCredits = (needed: number, available: number): ApiError =>
  new ApiError(
    'insufficient_credits',
    message('credits.insufficient', { needed: dollars(needed), available: dollars(available) }),
  )

/** Makes other changes of the organization's credits wait until the transaction ends. */
export async function lockAccounts(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values(ACCOUNT_KINDS.map((kind) => ({ organization_id: organizationId, kind, balance: 0 })))
    .onConflict((c) => c.columns(['organization_id', 'kind']).doNothing())
    .execute()
  await tx
    .updateTable('accounts')
    .set((e) => ({ balance: e.ref('balance') }))
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'available')
    .execute()
}

/** 0 for an organization that has no accounts yet. */
export async function balanceOf(
  db: Pick<Tx, 'selectFrom'>,
  organizationId: string,
  kind: AccountKind,
): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** The amounts of a transaction, by account; null when it was not posted. */
export async function postedLines(
  db: Pick<Tx, 'selectFrom'>,
  organizationId: string,
  key: string,
): Promise<Lines | null> {
  const rows = await db
    .selectFrom('ledger_txns as t')
    .leftJoin('ledger_lines as l', 'l.txn_id', 't.id')
    .select(['l.kind', 'l.amount'])
    .where('t.organization_id', '=', organizationId)
    .where('t.key', '=', key)
    .execute()
  if (rows.length === 0) return null
  return Object.fromEntries(rows.flatMap(({ kind, amount }) => (kind === null ? [] : [[kind, amount]])))
}

/** The amount in dollars, such as `0.036`: rounded up to hundredths of a cent, so that a small lack is not `0`. */
const dollars = (microUsd: number): string => String(Math.ceil(microUsd / 100) / 10_000)
