/** As `createOneAtATime`, among all processes on a PostgreSQL database, by an advisory lock of a session. */
import pg from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { createOneAtATime, type OneAtATime } from '../one-at-a-time.ts'
import { connectionOptions } from './connections.ts'

/** Any number that no other program is likely to use: that of the platform's lock plus one. */
const KEY = '32483959613680749'

export interface OneAmongAll {
  /** Rejects with DatabaseUnavailable without a database. */
  alone: OneAtATime
  close(): Promise<void>
}

export function createOneAmongAll(url: string): OneAmongAll {
  const inProcess = createOneAtATime()
  let session: pg.Client | null = null

  async function connected(): Promise<pg.Client> {
    if (session) return session
    const client = new pg.Client(connectionOptions(url))
    // The server releases the lock of a lost session.
    client.on('error', () => undefined)
    client.once('end', () => {
      if (session === client) session = null
    })
    await client.connect()
    session = client
    return client
  }

  /** A session can be lost without a word: it is replaced once. */
  async function locked(isRetry = false): Promise<pg.Client> {
    try {
      const client = await connected()
      await client.query(`select pg_advisory_lock(${KEY})`)
      return client
    } catch (error) {
      await session?.end().catch(() => undefined)
      session = null
      if (isRetry) throw new DatabaseUnavailable({ cause: error })
      return locked(true)
    }
  }

  return {
    alone: (work) =>
      inProcess(async () => {
        const client = await locked()
        try {
          return await work()
        } finally {
          // A session that cannot release it is ended, which does.
          await client.query(`select pg_advisory_unlock(${KEY})`).catch(() => client.end().catch(() => undefined))
        }
      }),
    close: async () => session?.end().catch(() => undefined),
  }
}
