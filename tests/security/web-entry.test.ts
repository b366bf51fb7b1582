/** Entry to the web host: one-time addresses, the page that opens the browser, and sessions that end. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createEntryTokens,
  IDLE_LIMIT_MS,
  openSessions,
  SESSION_LIMIT_MS,
  TOKEN_LIFE_MS,
} from '../../src/web/sessions.ts'
import { eventually } from '../setup/eventually.ts'
import { type Browser, browse } from '../web/browser.ts'
import { endHost, isAlive } from '../web/end-host.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let dir = ''
let now = 0
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-entry-'))
  now = 1_700_000_000_000
})
afterEach(async () => {
  for (const child of children.splice(0)) await endHost(child)
  rmSync(dir, { recursive: true, force: true })
})

interface Ready {
  type: string
  origin: string
  url: string
  page: string
}

interface Host {
  child: ChildProcess
  ready: Ready
}

/** Adds the process to `started`, before it is ready. */
async function startHost(dataDir: string, started: ChildProcess[]): Promise<Host> {
  const env = { ...process.env, SIGHTLINE_DATA: dataDir }
  const child = fork(join(root, 'out', 'node', 'web.js'), [], {
    env,
    execArgv: [],
    stdio: 'ignore',
    serialization: 'json',
  })
  started.push(child)
  const [ready] = (await once(child, 'message')) as [Ready]
  expect(ready.type).toBe('ready')
  return { child, ready }
}

const sessionOf = async (browser: Browser) =>
  (await (await browser.fetch('/session')).json()) as { others: number; ends_at: string }
const statusOf = async (browser: Browser) => (await browser.fetch('/session')).status

describe('an entry token', () => {
  const tokens = () => createEntryTokens({ now: () => now })

  it('is valid once', () => {
    const entry = tokens()
    const token = entry.issue()
    expect(entry.redeem(`${token}x`)).toBe(false)
    expect(entry.redeem(token)).toBe(true)
    expect(entry.redeem(token)).toBe(false)
  })

  it('is rejected when it has expired, and reports its end once', () => {
    const entry = tokens()
    let ends = 0
    const token = entry.issue(() => ends++)
    now += TOKEN_LIFE_MS
    expect(entry.redeem(token)).toBe(false)
    entry.expire()
    expect(ends).toBe(1)
  })
})

describe('a session', () => {
  const open = () => openSessions({ path: join(dir, 'web-sessions.json'), now: () => now, log: () => {} })

  it('ends when it has not been used for the idle limit', async () => {
    const sessions = await open()
    const value = await sessions.start(null)
    now += IDLE_LIMIT_MS - 1
    expect(sessions.find(value)).not.toBeNull()
    now += IDLE_LIMIT_MS
    expect(sessions.find(value)).toBeNull()
  })

  it('ends at the absolute limit however often it is used', async () => {
    const sessions = await open()
    const value = await sessions.start(null)
    const end = now + SESSION_LIMIT_MS
    for (now += IDLE_LIMIT_MS / 2; now < end; now += IDLE_LIMIT_MS / 2) expect(sessions.find(value)).not.toBeNull()
    now = end
    expect(sessions.find(value)).toBeNull()
  })

  it('is reported when it ends by itself', async () => {
    const sessions = await open()
    const id = sessions.find(await sessions.start(null))
    const ended: string[] = []
    sessions.onEnd((session) => ended.push(session))
    now += IDLE_LIMIT_MS
    await sessions.expire()
    expect(ended).toEqual([id])
  })

  it('is stored as a hash in a file that only its owner can read, with its limits', async () => {
    const value = await (await open()).start(null)
    const path = join(dir, 'web-sessions.json')
    expect(readFileSync(path, 'utf8')).not.toContain(value)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    now += IDLE_LIMIT_MS - 1
    expect((await open()).find(value)).not.toBeNull()
    now += IDLE_LIMIT_MS
    expect((await open()).find(value)).toBeNull()
  })

  it('keeps its value and restarts its limits when the browser signs in again', async () => {
    const sessions = await open()
    const value = await sessions.start(null)
    now += IDLE_LIMIT_MS - 1
    expect(await sessions.start(value)).toBe(value)
    expect(await sessions.start('made up')).not.toBe('made up')
    now += IDLE_LIMIT_MS - 1
    expect(sessions.find(value)).not.toBeNull()
  })

  it('is not read from a file that another program has written', async () => {
    writeFileSync(join(dir, 'web-sessions.json'), '[{"hash": 1}]')
    const sessions = await open()
    expect(sessions.othersThan('')).toBe(0)
  })
})

