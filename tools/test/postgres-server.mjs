/** A PostgreSQL server for tests: of SIGHTLINE_TEST_POSTGRES, or one in a temporary folder from Debian's or the PATH's binaries. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { canInstall, installFromDebian } from './debian.mjs'

/**
 * @typedef {object} PostgresServer
 * @property {string} url names the database `postgres`, to create others from
 * @property {() => Promise<void>} leave ends the server as a crash does; its data stay
 * @property {() => Promise<void>} comeBack starts it again
 * @property {() => Promise<void>} stop
 */

const DEBIAN = '/usr/lib/postgresql'
/** Settings of new clusters, which Debian's packages read. */
const CLUSTERS = '/etc/postgresql-common/createcluster.d'
/** Data is lost with the folder anyway. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
  'deadlock_timeout=20ms',
]

/** The folder of the newest `initdb` and `postgres`; null when there is none. */
function binaries() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** The reason why no server can be started; null when one can. */
export function whyNoPostgres() {
  if (process.env.SIGHTLINE_TEST_POSTGRES || binaries()) return null
  return 'no PostgreSQL: neither SIGHTLINE_TEST_POSTGRES nor initdb in /usr/lib/postgresql or the PATH'
}

/** Installs PostgreSQL where there is none and packages can be installed. Returns the reason why there still is none, or null. */
export function ensurePostgres() {
  if (whyNoPostgres() !== null && canInstall()) install()
  return whyNoPostgres()
}

/** Debian's package would create a server of its own and start it with the system. */
function install() {
  const settings = join(CLUSTERS, 'sightline.conf')
  mkdirSync(CLUSTERS, { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
  try {
    installFromDebian(['postgresql'])
  } finally {
    rmSync(settings)
  }
}

/** The user in place of root, by whom PostgreSQL refuses to be started; null for every other user. */
function otherUser() {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name]).stdout))
    if (uid > 0) return { uid, gid }
  }
  throw new Error('PostgreSQL cannot be started as root, and there is no user postgres or nobody.')
}

/**
 * Starts the server. `isDurable`: it writes to the disk before it replies, as a real one does.
 * @param {{ isDurable?: boolean }} [options]
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres({ isDurable = false } = {}) {
  const given = process.env.SIGHTLINE_TEST_POSTGRES
  if (given) return { url: given, leave: notOurs, comeBack: notOurs, stop: async () => {} }
  const bin = binaries()
  if (!bin) throw new Error(whyNoPostgres() ?? 'no PostgreSQL')
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pg-'))
  const user = otherUser()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  /** @param {string[]} locale */
  const init = (...locale) =>
    spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale],
      options,
    )
  // An order of texts other than by bytes, as on most servers, shows what relies on it.
  if (init('--locale-provider=icu', '--icu-locale=en-US').status !== 0) {
    rmSync(data, { recursive: true, force: true })
    const made = init()
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  }
  const settings = [...(isDurable ? [] : FAST), `unix_socket_directories=${folder}`, 'listen_addresses='].flatMap(
    (one) => ['-c', one],
  )
  const program = join(bin, 'postgres')
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-h', folder], options).status === 0
  async function started() {
    const server = spawn(program, ['-D', data, ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
    })
    for (let i = 0; !isReady(); i++) {
      if (server.exitCode !== null || i > 100) throw new Error(`postgres did not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return server
  }
  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  let server = await started()
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    leave: () => end('SIGQUIT'),
    async comeBack() {
      await end('SIGQUIT')
      server = await started()
    },
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const notOurs = async () => {
  throw new Error('The server of SIGHTLINE_TEST_POSTGRES is not stopped by tests.')
}
