/** A webhook delivery as the engine leaves it: one line of a sink's outbox file. */
export interface OutboxLine {
  /** The same for the same records, also when a run is resumed. */
  delivery_id: string
  url: string
  /** JSON, sent and signed unchanged. */
  body: string
}
