/**
 * One platform per database, since its files are in a folder of one machine, or any number of servers and workers that share a store
 * as well. The lock is a session's (pg_advisory_lock), so the server releases it when the connection ends, however it ends. A lost
 * connection is made again; meanwhile the platform must not use the database, which another one may have taken.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { message } from '../../../shared/messages/message.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import { connectionOptions } from './connections.ts'

/** Any number that no other program is likely to use: "sightline" in ASCII, the first 7 bytes. */
const KEY = '32483959613680748'
/** Longest wait at the start for a platform that was killed a moment ago. */
const NOTICE_MS = 2_000
const RETRY_MS = 250
const RECONNECT_MS = 1_000

export interface PlatformLock {
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * `by`: one platform alone, or any number together.
 * @throws StartFailure when another platform holds it, and the error of `pg` when the database cannot be reached
 */
export async function lockDatabase(url: string, address: string, log: Log, by: 'one' | 'many'): Promise<PlatformLock> {
  const lock = by === 'many' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  let holder: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isReleased = false

  /** Returns null while another platform holds the lock. */
  async function taken(): Promise<pg.Client | null> {
    const client = new pg.Client(connectionOptions(url))
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ locked: boolean }>(`select ${lock}(${KEY}) as locked`)
      if (rows[0]?.locked) return client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    await client.end()
    return null
  }

  function hold(client: pg.Client): void {
    holder = client
    client.once('end', () => {
      if (isReleased || holder !== client) return
      holder = null
      log('error', `The connection to the database ${address} is lost; requests fail until it is back.`)
      takeAgain()
    })
  }

  function takeAgain(): void {
    timer = setTimeout(async () => {
      const client = await taken().catch(() => null)
      if (isReleased) await client?.end()
      else if (client) {
        hold(client)
        log('info', `The database ${address} responds again.`)
      } else takeAgain()
    }, RECONNECT_MS)
  }

  const start = performance.now()
  for (;;) {
    const client = await taken()
    if (client) {
      hold(client)
      break
    }
    if (performance.now() - start > NOTICE_MS) throw new StartFailure(message('host.database_in_use', { address }))
    await sleep(RETRY_MS)
  }
  return {
    isHeld: () => holder !== null,
    async release() {
      isReleased = true
      clearTimeout(timer)
      await holder?.end().catch(() => undefined)
    },
  }
}
