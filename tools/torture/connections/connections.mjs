/**
 * `npm run torture:connections`: opens hundreds of connections at a time that are never used up, to a server that may have 600
 * descriptors, until the time is up. Fails when an ordinary call is not answered in the pause after each wave.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../crashes/processes.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    callers: { type: 'string', default: '700' },
    descriptors: { type: 'string', default: '600' },
    /** A caller that reads no reply is closed after a minute. */
    'patience-s': { type: 'string', default: '100' },
  },
})
const until = Date.now() + Number(values.minutes) * 60_000

/** What a caller sends before it falls silent. */
const WAVES = {
  'nothing at all': '',
  'half of its headers': 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a',
  'no request': 'NONSENSE\r\n\r\n',
  'a body that does not end': 'POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na',
  'a WebSocket that is refused':
    'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'many requests, of which it reads no reply': 'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50),
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-connections-'))
const command = [process.execPath, join(root, 'out/node/cli.js'), 'serve', '--port', '0', '--data', folder]
const server = spawn('sh', ['-c', `ulimit -n ${values.descriptors}; exec "$@"`, 'sh', ...command], {
  stdio: ['ignore', 'pipe', 'inherit'],
})

/**
 * Reads the output to its end: a server whose output nobody reads ends.
 * @returns {Promise<string>}
 */
const address = () =>
  new Promise((resolve, reject) => {
    let said = ''
    server.stdout.on('data', (part) => {
      said += part
      const url = /serves (\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    })
    server.stdout.on('end', () => reject(new Error('The server did not start.')))
  })

/**
 * @param {number} port
 * @param {string} text
 */
function callers(port, text) {
  return Array.from({ length: Number(values.callers) }, () => {
    const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    caller.on('error', () => undefined)
    caller.pause()
    caller.write(text)
    return caller
  })
}

/**
 * Seconds until an ordinary call is answered; null when it is not.
 * @param {string} url
 */
async function answered(url) {
  const since = performance.now()
  while (performance.now() - since < Number(values['patience-s']) * 1000) {
    const status = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).then(
      (reply) => reply.status,
      () => null,
    )
    if (status === 200) return ((performance.now() - since) / 1000).toFixed(1)
    await sleep(200)
  }
  return null
}

let [waves, faults] = [0, 0]
try {
  const url = await address()
  while (waves === 0 || (Date.now() < until && faults === 0)) {
    for (const [sent, text] of Object.entries(WAVES)) {
      const open = callers(Number(new URL(url).port), text)
      await sleep(500)
      const seconds = await answered(url)
      for (const caller of open) caller.destroy()
      waves++
      if (seconds === null) faults++
      console.log(
        `${values.callers} callers send ${sent}: ${seconds === null ? 'no answer' : `answered after ${seconds} s`}`,
      )
    }
  }
} catch (error) {
  faults++
  console.error(error)
} finally {
  server.kill('SIGKILL')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${waves} waves, ${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1
