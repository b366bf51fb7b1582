/** Rows of the audit log. */
import type { AuditOutcome, AuditWay } from '../../../shared/api/audit.ts'
import type { Role } from '../../../shared/api/endpoint.ts'

export interface AuditRow {
  id: string
  organization_id: string
  created_at: string
  /** Not a reference: the entry outlives the user and the key. */
  user_id: string | null
  key_id: string | null
  via: AuditWay
  role: Role
  /** Id of the endpoint, such as `workflows.update`. */
  action: string
  /** JSON: names or ids of the objects, by the name of their field. */
  object: string
  request_id: string | null
  outcome: AuditOutcome
  /** The network address; null for entries that are not about signing in. */
  address: string | null
  /** How often the same failure was repeated within its period; 1 for other entries. */
  times: number
}

/** A failure that is counted in one entry for a while. */
export interface RepeatedEntryRow {
  /** Hex SHA-256 of the action, the account and the network address. */
  subject: string
  organization_id: string
  entry_id: string
  ends_at: string
}
