/**
 * `npm run chaos -- [minutes]`: runs of the demo workflow on a cluster of this machine, in parts, while workers and a server are killed,
 * workers are paused and stopped, and the store and the database go away, at random. At the end every run is complete, with the same tables
 * and video, and each has one event of its end.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { ensurePostgres, startPostgres } from '../test/postgres-server.mjs'
import { startCluster } from './processes.mjs'

/**
 * A run, as the API returns it.
 * @typedef {object} Run
 * @property {string} id
 * @property {string} status
 * @property {{ message?: string } | null} [error]
 * @property {{ kind: string, name: string, sha256: string }[]} artifacts
 */
/**
 * The row of a job.
 * @typedef {{ id: string, state: string, token: number, losses: number }} JobRow
 */

const WORKERS = 2
/** Runs that wait or are executed at the same time. */
const LIVE = 4
const TEMPLATE = new URL('../../resources/templates/count-at-a-line.sightline.json', import.meta.url)
const QUIET_MS = 300_000
/** The limit for the time in which the work of a killed worker waits for another one. */
const RETURNED_S = 10
/** Short parts: the video of the demo has several. */
const OPTIONS = ['--part-seconds', '5']
const AWAY_MS = { least: 5000, most: 15_000 }

const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) throw new Error('Name a number of minutes, as in npm run chaos -- 10.')
const missing = ensurePostgres()
if (missing) throw new Error(`Chaos needs PostgreSQL: ${missing}.`)
await ensureBuilt(['node'])

