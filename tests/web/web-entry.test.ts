import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../setup/eventually.ts'
import { browse } from './browser.ts'
import { endHost, isAlive } from './end-host.ts'

const entry = fileURLToPath(new URL('../../out/node/web.js', import.meta.url))
let dataDir = ''
let child: ChildProcess

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-entry-'))
})
afterEach(async () => {
  await endHost(child)
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(...args: string[]): Promise<{ type: string; url: string; message: string }> {
  const env = { ...process.env, SIGHTLINE_DATA: dataDir }
  child = fork(entry, args, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [message] = await once(child, 'message')
  return message
}

/** The platform’s process, once it is reachable. */
async function platformPid(url: string): Promise<number> {
  const tab = await (await browse(url)).open()
  await tab.studio.api({ endpoint: 'workflows.list', input: {} })
  tab.close()
  return (JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')) as { pid: number }).pid
}

const gone = (pid: number) => eventually(() => !isAlive(pid))

it('starts, and on Ctrl+C ends in order with its platform', async () => {
  const { type, url } = await start()
  expect(type).toBe('ready')
  const platform = await platformPid(url)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  await gone(platform)
})

it('ends when the command that started it is gone', async () => {
  await start()
  child.disconnect()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

it.each([
  ['--port', '70000', '--port'],
  ['--bogus', '', '--bogus'],
])('rejects %s %s with the reason', async (name, value, expected) => {
  const exit = start(name, value)
  const { type, message } = await exit
  expect(type).toBe('failed')
  expect(message).toContain(expected)
  const code = child.exitCode ?? (await once(child, 'exit'))[0]
  expect(code).toBe(1)
})
