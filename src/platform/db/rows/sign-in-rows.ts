/** Rows of people who sign in: passwords, sessions, one-time links and counted attempts. */

type Time = string

export interface PasswordRow {
  user_id: string
  /** scrypt, with its parameters and its salt. */
  hash: string
  changed_at: Time
}

export interface SessionRow {
  id: string
  /** Hex SHA-256 of the token in the cookie, which itself is never stored. */
  token_hash: string
  user_id: string
  /** The organization in which the session acts. */
  organization_id: string
  /** As the browser names itself, to recognize a session in the list. */
  user_agent: string
  created_at: Time
  /** Noted once a minute. */
  last_used_at: Time
  expires_at: Time
}

export interface OneTimeLinkRow {
  /** Hex SHA-256 of the token in the link. */
  token_hash: string
  expires_at: Time
  used_at: Time | null
}

export interface SignInAttemptsRow {
  /** Hex SHA-256 of an account or of a network address. */
  subject: string
  attempts: number
  window_ends_at: Time
}
