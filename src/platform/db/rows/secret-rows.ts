import type { SecretKind } from '../../../shared/api/revealed-secrets.ts'

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

/** A secret that a person has seen, until it is replaced. */
export interface SeenSecretRow {
  id: string
  organization_id: string
  user_id: string
  kind: SecretKind
  /** The key, deployment or webhook endpoint. */
  object_id: string
  /** For the last time. */
  seen_at: string
}
