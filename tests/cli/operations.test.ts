/** Servers and workers as operators start and stop them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundle } from '../engine/support/bundles.ts'
import { sightline } from './cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-operations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a start is refused with the remedy', () => {
  test.each([
    ['of a worker without a database', ['worker'], '--database and --store'],
    ['of a server that leaves runs to nobody', ['serve', '--port', '0', '--concurrency', '0'], '--concurrency 0'],
    ['of a worker with a concurrency of 0', ['worker', '--concurrency', '0'], 'from 1 to 64'],
    ['with a store of another form', ['serve', '--port', '0', '--store', 'files'], 's3://bucket/prefix'],
  ])('%s', async (_title, args, remedy) => {
    const { code, stderr } = await sightline([...args, '--data', join(folder, 'refused')], folder)
    expect(code).not.toBe(0)
    expect(stderr).toContain(remedy)
  })
})

test('a server replies to probes, and ends at SIGTERM when nothing runs, however long it may drain', async () => {
  const data = join(folder, 'served')
  const args = ['serve', '--port', '0', '--data', data, '--drain', '60']
  const server = spawn(process.execPath, [bundle('cli.js'), ...args], { cwd: folder })
  let [stdout, stderr] = ['', '']
  server.stderr.on('data', (text) => {
    stderr += text
  })
  await new Promise<void>((resolve) => {
    server.stdout.on('data', (text) => {
      stdout += text
      if (/Owner key, .* in \S+\n/.test(stdout)) resolve()
    })
  })
  const url = /serves (\S+)/.exec(stdout)?.[1] as string
  const key = readFileSync(join(data, 'first-owner-key'), 'utf8').trim()
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  const headers = { 'x-api-key': key, 'x-request-id': 'from-a-proxy' }
  expect((await fetch(`${url}/api/v1/developer/jobs/queues`, { headers })).headers.get('x-request-id')).toBe(
    'from-a-proxy',
  )
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(stderr).toBe('')
})
