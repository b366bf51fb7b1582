/** The row that holds a secret. */
export interface SecretPlace {
  organizationId: string
  table: string
  column: string
  row: string
}

export interface Secrets {
  /** Returns what to store in that place. */
  seal(place: SecretPlace, secret: string): Promise<string>
  /**
   * A secret for a purpose of an organization, the same in all processes and for all time: it follows from the organization's data
   * key, which a rotation of the master key does not change.
   */
  derived(organizationId: string, purpose: string): Promise<string>
  /** Null for a text that was changed, or sealed for another place or by another master key. */
  open(place: SecretPlace, stored: string): Promise<string | null>
}
