/** On whose behalf a call is made: services take it, so that none can forget the organization or the role. */
import type { AuditWay } from '../../../shared/api/audit.ts'
import { ROLES, type Role } from '../../../shared/api/endpoint.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'

export interface Caller {
  readonly organizationId: string
  readonly role: Role
  /** True for an operator of the installation, whatever the role in the organization. */
  readonly isOperator?: boolean
  /**
   * The credential; `job` is work that the platform does by itself, `commandLine` that of its administrator, `operator` a change by
   * an operator of another organization, `page` a page for people.
   */
  readonly via: AuditWay
  /** Null for a key that belongs to no user, and for jobs. */
  readonly userId: string | null
  readonly keyId: string | null
  /** Null unless the credential is a session. */
  readonly sessionId: string | null
  /** The deployment whose token was given; undefined unless the credential is one. */
  readonly deploymentId?: string
  /** Named in the log and the audit log. */
  readonly requestId: string | null
}

/**
 * For work that the platform does by itself, with every right in one organization. `userId`: the person who started it,
 * who is named as the author of its results.
 */
export const jobCaller = (organizationId: string, userId: string | null = null): Caller => ({
  organizationId,
  role: 'owner',
  via: 'job',
  userId,
  keyId: null,
  sessionId: null,
  requestId: null,
})

/** The role of a member in calls of the API: an annotator, whose role no endpoint names, only reads. */
export const actingRole = (member: MemberRole): Role => ROLES.find((role) => role === member) ?? 'viewer'

/** A member who acts on a page of the server. */
export interface SignedIn {
  readonly userId: string
  readonly organizationId: string
  readonly role: MemberRole
}

export const pageCaller = ({ userId, organizationId, role }: SignedIn): Caller => ({
  organizationId,
  role: actingRole(role),
  via: 'session',
  userId,
  keyId: null,
  sessionId: null,
  requestId: null,
})
