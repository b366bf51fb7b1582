/** Keys by which secrets of organizations are encrypted. */
export interface DataKeyRow {
  organization_id: string
  /** The key, encrypted by the master key, which is never in the database. */
  wrapped: string
  created_at: string
}

/** Secrets that a person has seen again in a session. */
export interface RevealedSecretRow {
  session_id: string
  /** The table and the row of the secret, with its version where it can be replaced. */
  secret: string
  revealed_at: string
}