const postgres = await startPostgres({ isDurable: true })
const cluster = await startCluster({ database: postgres.url })
const since = performance.now()
/** @param {string} line */
const log = (line) => console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(7)} s  ${line}`)

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
  for (;;) {
    const response = await fetch(`${cluster.baseUrl}/api/v1/developer${path}`, {
      method,
      headers: { 'x-api-key': cluster.apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.ok) return response.json()
    // The store or the database is away: as the API says, the call can be repeated.
    if (response.status !== 503) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    await sleep(500)
  }
}

const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
const workflow = await call('POST', '/workflows/', { name: 'Chaos', graph })
/** @type {string[]} */
const started = []
/** @param {{ status: string }} run */
const isLive = ({ status }) => status === 'queued' || status === 'processing'
/** @returns {Promise<Run[]>} */
const runs = () => Promise.all(started.map((id) => call('GET', `/workflow-runs/${id}`)))

const slots = await Promise.all(
  Array.from({ length: WORKERS }, async () => ({ worker: await cluster.addWorker(OPTIONS) })),
)
let second = await cluster.addServer()
/**
 * Seconds from the kill of a worker until its work waited for another one, and until another one had it.
 * @type {number[]}
 */
const returned = []
/** @type {number[]} */
const claimed = []

/**
 * The place of a worker, which another one takes after its end.
 * @typedef {typeof slots[number]} Slot
 */

/**
 * @param {Slot} slot
 * @param {NodeJS.Signals} [signal]
 */
async function replace(slot, signal) {
  await cluster.kill(slot.worker, signal)
  slot.worker = await cluster.addWorker(OPTIONS)
}
const away = () => sleep(AWAY_MS.least + Math.random() * (AWAY_MS.most - AWAY_MS.least))

/**
 * Jobs of runs by id, with the number of their claim and of their losses.
 * @param {pg.Client} client
 * @returns {Promise<Map<string, JobRow>>}
 */
async function jobsNow(client) {
  const { rows } = await client.query(`select id, state, token, losses from jobs where pool = 'runs'`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Kills a worker, and measures how long its work is in nobody's hands.
 * @param {Slot} slot
 */
async function killed(slot) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const before = await jobsNow(client)
    const since = performance.now()
    await replace(slot)
    let isReturned = false
    for (; ; await sleep(100)) {
      const seconds = (performance.now() - since) / 1000
      const now = await jobsNow(client)
      const lost = [...before.values()].filter(({ id, losses }) => (now.get(id)?.losses ?? 0) > losses)
      if (lost.length > 0 && !isReturned) {
        isReturned = true
        returned.push(seconds)
      }
      const isClaimed = lost.every(({ id, token }) => {
        const job = now.get(id)
        return job && (job.token > token || job.state === 'parked')
      })
      if (isReturned && isClaimed) return void claimed.push(seconds)
      // A worker without a job loses none.
      if (!isReturned && seconds > 15) return
      if (seconds > 60) return void claimed.push(Number.POSITIVE_INFINITY)
    }
  } finally {
    await client.end()
  }
}

/** @type {Record<string, (slot: Slot) => Promise<void>>} */
const faults = {
  killed,
  stopped: (slot) => replace(slot, 'SIGTERM'),
  /** Longer than a lease: another worker takes its run, and its own writes must count for nothing. */
  async paused({ worker }) {
    worker.kill('SIGSTOP')
    await sleep(12_000)
    worker.kill('SIGCONT')
  },
  async 'store away'() {
    await cluster.store.leave()
    await away()
    await cluster.store.comeBack()
  },
  async 'database away'() {
    await postgres.leave()
    await away()
    await postgres.comeBack()
  },
  async 'server killed'() {
    await cluster.kill(second.child)
    second = await cluster.addServer()
  },
}
const counts = new Map(Object.keys(faults).map((name) => [name, 0]))

/**
 * Each fault once, in a random order, so that a short time has all of them.
 * @type {[name: string, cause: (slot: Slot) => Promise<void>][]}
 */
let next = []
const shuffled = () =>
  Object.entries(faults)
    .map((fault) => ({ fault, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
const OF_WORKERS = ['killed', 'stopped', 'paused']
let isWrong = false
/**
 * @param {boolean} isRight
 * @param {string} what
 */
const check = (isRight, what) => {
  if (!isRight) isWrong = true
  console.log(`${isRight ? '✓' : '✗'} ${what}`)
}
try {
  while (performance.now() - since < minutes * 60_000) {
    const live = (await runs()).filter(isLive).length
    for (let n = live; n < LIVE; n++) started.push((await call('POST', `/workflows/${workflow.id}/run`)).run_id)
    await sleep(2000 + Math.random() * 8000)
    if (next.length === 0) next = shuffled()
    const i = Math.floor(Math.random() * WORKERS)
    const [slot, fault] = [slots[i], next.pop()]
    if (!slot || !fault) continue
    const [name, cause] = fault
    log(`${name}${OF_WORKERS.includes(name) ? `: worker ${i + 1}` : ''}`)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    await cause(slot)
  }
  log('no more faults')
  for (const until = performance.now() + QUIET_MS; performance.now() < until; ) {
    if ((await runs()).every((run) => !isLive(run))) break
    await sleep(1000)
  }
  const ended = await runs()
  const given = ended.filter(({ status, error }) => status === 'error' && /given up|lost/i.test(error?.message ?? ''))
  const completed = ended.filter(({ status }) => status === 'completed')
  const tables = new Set(
    completed.map(({ artifacts }) =>
      JSON.stringify(
        artifacts
          .filter(({ kind }) => kind === 'csv' || kind === 'annotated_video')
          .map(({ name, sha256 }) => [name, sha256])
          .sort(),
      ),
    ),
  )
  const events = []
  for (let after = 0; ; ) {
    const page = await call('GET', `/events/?after=${after}&limit=100&wait=0`)
    if (page.events.length === 0) break
    events.push(...page.events)
    after = page.position
  }
  const ofRuns = events.filter(({ type }) => type.startsWith('workflow_run.')).map(({ data }) => data.run_id)
  const caused = JSON.stringify(Object.fromEntries(counts))
  console.log(`\n${started.length} runs; ${caused}; given up after three losses: ${given.length}`)
  if (returned.length > 0) {
    const [back, taken] = [returned, claimed].map((all) => Math.max(...all).toFixed(1))
    console.log(`  lost work was claimed again after ${taken} s at most, the wait for a slot included`)
    check(Math.max(...returned) <= RETURNED_S, `lost work waited for another worker after ${back} s at most`)
  }
  check(
    completed.length + given.length === started.length,
    'every run has completed, or was given up after three losses',
  )
  for (const run of ended) {
    if (!completed.includes(run) && !given.includes(run))
      console.log(`  ${run.id}: ${run.status} ${run.error?.message}`)
  }
  check(tables.size === 1, `the tables and videos of all ${completed.length} completed runs are the same`)
  // A database that went away may have stored a run whose call failed.
  const isOnce = new Set(ofRuns).size === ofRuns.length && started.every((id) => ofRuns.includes(id))
  check(isOnce, 'each run has one event of its end')
} finally {
  await cluster.close()
  await postgres.stop()
}
process.exit(isWrong ? 1 : 0)
