/** Rows of the audit log. */
import type { AuditWay } from '../../../shared/api/audit.ts'
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
  outcome: 'done' | 'refused'
}
