/** Agents on standard input and output: the SDK's client starts the built command line, as an agent does. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { type Agent, agentOf } from '../platform/agents/mcp/agent.ts'
import { countingGraph } from '../platform/support/graphs.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { IMAGE_BYTES } from '../platform/support/scripted-engine.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()

async function connect(args: string[], env: Record<string, string>, modern = true): Promise<Agent> {
  const mode = modern ? 'auto' : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const command = [bundle('cli.js'), 'mcp', ...args]
  const given = { ...(process.env as Record<string, string>), ...env }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command, env: given }))
  return agentOf(client)
}

describe('an agent with a server', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.close())
  const connected = (modern = true) => connect(['--server', h.baseUrl], { SIGHTLINE_API_KEY: h.keys.member }, modern)

  test.each([
    ['2026-07-28', true],
    ['2025-11-25', false],
  ])('of protocol revision %s draws, checks and runs a workflow', async (revision, modern) => {
    const { client, call, close } = await connected(modern)
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['create_workflow', 'list_models']))
      expect(tools.map(({ name }) => name)).not.toContain('delete_dataset')
      const graph = countingGraph()
      const made = await call<{ id: string }>('create_workflow', { name: `Over stdio ${revision}`, graph })
      expect(await call('check_workflow', { workflow: made.id })).toEqual({ runnable: true, issues: [] })
      const index = h.engine.runs.length
      const { run_id } = await call<{ run_id: string }>('run_workflow', { workflow: made.id })
      const run = await h.engine.run(index)
      run.finish({ artifacts: [run.write('counts.csv', 'Kerb,3\n', 'text/csv')] })
      expect(await call('wait_for_run', { run_id })).toMatchObject({ status: 'completed' })
      expect(await call('read_run_file', { run_id, file: 'counts.csv' })).toMatchObject({ text: 'Kerb,3\n' })
    } finally {
      await close()
    }
  })

  test('uploads the images of a folder on this machine, with its folders as directories', async () => {
    const images = join(folder, 'images')
    mkdirSync(join(images, 'night'), { recursive: true })
    for (const name of ['1.jpg', 'night/2.png']) writeFileSync(join(images, name), IMAGE_BYTES)
    writeFileSync(join(images, 'notes.txt'), 'no image')
    const { call, fail, close } = await connected()
    try {
      const dataset = 'From a folder'
      const tool = 'upload_dataset_from_directory'
      expect(await call(tool, { directory: images, dataset })).toMatchObject({ added: 2, failed: 0 })
      const night = { dataset, filename: 'night/2.png' }
      expect(
        (await h.api<{ directory_path: string }>('GET', `/images/?${new URLSearchParams(night)}`)).body,
      ).toMatchObject({ directory_path: '/night' })
      expect(await fail(tool, { directory: join(folder, 'missing'), dataset })).toContain('There is no folder')
    } finally {
      await close()
    }
  })

  test('is refused with a sentence when the key is wrong or the server missing', async () => {
    const wrong = await sightline(['mcp', '--server', h.baseUrl, '--key', 'pk_live_wrong'], folder)
    expect([wrong.code, wrong.stdout]).toEqual([1, ''])
    expect(wrong.stderr).toContain('does not accept this API key')
    const nowhere = await warmSightline(['mcp', '--server', 'http://127.0.0.1:1', '--key', 'x'], folder)
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('http://127.0.0.1:1 can’t be reached')])
  })
})

test('an agent with this machine’s data folder has the role that the command names', async () => {
  const env = { SIGHTLINE_DATA: join(folder, 'data') }
  const { client, call, close } = await connect(['--role', 'viewer'], env)
  try {
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('list_models')
    expect(names).not.toContain('create_workflow')
    const { data } = await call<{ data: { name: string }[] }>('list_models')
    expect(data.map(({ name }) => name)).toContain('street-detector')
  } finally {
    await close()
  }
  // The command has released the folder when the agent is gone.
  expect((await warmSightline(['models', 'list'], folder, env)).code).toBe(0)
})
