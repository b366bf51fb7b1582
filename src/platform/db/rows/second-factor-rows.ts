/** Rows of two-factor sign-in: the secrets of authenticator apps, recovery codes, and sign-ins that wait for a code. */

type Time = string

export interface SecondFactorRow {
  user_id: string
  /** The organization whose data key encrypts the secret. A person may be a member of several, or of none later. */
  organization_id: string
  /** Sealed: the secret that the authenticator app has too. */
  secret: string
  created_at: Time
  /** Null while it is set up: signing in then asks for no code. */
  activated_at: Time | null
  /** The time step of the last accepted code: no code of this step or an earlier one is accepted. */
  last_step: number
}

/** A code that has not been used yet. */
export interface RecoveryCodeRow {
  user_id: string
  /** Hex SHA-256. */
  code_hash: string
}

/** A sign-in whose password was right, and whose code has not been given yet. */
export interface PendingSignInRow {
  /** Hex SHA-256 of the token in the cookie, which itself is never stored. */
  token_hash: string
  user_id: string
  /** The time at which the check of the password began. */
  checked_from: Time
  expires_at: Time
}
