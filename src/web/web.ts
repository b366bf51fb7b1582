/** Entry of the web host: `node web.js [--port N]`. Sends its address to its parent, or prints it. */

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dataDir } from '../app/data-dir.ts'
import { oneLine, printable } from '../shared/domain/printable.ts'
import { startWebHost, type WebHost } from './web-host.ts'

/** Built entries are in `out/node`, two folders below the package. */
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')

export type HostMessage =
  /** `page` opens an address of its own, so that no token is part of a command line. */
  | { type: 'ready'; origin: string; url: string; page: string }
  /** The reply to the message `{ type: 'address' }`. */
  | { type: 'address'; url: string }
  | { type: 'failed'; message: string }

/** Sends a message to the start command, or prints it when started by hand. */
function tell(message: HostMessage): void {
  if (process.send) process.send(message)
  else if (message.type === 'failed') console.error(oneLine(message.message))
  else console.log(message.url)
}

function wantedPort(): number {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
  const port = Number(values.port)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new Error(`--port must be a number up to 65535, not ${values.port}.`)
}

const interrupted = new AbortController()

async function start(): Promise<WebHost> {
  const port = wantedPort()
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  try {
    return await startWebHost({
      port,
      version: manifest.version,
      dataDir: dataDir({ env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() }),
      rendererDir: join(root, 'out', 'renderer'),
      resourcesDir: join(root, 'resources'),
      devServer: process.env.ELECTRON_RENDERER_URL,
      platformEntry: join(here, 'platform.js'),
      env: process.env,
      log: (line) => console.error(printable(line)),
      signal: interrupted.signal,
    })
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw taken ? new Error(`Port ${port} is in use. Choose another with --port.`) : error
  }
}

const starting = start()
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  interrupted.abort()
  const host = await starting.catch(() => null)
  await host?.stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())

starting.then(
  async (host) => {
    process.on('message', (message: { type?: unknown }) => {
      if (message.type === 'address') tell({ type: 'address', url: host.newAddress() })
    })
    const page = await host.newEntryPage()
    tell({ type: 'ready', origin: host.origin, url: host.newAddress(), page })
  },
  (error: Error) => {
    if (stopping) return
    tell({ type: 'failed', message: error.message })
    process.exitCode = 1
    if (process.connected) process.disconnect()
  },
)
