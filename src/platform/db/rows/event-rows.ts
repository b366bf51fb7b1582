/** Rows of the outbox of organization events. Times are ISO 8601 (UTC), payloads JSON. */

export interface EventRow {
  organization_id: string
  /** From 1, without gaps, in the order of the commits. */
  position: number
  id: string
  type: string
  payload: string
  created_at: string
}

/** The position of the newest event of an organization; updating it locks it until the transaction ends. */
export interface EventCounterRow {
  organization_id: string
  position: number
}

/** The position up to which a consumer has handled the events of an organization. */
export interface EventConsumerRow {
  name: string
  organization_id: string
  position: number
}
