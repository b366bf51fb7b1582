/** Rows of the keys that callers used in the last moments, so that a busy caller costs few reads of the database. */

/** A key that another server of the database revokes works here for this time at most. */
const KNOWN_MS = 500
const MOST_KNOWN = 10_000

export interface KnownKeys<Row> {
  /** The row of the hash; undefined for an unknown key, which is read each time. */
  get(hash: string): Promise<Row | undefined>
  /** Called after each change of a key, or of a membership on which keys depend. */
  forget(): void
}

export function createKnownKeys<Row>(read: (hash: string) => Promise<Row | undefined>): KnownKeys<Row> {
  let known = new Map<string, { row: Row; readAt: number }>()

  return {
    async get(hash) {
      const readAt = performance.now()
      const kept = known.get(hash)
      if (kept && readAt - kept.readAt < KNOWN_MS) return kept.row
      const before = known
      const row = await read(hash)
      // A row that was read before a change is not kept after it.
      if (before !== known || row === undefined) return row
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(hash, { row, readAt })
      return row
    },
    forget() {
      known = new Map()
    },
  }
}
