/** Rows of people: users, their memberships in organizations, and the invitations of others. */
import type { InviteRole, InviteStatus, MemberRole } from '../../../shared/api/organizations.ts'

type Time = string

/** A person, in any number of organizations of this installation. */
export interface UserRow {
  id: string
  /** Trimmed, in lower case. */
  email: string | null
  full_name: string | null
  created_at: Time
}

/** An account at an OpenID Connect issuer that a user signs in with. */
export interface IdentityRow {
  id: string
  user_id: string
  issuer: string
  /** The claim `sub`: an e-mail address may be given to another person later, a subject is not. */
  subject: string
  created_at: Time
}

export interface MembershipRow {
  id: string
  organization_id: string
  user_id: string
  role: MemberRole
  joined_at: Time
}

/** A user who is an operator of the installation, whatever the organizations of the user. */
export interface OperatorRow {
  user_id: string
  added_at: Time
}

export interface InviteRow {
  id: string
  organization_id: string
  /** Trimmed, in lower case. */
  email: string
  role: InviteRole
  /** Hex SHA-256 of the token in the link, which itself is never stored. */
  token_hash: string
  /** `pending` also after `expires_at`. */
  status: Exclude<InviteStatus, 'expired'>
  /** A user; null when a key without one invited. */
  invited_by: string | null
  expires_at: Time
  created_at: Time
  /** Time at which it was accepted, declined or revoked. */
  decided_at: Time | null
}

/** Mail to be sent; its text is written from `about` when it is sent or displayed, so that no link is stored. */
export interface MailRow {
  id: string
  organization_id: string
  recipient: string
  kind: 'invite'
  /** Id of the invite. */
  about: string
  /** A row is deleted once its mail was sent. */
  status: 'waiting' | 'failed'
  attempts: number
  last_error: string | null
  /** No attempt is made before this. */
  next_attempt_at: Time
  created_at: Time
}
