/**
 * `npm run cluster`: PostgreSQL, a store, two servers and two workers on this machine, with the same processes as on many. Ctrl-C ends them
 * and removes their data.
 */
import { ensureBuilt } from '../build/ensure-built.mjs'
import { ensurePostgres, startPostgres } from '../test/postgres-server.mjs'
import { startCluster } from './processes.mjs'

const WORKERS = 2
const PORT = 8620

const missing = ensurePostgres()
if (missing) {
  console.error(`The cluster needs PostgreSQL (${missing}). On Debian: apt-get install postgresql`)
  process.exit(1)
}
await ensureBuilt(['node', 'renderer'])
const postgres = await startPostgres({ isDurable: true })
const cluster = await startCluster({ database: postgres.url, port: PORT, say: console.log }).catch(async (error) => {
  await postgres.stop()
  throw error
})
const second = await cluster.addServer(PORT + 1)
for (let i = 0; i < WORKERS; i++) await cluster.addWorker()
console.log(
  `\n${cluster.baseUrl} and ${second.baseUrl} have ${WORKERS} workers. Ctrl-C ends the cluster and removes its data.`,
)

let isEnding = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    await cluster.close()
    await postgres.stop()
    process.exit(0)
  })
}
// Keeps this process alive until a signal.
setInterval(() => {}, 60_000)
