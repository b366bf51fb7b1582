/** Keys by which secrets of organizations are encrypted. */
export interface DataKeyRow {
  organization_id: string
  /** The key, encrypted by the master key, which is never in the database. */
  wrapped: string
  created_at: string
}
