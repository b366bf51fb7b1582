/** The ledger as people read it: the hold of a piece of work and the end of the hold are one entry. */
import { sql } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import type { LedgerEntry, LedgerKind, LedgerList } from '../../../shared/api/usage.ts'
import { type Database, fromJsonOrNull } from '../../db/database.ts'
import { countedPage, paginatedListOf } from '../../db/pages.ts'
import type { LedgerTxnRow } from '../../db/schema/credits.ts'
import { isAllowance } from './credits.ts'
import { HOLD, type Lines } from './ledger.ts'
import { deploymentOfUptime, runOfHold } from './uptime-charges.ts'

interface Detail {
  kind?: LedgerKind
  measure?: Record<string, number>
  released?: boolean
}

/** A transaction with its lines. */
type Posted = LedgerTxnRow & { lines: Lines }

/** An entry takes the place of its first transaction: the end of a hold has none of its own. */
export async function listLedger(db: Database, organizationId: string, page: Page): Promise<LedgerList> {
  const first = db
    .selectFrom('ledger_txns')
    .where('ledger_txns.organization_id', '=', organizationId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('ledger_txns as hold')
            .select('hold.id')
            .whereRef('hold.organization_id', '=', 'ledger_txns.organization_id')
            .where('hold.key', '=', sql<string>`${sql.lit(HOLD)} || ${sql.ref('ledger_txns.key')}`),
        ),
      ),
    )
  const found = await countedPage(first, first.selectAll().orderBy('ledger_txns.id', 'desc'), page)
  const ends = await endsOf(db, organizationId, found.rows)
  const lines = await linesOf(db, [...found.rows, ...ends.values()])
  const posted = (row: LedgerTxnRow): Posted => ({ ...row, lines: lines.get(row.id) ?? {} })
  const names = await workflowNames(db, organizationId, found.rows)
  const deployments = await deploymentNames(db, organizationId, found.rows)
  return paginatedListOf(found, page, (row) => {
    const end = ends.get(row.key)
    const run_id = runOfHold(row.key)
    const deployment_id = deploymentOfUptime(row.key)
    return {
      ...entryOf(posted(row), end && posted(end)),
      run_id,
      workflow_name: names.get(run_id ?? '') ?? null,
      deployment_id,
      deployment_name: deployments.get(deployment_id ?? '') ?? null,
    }
  })
}

type Named = 'run_id' | 'workflow_name' | 'deployment_id' | 'deployment_name'

function entryOf(first: Posted, end: Posted | undefined): Omit<LedgerEntry, Named> {
  const isHold = first.key.startsWith(HOLD)
  const detail = fromJsonOrNull<Detail>(first.detail) ?? {}
  const outcome = fromJsonOrNull<Detail>(end?.detail ?? null)
  return {
    id: first.id,
    kind: isAllowance(first.key) ? 'allowance' : (detail.kind ?? 'other'),
    state: !isHold ? 'posted' : !end ? 'held' : outcome?.released ? 'released' : 'charged',
    amount_micro_usd: (first.lines.available ?? 0) + (end?.lines.available ?? 0),
    held_micro_usd: isHold ? (first.lines.held ?? 0) : 0,
    lapsed_micro_usd: first.lines.lapsed ?? 0,
    measure: outcome?.measure ?? detail.measure ?? {},
    created_at: first.created_at,
    settled_at: end?.created_at ?? null,
  }
}

/** The ends of holds, by the key of the hold. */
async function endsOf(db: Database, organizationId: string, rows: readonly LedgerTxnRow[]) {
  const keys = rows.flatMap(({ key }) => (key.startsWith(HOLD) ? [key.slice(HOLD.length)] : []))
  if (keys.length === 0) return new Map<string, LedgerTxnRow>()
  const ends = await db
    .selectFrom('ledger_txns')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', 'in', keys)
    .execute()
  return new Map(ends.map((row) => [HOLD + row.key, row]))
}

async function linesOf(db: Database, rows: readonly LedgerTxnRow[]): Promise<Map<string, Lines>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const all = await db.selectFrom('ledger_lines').selectAll().where('txn_id', 'in', ids).execute()
  const lines = new Map<string, Lines>()
  for (const { txn_id, kind, amount } of all) lines.set(txn_id, { ...lines.get(txn_id), [kind]: Number(amount) })
  return lines
}

/** Names of the workflows of runs that still exist, by the id of the run. */
async function workflowNames(db: Database, organizationId: string, rows: readonly LedgerTxnRow[]) {
  const ids = rows.map(({ key }) => runOfHold(key)).filter((id) => id !== null)
  if (ids.length === 0) return new Map<string, string>()
  const runs = await db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(runs.map(({ id, workflow_name }) => [id, workflow_name]))
}

/** Names of the deployments of uptime that still exist, by their ids. */
async function deploymentNames(db: Database, organizationId: string, rows: readonly LedgerTxnRow[]) {
  const ids = new Set(rows.map(({ key }) => deploymentOfUptime(key)).filter((id) => id !== null))
  if (ids.size === 0) return new Map<string, string>()
  const deployments = await db
    .selectFrom('deployments')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(deployments.map(({ id, name }) => [id, name]))
}
