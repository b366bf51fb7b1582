/** Servers of one database start one after the other, so that tables, keys and bundled models are made once. */
import pg from 'pg'
import { connectionOptions } from './connections.ts'

/** Any number that no other program is likely to use: that of the platform's lock plus two. */
const KEY = '32483959613680750'

/** Waits for other servers that start. Returns the release; the lock of a dead process is released by the database. */
export async function lockStart(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connectionOptions(url))
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`select pg_advisory_lock(${KEY})`)
  return () => client.end().catch(() => undefined)
}
