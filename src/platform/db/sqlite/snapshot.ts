/** A consistent copy of a SQLite database, also while a platform uses it. */
import Libsql from 'libsql'
import { BLOB_HASHES } from '../blob-hashes.ts'

/** Writers go on in the meantime: only one at a time waits for the others. */
const PATIENCE_MS = 30_000

/** Writes the copy to `to`, which must not exist, and returns the hashes of the blobs that it names. */
export function copySqlite(from: string, to: string): string[] {
  const db = new Libsql(from)
  try {
    db.pragma(`busy_timeout = ${PATIENCE_MS}`)
    db.prepare('vacuum into ?').run(to)
  } finally {
    db.close()
  }
  const copy = new Libsql(to)
  try {
    const rows = copy.prepare(BLOB_HASHES).all() as { sha256: string }[]
    return rows.map(({ sha256 }) => sha256)
  } finally {
    copy.close()
  }
}
