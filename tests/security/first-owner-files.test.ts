/** The link and the key of the first owner: in private files, until they are used or too old. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { writeFirstOwnerFiles } from '../../src/cli/first-owner-files.ts'
import type { ApiKey } from '../../src/shared/api/api-keys.ts'
import { bundle } from '../engine/support/bundles.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

const OWNER = { full_name: 'Ada', email: 'ada@example.com', password: 'a long password' }
const HOUR_MS = 60 * 60_000

const makeOwner = (link: string) =>
  fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(OWNER),
  })

it('are named by the output of a server, which has neither of them, and are removed once they are used', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sightline-first-owner-'))
  const server = spawn(process.execPath, [bundle('cli.js'), 'serve', '--port', '0', '--data', data])
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  await eventually(() => /Owner key, .* in \S+\n/.test(output))
  const files = ['first-owner-link', 'first-owner-key'].map((name) => join(data, name))
  const [link, key] = files.map((file) => readFileSync(file, 'utf8').trim()) as [string, string]
  for (const file of files) {
    expect(output).toContain(` in ${file}\n`)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  const call = async () => {
    const url = `${new URL(link).origin}/api/v1/developer/organizations/me`
    return (await fetch(url, { headers: { 'x-api-key': key } })).status
  }
  expect(await call()).toBe(200)
  await eventually(() => !existsSync(files[1] as string))
  expect((await makeOwner(link)).status).toBe(303)
  await eventually(() => !existsSync(files[0] as string))
  expect(await call()).toBe(200)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  expect(output).not.toContain(key)
  expect(output).not.toContain(link.slice(link.lastIndexOf('/') + 1))
  rmSync(data, { recursive: true, force: true })
})

describe('the key of the first owner', () => {
  let h: Harness
  let now = new Date()
  afterEach(() => h.close())
  const start = async () => {
    now = new Date()
    h = await startHarness({ now: () => now })
  }
  const statusOf = async (key: string | null) => (await h.api('GET', '/organizations/me', { key })).status
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR_MS)
  }
  const listed = async () => {
    const { body } = await h.api<ApiKey[]>('GET', '/api/v1/api-keys/')
    return body.filter(({ name }) => name === 'First owner key').map(({ expires_at }) => expires_at)
  }

  it('ends unless it is used within a day, and another one can be made', async () => {
    await start()
    const key = (await h.platform.firstOwnerKey()) as string
    expect(await listed()).toEqual([new Date(now.getTime() + 24 * HOUR_MS).toISOString()])
    later(24)
    expect(await h.platform.isFirstOwnerUnused(key)).toBe(false)
    expect(await statusOf(key)).toBe(401)
    const other = await h.platform.firstOwnerKey()
    expect([await statusOf(other), await statusOf(key)]).toEqual([200, 401])
  })

  it('stays once it is used, and there is no other one then', async () => {
    await start()
    const key = (await h.platform.firstOwnerKey()) as string
    expect(await h.platform.isFirstOwnerUnused(key)).toBe(true)
    expect(await statusOf(key)).toBe(200)
    later(1000)
    expect([await statusOf(key), await h.platform.firstOwnerKey(), await listed()]).toEqual([200, null, [null]])
  })

  it('is not made when there is a person, who creates keys', async () => {
    await start()
    await makeOwner((await h.platform.firstOwnerLink()) as string)
    expect(await h.platform.firstOwnerKey()).toBeNull()
  })

  it.skipIf(process.platform === 'win32')(
    'is written to a file of its own, whatever is in its place, and a used one is removed at the next start',
    async () => {
      await start()
      const victim = join(h.dataDir, 'victim')
      const file = join(h.dataDir, 'first-owner-key')
      writeFileSync(victim, 'theirs')
      symlinkSync(victim, file)
      await writeFirstOwnerFiles(h.platform, h.dataDir)
      const key = readFileSync(file, 'utf8').trim()
      expect([readFileSync(victim, 'utf8'), await statusOf(key)]).toEqual(['theirs', 200])
      await writeFirstOwnerFiles(h.platform, h.dataDir)
      expect(existsSync(file)).toBe(false)
    },
  )
})
