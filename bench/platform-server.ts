/**
 * The measured HTTP servers, each in a process of its own: the platform on a filled data folder, and a bare Fastify
 * server that replies with the same bytes. Prints its addresses as a line of JSON and serves until its stdin ends.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createEngine } from '../src/engine/host/engine-host.ts'
import { createPlatform } from '../src/platform/server.ts'
import type { CreatedDeployment, Deployment } from '../src/shared/api/deployments.ts'
import { DEVELOPER_PREFIX } from '../src/shared/api/endpoint.ts'
import { inRoot } from './child.ts'
import { fillDatasets, fillLists } from './platform-rows.ts'

export interface Serving {
  health: string
  /** Data sets with many images, with many annotations of one image, and with image files that can be exported. */
  datasets: string[]
  api: string
  owner: string
  workflow: string
  lists: Record<'workflows' | 'runs' | 'models', string>
  key: string
}

export interface ServingDeployment {
  predict: string
  token: string
}

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-platform-'))
const newOptions = () => ({
  dataDir,
  resourcesDir: inRoot('resources'),
  engine: createEngine({ entry: inRoot('out/node/engine.js') }),
  version: 'benchmark',
  allowLocalFiles: true,
})
const closing: (() => Promise<unknown>)[] = []

const [what, address = '', key = ''] = process.argv.slice(2)
const STARTS: Readonly<Record<string, () => Promise<void>>> = {
  bare: () => bare(address, key),
  idle,
  deployment,
  datasets: () => platform(true),
}
await (STARTS[what ?? ''] ?? (() => platform(false)))()
process.stdin.resume().once('end', async () => {
  for (const close of closing) await close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})

function report(serving: Serving | Pick<Serving, 'workflow'>): void {
  process.stdout.write(`${JSON.stringify(serving)}\n`)
}

/** Serves a copy of the reply at the address. */
async function bare(copied: string, secret: string): Promise<void> {
  const reply = await fetch(copied, { headers: { 'x-api-key': secret } })
  const body = await reply.text()
  const app = Fastify()
  app.get('/workflow', async (_request, answer) => answer.type('application/json; charset=utf-8').send(body))
  report({ workflow: `${await app.listen({ host: '127.0.0.1', port: 0 })}/workflow` })
  closing.push(() => app.close())
}

/** Serves nobody. */
async function idle(): Promise<void> {
  const served = await createPlatform(newOptions())
  const api = (await served.listen()).baseUrl
  const owner = await served.createKey('owner')
  process.stdout.write(`${JSON.stringify({ api: `${api}${DEVELOPER_PREFIX}`, owner })}\n`)
  closing.push(() => served.close())
}

/** Serves the bundled detector, by one container on the CPU. */
async function deployment(): Promise<void> {
  const served = await createPlatform(newOptions())
  closing.push(() => served.close())
  const headers = { 'x-api-key': await served.createKey('owner'), 'content-type': 'application/json' }
  const api = `${(await served.listen()).baseUrl}${DEVELOPER_PREFIX}`
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const reply = await fetch(`${api}${path}`, { headers, ...sent })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { data } = await call<{ data: { id: string }[] }>('/models/')
  const made = { model_id: data[0]?.id, compute_type: 'cpu', min_containers: 1 }
  const { deployment, auth_token: token } = await call<CreatedDeployment>('/deployments/', made)
  for (;;) {
    const { status, endpoint_url } = await call<Deployment>(`/deployments/${deployment.id}`)
    if (endpoint_url) return void process.stdout.write(`${JSON.stringify({ predict: endpoint_url, token })}\n`)
    if (status !== 'provisioning') throw new Error(`The deployment is ${status}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function platform(withDatasets: boolean): Promise<void> {
  const options = newOptions()
  const first = await createPlatform(options)
  await first.close()
  await fillLists(dataDir, first.organizationId)
  const datasets = withDatasets ? await fillDatasets(dataDir, first.organizationId) : []
  const served = await createPlatform({ ...options, engine: createEngine({ entry: inRoot('out/node/engine.js') }) })
  const secret = await served.createKey('viewer')
  const api = `${(await served.listen()).baseUrl}${DEVELOPER_PREFIX}`
  report({
    health: `${api.slice(0, -DEVELOPER_PREFIX.length)}/health`,
    datasets,
    api,
    owner: await served.createKey('owner'),
    workflow: `${api}/workflows/Workflow%206000`,
    lists: {
      workflows: `${api}/workflows/?limit=20`,
      runs: `${api}/workflow-runs/?limit=20`,
      models: `${api}/models/?limit=20`,
    },
    key: secret,
  })
  closing.push(() => served.close())
}
