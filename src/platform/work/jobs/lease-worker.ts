/** Thread entry (bundled as leases.js): renews the leases of running jobs while the platform's own thread is late with it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Database } from '../../db/database.ts'
import { type KeeperSettings, monotonicMs, Note, noted, type ToKeeper } from './lease-messages.ts'
import { isDue, LATE_MS } from './renewal-due.ts'

const port = parentPort
if (!port) throw new Error('leases.js is started by the platform, as a worker thread')

const { url, notes, ...started } = workerData as KeeperSettings
let { claims } = started
/** Connects at its first query, and disconnects ten seconds after the last one. */
let db: Database | null = null
let renewedAt = Number.NEGATIVE_INFINITY
let isRenewing = false

/** The driver is loaded when it is first needed: it takes more memory than the thread, and most are never late. */
async function renew(): Promise<void> {
  const [{ postgresDatabase }, { renewLeases }] = await Promise.all([
    import('../../db/postgres/postgres-database.ts'),
    import('./leases.ts'),
  ])
  db ??= postgresDatabase(url)
  await renewLeases(db, claims)
}

async function renewIfDue(): Promise<void> {
  const now = monotonicMs()
  const aliveAt = noted(notes, Note.alive)
  if (isRenewing || claims.length === 0) return
  if (!isDue(now, { aliveAt, renewedAt: Math.max(noted(notes, Note.renewed), renewedAt) })) return
  isRenewing = true
  try {
    await renew()
    renewedAt = now
  } catch {
    // The next attempt is due in a moment, and the platform's own thread reports what fails.
  } finally {
    isRenewing = false
  }
}

const timer = setInterval(renewIfDue, LATE_MS / 4)

port.on('message', (message: ToKeeper) => {
  if (message) {
    claims = message
    return
  }
  clearInterval(timer)
  port.close()
  void db?.destroy()
})
