/** Rows of blobs: the bytes in the store, by their hash. */

export interface BlobRow {
  /** Hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
  /**
   * The time since which no other row names the hash, as far as known, or since which its bytes are being written; ISO 8601. Null
   * once a row names it.
   */
  unreferenced_since: string | null
}

export interface BlobTables {
  blobs: BlobRow
}
