/** A built checkout in a folder whose name has spaces and umlauts, in which nothing may be written. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../tools/lockfile/complete.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = [
  'package.json',
  'bin',
  'out/node',
  'tools/build',
  'tools/start',
  'resources/models',
  'resources/templates',
]
/** Starting a host takes a second or two, and far longer on a busy machine: this limit is for one that hangs. */
const HANGS_MS = 300_000
const PAGE = '<!doctype html><title>Sightline</title>'

let parent = ''
let checkout = ''
let env: NodeJS.ProcessEnv = {}

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'sightline Größe '))
  checkout = join(parent, 'Mein Ordner (ü)')
  const isNeeded = (path: string) => !path.endsWith('.map')
  for (const path of COPIED) cpSync(join(root, path), join(checkout, path), { recursive: true, filter: isNeeded })
  mkdirSync(join(checkout, 'out/renderer'))
  writeFileSync(join(checkout, 'out/renderer/index.html'), PAGE)
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction')
  const data = join(parent, 'Daten für Läufe')
  mkdirSync(data)
  // Without any program, git for one.
  env = { ...process.env, SIGHTLINE_DATA: data, PATH: checkout }
  for (const folder of [parent, checkout]) chmodSync(folder, 0o555)
})
afterAll(() => {
  for (const folder of [parent, checkout]) chmodSync(folder, 0o755)
  rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
})

/** The first address in the lines of a process. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The process has no output.')
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('The process printed no address.')
}

describe('in a folder with spaces and umlauts', { timeout: HANGS_MS }, () => {
  it('the Studio starts, and its address opens the page', async () => {
    const host = spawn(process.execPath, [join(checkout, 'tools/start/start.mjs'), '--web', '--no-open'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(host, 'exit')
    try {
      const entry = await fetch(await addressOf(host), { redirect: 'manual' })
      const [cookie = ''] = entry.headers.getSetCookie()
      const page = await fetch(new URL('/', entry.url), { headers: { cookie: cookie.split(';')[0] ?? '' } })
      expect(await page.text()).toContain('<title>Sightline</title>')
    } finally {
      host.kill()
      await ended
    }
  })

  it('the command line loads a model from its own folder', async () => {
    const model = join(checkout, 'resources/models/street-detector.onnx')
    const command = [join(checkout, 'bin/sightline.mjs'), 'models', 'inspect', model]
    const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: checkout })
    expect(stdout).toContain('car, truck, bicycle, pedestrian')
  })

  it('the lockfile is completed with the checksum of the registry, and gets the ranges of Node.js that replace others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline Schloß '))
    const [name, integrity] = ['tool-linux-x64', `sha512-${'a'.repeat(86)}==`]
    const dist = { integrity, tarball: 'http://127.0.0.1/none.tgz' }
    const published = {
      name,
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name, version: '1.0.0', dist } },
    }
    const registry = createServer(
      (_, reply) => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(published)),
    )
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    const { port } = registry.address() as AddressInfo
    try {
      copyFileSync(join(root, 'tools/lockfile/complete.mjs'), join(folder, 'complete.mjs'))
      const entries = Object.keys(ENGINES).map((of) => [`node_modules/${of}`, { integrity, engines: { node: '>=99' } }])
      const tool = { version: '1.0.0', integrity, optionalDependencies: { [name]: '1.0.0' } }
      const packages = { '': {}, ...Object.fromEntries(entries), 'node_modules/tool': tool }
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
      const env = {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_noproxy: '127.0.0.1',
        npm_config_cache: join(folder, 'cache'),
      }
      await promisify(execFile)(process.execPath, [join(folder, 'complete.mjs')], { cwd: folder, env })
      const completed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
      expect(completed[`node_modules/${name}`]).toMatchObject({ version: '1.0.0', integrity })
      expect(completed['node_modules/usearch'].engines).toEqual({ node: ENGINES.usearch })
    } finally {
      registry.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
