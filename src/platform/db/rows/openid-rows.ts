/** Rows of sign-ins without a password: answers of the OpenID Connect provider, and links of the administrator. */

type Time = string

/** An answer that was used. */
export interface OpenIdAnswerRow {
  /** Hex SHA-256 of the state that it answers. */
  state_hash: string
  /** From then on the sign-in is over anyway. */
  expires_at: Time
}

export interface SignInLinkRow {
  /** Hex SHA-256 of the token in the link, which itself is never stored. */
  token_hash: string
  user_id: string
  expires_at: Time
  used_at: Time | null
}