describe('the web host', () => {
  let dataDir = ''
  const shared: ChildProcess[] = []
  let host: Host
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sightline-entry-host-'))
    host = await startHost(dataDir, shared)
  })
  afterAll(async () => {
    for (const child of shared) await endHost(child)
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Another address, as the start command requests it. */
  async function address(): Promise<string> {
    host.child.send({ type: 'address' })
    const [{ url }] = (await once(host.child, 'message')) as [{ url: string }]
    return url
  }

  it('lets one browser in by an address, and no second one', async () => {
    const { url } = host.ready
    expect(await statusOf(await browse(url))).toBe(200)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401)
  })

  it('creates another address at the request of the start command', async () => {
    const url = await address()
    expect(url).not.toBe(host.ready.url)
    expect(url).not.toBe(await address())
    expect(await statusOf(await browse(url))).toBe(200)
  })

  it('lets a browser sign out others, whose open pages lose their connection, and itself', async () => {
    const mine = await browse(await address())
    await mine.fetch('/session/others', { method: 'DELETE' })
    const { url } = (await (await mine.fetch('/session/links', { method: 'POST' })).json()) as { url: string }
    const other = await browse(url)
    const tab = await other.open()
    expect((await sessionOf(mine)).others).toBe(1)
    expect(await (await mine.fetch('/session/others', { method: 'DELETE' })).json()).toEqual({ ended: 1 })
    await tab.closed
    expect(await statusOf(other)).toBe(401)
    expect((await sessionOf(mine)).others).toBe(0)
    await mine.fetch('/session', { method: 'DELETE' })
    expect(await statusOf(mine)).toBe(401)
  })

  it('gives no address to another site or to a browser that is not signed in', async () => {
    const mine = await browse(await address())
    const links = { method: 'POST' }
    expect((await mine.fetch('/session/links', { ...links, headers: { origin: 'http://evil.example' } })).status).toBe(
      403,
    )
    expect((await mine.fetch('/session/links', { ...links, headers: { cookie: '' } })).status).toBe(401)
  })
})

it('a killed web host leaves no platform behind and keeps its sessions; one that stops ends them, and removes the page that opens the browser', {
  timeout: 180_000,
}, async () => {
  const first = await startHost(dir, children)
  const html = readFileSync(first.ready.page, 'utf8')
  if (process.platform !== 'win32') expect(statSync(first.ready.page).mode & 0o777).toBe(0o600)
  const [, inPage = ''] = /url=([^"]+)"/.exec(html) ?? []
  expect(inPage).not.toBe(first.ready.url)
  const browser = await browse(inPage)
  expect(await statusOf(browser)).toBe(200)
  await eventually(() => !existsSync(first.ready.page))

  const tab = await browser.open()
  // Is answered by the platform, whose process has started then.
  await tab.studio.api({ endpoint: 'workflows.list', input: {} })
  tab.close()
  const { pid } = JSON.parse(readFileSync(join(dir, 'lock.json'), 'utf8')) as { pid: number }
  expect(isAlive(pid)).toBe(true)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  await eventually(() => !isAlive(pid))
  const second = await startHost(dir, children)
  expect(second.ready.origin).toBe(first.ready.origin)
  expect(await statusOf(browser)).toBe(200)
  expect(existsSync(second.ready.page)).toBe(true)
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')
  expect(existsSync(second.ready.page)).toBe(false)

  const third = await startHost(dir, children)
  expect(third.ready.origin).toBe(first.ready.origin)
  expect(await statusOf(browser)).toBe(401)
})

it.skipIf(process.platform !== 'linux')(
  'the start command opens the browser by a file, not by the address',
  async () => {
    // Replaces the desktop's opener, whose command line every user of the machine can read.
    const bin = join(dir, 'bin')
    const note = join(dir, 'opened')
    mkdirSync(bin)
    const script = `#!/bin/sh
[ "$1" = --help ] && exit 0
printf '%s\\n' "$@" > '${note}.new' && mv '${note}.new' '${note}'
`
    writeFileSync(join(bin, 'exo-open'), script, { mode: 0o755 })
    const { CI: _, ...rest } = process.env
    const env = {
      ...rest,
      DISPLAY: ':0',
      XDG_CURRENT_DESKTOP: 'XFCE',
      PATH: `${bin}:${rest.PATH}`,
      SIGHTLINE_DATA: join(dir, 'data'),
    }
    const child = spawn(process.execPath, [join(root, 'tools', 'start', 'start.mjs'), '--web'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let printed = ''
    child.stdout?.on('data', (part) => {
      printed += part
    })
    await eventually(() => existsSync(note))
    const opened = readFileSync(note, 'utf8').trim()
    expect(opened).toBe(join(dir, 'data', 'open-sightline.html'))
    expect(printed).toMatch(/\?token=/)
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
)
