/** The Studio in a browser: the app behind a loopback HTTP server. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSecrets } from '../app/host-files.ts'
import { forkPlatform } from '../app/platform-supervisor.ts'
import { type RunningHost, startHost } from '../app/studio-host.ts'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { socketPort } from './node-http.ts'
import { startWebServer } from './server.ts'
import { createEntryTokens, entryAddress, openSessions } from './sessions.ts'

export interface WebHostOptions {
  /** 0 uses the last port, otherwise any free one. */
  port: number
  version: string
  /** Absolute. */
  dataDir: string
  /** Absolute; the built renderer. */
  rendererDir: string
  /** Absolute; the demo, models and templates that ship with the app. */
  resourcesDir: string
  /** Address of a development server that serves the page in place of the built renderer. */
  devServer?: string | undefined
  /** Absolute; the platform's built entry. */
  platformEntry: string
  env: NodeJS.ProcessEnv
  log(line: string): void
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

export interface WebHost {
  origin: string
  /** An address that lets one browser in, once, within minutes. */
  newAddress(): string
  /** Path of a page that opens such an address, readable by its owner only; removed with the address. */
  newEntryPage(): Promise<string>
  /** Also ends every session. */
  stop(): Promise<void>
}

/**
 * Starts the host. Rejects when the port is taken, or the data folder is in use. A platform that fails otherwise is
 * restarted while the page is served.
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { dataDir, env, log, signal } = options
  const secrets = fileSecrets(join(dataDir, 'secrets'))
  const sessions = await openSessions({ path: join(dataDir, 'web-sessions.json'), now: Date.now, log })
  const tokens = createEntryTokens({ now: Date.now })
  // The port is opened first: when it is taken, no platform has been started in vain.
  let resolveHost: (host: RunningHost) => void = () => {}
  const started = new Promise<RunningHost>((resolve) => {
    resolveHost = resolve
  })
  const serve = (port: number) =>
    startWebServer({
      port,
      tokens,
      sessions,
      log,
      handle: async (request) => (await started).handle(request),
      onBridge: (socket) => void started.then((host) => host.connect(socketPort(socket))),
    })
  // Open tabs reconnect at the same address, and keep their data in the browser's storage.
  const usual = options.port === 0 ? await lastPort(dataDir) : options.port
  const server = await serve(usual).catch((error) => {
    if (options.port !== 0 || usual === 0) throw error
    return serve(0)
  })
  let block: (error: Error) => void = () => {}
  const blocked = new Promise<never>((_, reject) => {
    block = reject
  })
  blocked.catch(() => {}) // After the wait below, the supervisor's log reports it.
  signal?.addEventListener('abort', () => block(signal.reason))
  if (signal?.aborted) block(signal.reason)
  const host = startHost({
    ...options,
    host: 'web',
    secrets,
    native: null,
    updates: null,
    startPlatform: () => forkPlatform({ entry: options.platformEntry, env }),
    onBlocked: (message) => block(new Error(message)),
  })
  resolveHost(host)
  const close = async () => {
    await server.close()
    await host.stop()
  }
  try {
    // Only the platform knows whether its folder is free, however long a busy machine takes to start it.
    await Promise.race([host.ready(), blocked])
  } catch (error) {
    await close()
    throw error
  }
  await rememberPort(dataDir, server.port)
  await removeEntryPage(dataDir)
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    newAddress: () => entryAddress(origin, tokens.issue()),
    newEntryPage() {
      const gone = () => void removeEntryPage(dataDir).catch((error) => log(String(error)))
      return writeEntryPage(dataDir, entryAddress(origin, tokens.issue(gone)))
    },
    async stop() {
      await close()
      await sessions.endAll()
      await removeEntryPage(dataDir)
    },
  }
}

const portPath = (dataDir: string) => join(dataDir, 'web-port')

/**
 * The last used port, 0 when none is stored. A browser stores unsaved work by address, so a start at another one would not
 * find it.
 */
async function lastPort(dataDir: string): Promise<number> {
  const port = Number(await readFile(portPath(dataDir), 'utf8').catch(() => ''))
  return Number.isInteger(port) && port > 1023 && port <= 65535 ? port : 0
}

/** A failure only costs an open tab its connection after a restart. */
const rememberPort = (dataDir: string, port: number): Promise<void> =>
  writeFileAtomic(portPath(dataDir), `${port}\n`).catch(() => {})

/**
 * The page through which the start command opens the browser. The command line of a browser is readable by every user
 * of the machine: it names this file, and only the file, which only its owner can read, contains the token.
 */
const entryPagePath = (dataDir: string): string => join(dataDir, 'open-sightline.html')

async function writeEntryPage(dataDir: string, address: string): Promise<string> {
  const path = entryPagePath(dataDir)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><title>Sightline</title>
<meta http-equiv="refresh" content="0;url=${address}"><p><a href="${address}">Open Sightline</a></p></html>
`
  await writeFileAtomic(path, html, { mode: 0o600 })
  return path
}

const removeEntryPage = (dataDir: string): Promise<void> => rm(entryPagePath(dataDir), { force: true })
