/** Failures of PostgreSQL and of the connection to it, by their SQLSTATE codes (PostgreSQL's manual, appendix A). */
import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'

/** A transaction that met another one; it succeeds when it is repeated. */
const CONFLICTS: readonly string[] = ['40001', '40P01']

/** Connection failures, shutdown, too many connections, a server that has become a standby, a cancelled query. */
const UNAVAILABLE = /^(08...|57P0.|53300|25006|25P03|57014|28...|3D000)$/

/** Failures of `pg` and `pg-pool` that have no code. */
const LOST = /connection|timeout|not queryable|client was closed|after calling end/i

export const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && CONFLICTS.includes(error.code ?? '')

/** The failure as the platform knows it: DatabaseUnavailable, or the failure itself. */
export function known(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  if (error instanceof DatabaseError) {
    return UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailable({ cause: error }) : error
  }
  // Everything else with a code of the operating system is a failure of the network.
  const isLost = 'code' in error ? !String(error.code).startsWith('ERR_') : LOST.test(error.message)
  return isLost ? new DatabaseUnavailable({ cause: error }) : error
}
