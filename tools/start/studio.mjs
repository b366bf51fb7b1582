/** Builds the Studio and opens it in its desktop window if possible, otherwise in the browser. */
import { fork, spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { chooseHost, hasDisplay } from './find-electron.mjs'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { HostMessage } from '../../src/web/web.ts' */

const USAGE = `npm start [-- OPTIONS]

  --web        in the browser, even where the desktop window is available
  --electron   in the desktop window; downloads Electron's binary once if need be
  --port N     port of the browser version (any free one)
  --no-open    print the address, open no browser`

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const here = { root, env: process.env, platform: process.platform, isRoot: process.getuid?.() === 0 }

/**
 * @param {string} message
 * @returns {never}
 */
const fail = (message) => {
  console.error(message)
  process.exit(1)
}

function options() {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  try {
    return parseArgs({
      options: { web: flag, electron: flag, 'no-open': flag, help: flag, port: { type: 'string', default: '0' } },
    }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

/**
 * Lets the child end in its own time when this process is signalled, and ends with its exit status.
 * @param {ChildProcess} child
 */
function follow(child) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Sightline could not be started: ${error.message}`))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
    if (child.connected) child.disconnect()
  })
}

function fetchElectron() {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'electron', 'install.js')], {
    stdio: 'inherit',
  })
  if (status !== 0) fail('Electron could not be downloaded. `npm start -- --web` needs no download.')
}

/** @param {string} electronPath */
function startElectron(electronPath) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  follow(spawn(electronPath, [root], { stdio: 'inherit', env: { ...env, SIGHTLINE_NODE: process.execPath } }))
}

/** @param {{ port: string, open: boolean, why: string | null }} options */
function startWeb({ port, open, why }) {
  const child = fork(join(root, 'out', 'node', 'web.js'), ['--port', port], { execArgv: [] })
  follow(child)
  child.on('message', async (sent) => {
    const message = /** @type {HostMessage} */ (sent)
    if (message.type === 'failed') return console.error(message.message)
    if (message.type === 'address') return console.log(message.url)
    if (message.type !== 'ready') return
    const because = why ? ` (no desktop window: ${why})` : ''
    console.log(`Sightline runs in the browser${because}: ${message.url}`)
    console.log('This address lets one browser in, once, within 10 minutes.')
    if (process.stdin.isTTY) offerAddresses(child)
    if (open) await openBrowser(message.page)
  })
}

/**
 * Each line from the terminal requests another address.
 * @param {ChildProcess} child
 */
function offerAddresses(child) {
  console.log('Press Enter for another one.')
  const lines = createInterface({ input: process.stdin })
  lines.on('line', () => child.connected && child.send({ type: 'address' }))
  child.on('exit', () => lines.close())
}

/**
 * Through a page that contains the address, because other users of the machine can read the command line of a browser.
 * @param {string} page
 */
async function openBrowser(page) {
  const { default: launch } = await import('open')
  const browser = await launch(page).catch(() => null)
  browser?.on('error', () => {}) // The address has already been printed.
}

const { web, electron, port, help, 'no-open': noOpen } = options()
if (help) {
  console.log(USAGE)
} else {
  await ensureBuilt(['node', 'renderer', 'preload']).catch((error) => fail(error.message))
  const wanted = web ? 'web' : electron ? 'electron' : null
  if (wanted === 'electron') fetchElectron()
  const { electronPath, why } = chooseHost({ ...here, wanted })
  if (electronPath) startElectron(electronPath)
  else startWeb({ port, why, open: !noOpen && !process.env.CI && hasDisplay(here) })
}
