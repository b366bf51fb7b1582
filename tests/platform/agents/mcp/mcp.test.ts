/** Agents over HTTP: the SDK's client draws, checks and runs a workflow. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role, roleAtLeast } from '../../../../src/shared/api/endpoint.ts'
import type { AgentToolRegistry } from '../../../../src/shared/api/tools.ts'
import { BLOCK_KINDS } from '../../../../src/shared/blocks/catalogue.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { eventually } from '../../../setup/eventually.ts'
import { countingGraph, DEMO_URI, MODEL } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { type Agent, connectAgent, textOf } from './agent.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const agents: Agent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

async function agent(role: Role = 'owner', modern = true): Promise<Agent> {
  const connected = await connectAgent(h.baseUrl, { 'x-api-key': h.keys[role] }, modern)
  agents.push(connected)
  return connected
}

const namesOf = async ({ client }: Agent) => (await client.listTools()).tools.map(({ name }) => name)

describe.each([
  ['2026-07-28', true],
  ['2025-11-25', false],
])('an agent of protocol revision %s', (revision, modern) => {
  it('draws a workflow, corrects it by its issues, runs it and reads the results', async () => {
    const { call, raw, client } = await agent('member', modern)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getInstructions()).toContain('list_block_kinds')
    const { kinds } = await call<{ kinds: { kind: string }[] }>('list_block_kinds')
    expect(kinds.map(({ kind }) => kind)).toContain('measure')
    const line = await call<{ config: object }>('list_block_kinds', { kind: 'measure' })
    expect(JSON.stringify(line.config)).toContain('geometries')
    const models = await call<{ data: { name: string }[] }>('list_models')
    expect(models.data.map(({ name }) => name)).toContain(MODEL)

    const whole = countingGraph()
    const unfinished: Graph = { ...whole, edges: whole.edges.slice(0, 2) }
    const made = await call<{ id: string; runnable: boolean; issues: { message: string }[] }>('create_workflow', {
      name: `Drawn by an agent of ${revision}`,
      graph: unfinished,
    })
    expect([made.runnable, made.issues.length > 0]).toEqual([false, true])
    expect(await call('check_workflow', { graph: whole })).toMatchObject({ runnable: true })
    expect(await call('update_workflow', { workflow: made.id, graph: whole })).toMatchObject({ runnable: true })

    const index = h.engine.runs.length
    const { run_id } = await call<{ run_id: string }>('run_workflow', { workflow: made.id })
    const run = await h.engine.run(index)
    expect(await call('wait_for_run', { run_id, seconds: 0 })).toMatchObject({ id: run_id, status: 'processing' })
    const waiting = call('wait_for_run', { run_id })
    run.finish({ artifacts: [run.write('counts.csv', 'line,a_to_b\nKerb,3\n', 'text/csv')] })
    expect(await waiting).toMatchObject({ status: 'completed', files: [{ name: 'counts.csv' }] })

    const result = await raw('get_run', { run_id })
    const link = result.content.find((part) => part.type === 'resource_link')
    expect(link).toMatchObject({ name: 'counts.csv', mimeType: 'text/csv', size: 19 })
    expect(await (await fetch(link?.type === 'resource_link' ? link.uri : '')).text()).toBe('line,a_to_b\nKerb,3\n')
    expect(await call('read_run_file', { run_id, file: 'counts.csv' })).toEqual({
      text: 'line,a_to_b\nKerb,3\n',
      size_bytes: 19,
      next_byte: null,
    })
  })
})

it('an agent exports a data set, lists its exports and gets the archive as a link', async () => {
  const { call, raw } = await agent('member')
  await h.api('POST', '/datasets/', { body: { name: 'Exported', classes: [{ name: 'car' }] } })
  const made = await call<{ id: string }>('create_export', { dataset: 'Exported', format: 'yolo' })
  await eventually(async () => {
    const { data } = await call<{ data: { id: string; status: string }[] }>('list_exports', { dataset: 'Exported' })
    return data.some(({ id, status }) => id === made.id && status === 'completed')
  })
  const result = await raw('download_export', { export_id: made.id })
  const link = result.content.find((part) => part.type === 'resource_link')
  expect(link).toMatchObject({ name: 'Exported-yolo.zip', mimeType: 'application/zip' })
  expect((await fetch(link?.type === 'resource_link' ? link.uri : '')).status).toBe(200)
})

describe('the tools over MCP', () => {
  it('are those that the role of the key may call', async () => {
    const { tools } = (await h.api<AgentToolRegistry>('GET', '/tools')).body
    for (const role of ROLES) {
      const allowed = tools.filter(({ required_role }) => roleAtLeast(role, required_role)).map(({ name }) => name)
      const names = await namesOf(await agent(role))
      expect(names, role).toEqual(expect.arrayContaining(allowed))
      const refused = tools.filter(({ name }) => !allowed.includes(name)).map(({ name }) => name)
      expect(
        names.filter((name) => refused.includes(name)),
        role,
      ).toEqual([])
    }
  })

  it('do not run for a role that may not call them, whatever the client believes', async () => {
    const viewer = await agent('viewer')
    await expect(viewer.raw('delete_dataset', { dataset: 'Street' })).rejects.toThrow('There is no tool')
    await expect(viewer.raw('no_such_tool')).rejects.toThrow('There is no tool')
  })

  it('carry hints from the declarations', async () => {
    const { tools } = await (await agent()).client.listTools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.list_models).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false })
    expect(hints.delete_dataset).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true })
    expect(hints.save_annotations).toMatchObject({ destructiveHint: true, idempotentHint: true })
    expect(hints.run_workflow).toMatchObject({ readOnlyHint: false, idempotentHint: false, destructiveHint: false })
  })

  it('fit into the context of an agent', async () => {
    const { tools } = await (await agent()).client.listTools()
    expect(JSON.stringify(tools).length).toBeLessThan(60_000)
  })

  it('take the API key as a bearer token too', async () => {
    const bearer = await connectAgent(h.baseUrl, { authorization: `Bearer ${h.keys.viewer}` })
    agents.push(bearer)
    expect(await namesOf(bearer)).toContain('list_models')
  })

  it.each<[string, Record<string, string>, number]>([
    ['no key', {}, 401],
    ['an unknown key', { 'x-api-key': 'pk_live_unknown' }, 401],
    ['another credential', { authorization: 'Basic x' }, 401],
  ])('are refused with %s', async (_name, headers, status) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const response = await fetch(`${h.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    })
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      status,
      'invalid_key',
    ])
  })

  it('are refused to pages of other sites', async () => {
    const headers = { 'x-api-key': h.keys.owner, origin: 'https://example.com', 'content-type': 'application/json' }
    const response = await fetch(`${h.baseUrl}/mcp`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(403)
  })

  it('are called one by one: a batch is refused, and so is a body that is no message', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = {
      'x-api-key': h.keys.owner,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const send = async (method: string, body?: unknown) => {
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      return (await fetch(`${h.baseUrl}/mcp`, { method, headers, ...text })).status
    }
    expect(await send('POST', [message, message])).toBe(400)
    expect(await send('POST', { hello: 'world' })).toBe(400)
    expect(await send('POST', message)).toBe(200)
    expect(await send('GET')).toBe(405)
    h.logged.length = 0
  })

  it('describe each block kind in one answer', async () => {
    const { call } = await agent('viewer')
    for (const kind of BLOCK_KINDS)
      expect(await call('list_block_kinds', { kind }), kind).not.toHaveProperty('left_out')
  })

  it('see nothing of another organization', async () => {
    const id = await h.createWorkflow('Not for others')
    const foreign = await connectAgent(h.baseUrl, { 'x-api-key': h.foreignKey })
    agents.push(foreign)
    expect(await foreign.fail('get_workflow', { workflow: id })).toContain('not_found')
  })

  it('report an invalid input by its field', async () => {
    expect(await (await agent()).fail('list_models', { limit: 0 })).toContain('limit')
    expect(await (await agent()).fail('list_models', { colour: 'red' })).toContain('colour')
  })

  it('report the issues of a graph that can’t be run', async () => {
    const id = await h.createWorkflow('Not runnable', { version: 1, nodes: [], edges: [] })
    expect(await (await agent()).fail('run_workflow', { workflow: id })).toContain('graph_not_runnable')
  })

  it('say that an engine is missing', async () => {
    const text = await (await agent()).fail('train_pipeline', { dataset: 'Street' })
    expect(text).toContain('can’t do “train_pipeline” yet')
  })

  it('deploy a model, and end the deployment', async () => {
    const { call } = await agent('admin')
    const { data } = await call<{ data: { id: string }[] }>('list_models')
    const made = await call<{ deployment: { id: string }; auth_token: string }>('create_deployment', {
      model_id: data[0]?.id,
      name: 'From an agent',
      compute_type: 'cpu',
    })
    expect(made.auth_token).toMatch(/^pk_deploy_/)
    expect(await call('get_deployment', { deployment: 'From an agent' })).toMatchObject({ id: made.deployment.id })
    expect(JSON.stringify(await call('list_deployments'))).toContain(made.deployment.id)
    expect(await call('delete_deployment', { deployment: made.deployment.id })).toEqual({ done: true })
    expect(await call('get_deployment', { deployment: made.deployment.id })).toMatchObject({ status: 'terminated' })
  })

  it('add an image by its bytes, and annotate it', async () => {
    const { call } = await agent('member')
    const { name: dataset } = await call<{ name: string }>('create_dataset', { name: 'From an agent' })
    const data_base64 = Buffer.from(IMAGE_BYTES).toString('base64')
    expect(await call('upload_image', { dataset, filename: '1.jpg', data_base64 })).toMatchObject({ filename: '1.jpg' })
    const box = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 3, h: 4 } }
    await call('save_annotations', { dataset, filename_path: '1.jpg', annotations: [box] })
    expect(await call('get_annotations', { dataset, filename_path: '1.jpg' })).toMatchObject({ annotation_count: 1 })
  })

  it('return an upload address for bytes that are elsewhere', async () => {
    const { call } = await agent('member')
    const target = await call<{ upload_url: string; gcs_uri: string }>('create_upload', {
      filename: 'clip.mp4',
      content_type: 'video/mp4',
    })
    expect(target.upload_url).toContain(h.baseUrl)
    expect(
      (
        await fetch(target.upload_url, {
          method: 'PUT',
          body: 'VIDEO 3 frames',
          headers: { 'content-type': 'video/mp4' },
        })
      ).status,
    ).toBe(204)
    const id = await h.createWorkflow(`On an upload ${Math.random()}`)
    const index = h.engine.runs.length
    await call('run_workflow', { workflow: id, source: { kind: 'video', gcs_uri: target.gcs_uri } })
    ;(await h.engine.run(index)).finish()
  })

  it('answer long lists in part, and name the rest', async () => {
    for (let n = 0; n < 30; n++) await h.createWorkflow(`Many ${n}`)
    const { call, raw } = await agent('viewer')
    const answer = await call<{ items: object[]; left_out: { items: number } }>('list_workflows')
    expect(answer.items.length).toBeLessThanOrEqual(25)
    expect(answer.left_out.items).toBeGreaterThan(4)
    expect(textOf(await raw('list_workflows')).length).toBeLessThan(8 * 1024)
  })

  it('show the frame of a preview as an image', async () => {
    const result = await (await agent('member')).raw('preview_graph', {
      graph: countingGraph({ kind: 'video', gcs_uri: DEMO_URI }),
    })
    expect(result.content.at(-1)).toEqual({ type: 'image', data: 'anBlZw==', mimeType: 'image/jpeg' })
  })
})
