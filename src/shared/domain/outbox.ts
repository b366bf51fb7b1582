/** What an engine leaves for a webhook to be sent: one line of a sink's outbox file. */
export interface OutboxLine {
  /** The same for the same records, also when a run is continued. */
  delivery_id: string
  url: string
  /** JSON, to be sent and signed as it is. */
  body: string
}
