/** A platform on real HTTP and a real database in a folder of its own. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform, PlatformOptions } from '../../../src/platform/platform.ts'
import { createPlatform } from '../../../src/platform/server.ts'
import { DEVELOPER_PREFIX, ROLES, type Role } from '../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../src/shared/api/errors.ts'
import type { WorkflowRun } from '../../../src/shared/domain/run.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { databaseFor, dropDatabase, newDatabase } from './databases.ts'
import { countingGraph } from './graphs.ts'
import './light-passwords.ts'
import { createScriptedEngine, MODEL_BYTES, type ScriptedEngine, VIDEO_BYTES } from './scripted-engine.ts'
import { storeFor } from './stores.ts'

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

export interface Request {
  /** Null sends none; the default is the owner's key. */
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface Harness {
  platform: Platform
  engine: ScriptedEngine
  baseUrl: string
  dataDir: string
  keys: Record<Role, string>
  /** A viewer's key that acts as an operator of the installation. */
  operatorKey: string
  /** An owner's key of another organization. */
  foreignKey: string
  /** Null unless the test asks for metrics. */
  metricsUrl: string | null
  /** Lines that the platform logged for its operator. */
  logged: string[]
  /** Calls a path below the developer prefix, or a whole one, which begins with `/api/`. */
  api<T = never>(method: string, path: string, request?: Request): Promise<Answer<T>>
  fail(method: string, path: string, request?: Request): Promise<{ status: number; error: ErrorBody['error'] }>
  /** Returns the workflow's id. */
  createWorkflow(name: string, graph?: Graph): Promise<string>
  /** Starts a workflow; returns the run's id. */
  startRun(workflow: string): Promise<string>
  getRun(id: string): Promise<WorkflowRun>
  upload(filename: string, content: string, contentType?: string, key?: string): Promise<string>
  close(): Promise<void>
}

export function makeResources(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-resources-'))
  for (const folder of ['demo', 'models', 'templates']) mkdirSync(join(dir, folder))
  writeFileSync(join(dir, 'demo/street-crossing.mp4'), VIDEO_BYTES)
  writeFileSync(join(dir, 'models/street-detector.onnx'), MODEL_BYTES)
  writeFileSync(join(dir, 'models/street-detector.md'), '# Street detector\n\nFinds road users.\n\nMore.\n')
  const file = { format: 'sightline-workflow', version: 1, name: 'Count at a line', description: 'Counts.' }
  const template = { ...file, graph: countingGraph(), layout: { nodes: { src: { x: 1, y: 2 } } } }
  writeFileSync(join(dir, 'templates/count-at-a-line.sightline.json'), JSON.stringify(template))
  return dir
}

export async function startHarness(overrides: Partial<PlatformOptions> = {}): Promise<Harness> {
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'sightline-data-'))
  const resourcesDir = overrides.resourcesDir ?? makeResources()
  const engine = createScriptedEngine()
  const logged: string[] = []
  const isNew = existsSync(dataDir) && !existsSync(join(dataDir, 'sightline.db'))
  const database = overrides.database ?? (await (isNew ? newDatabase(dataDir) : databaseFor(dataDir)))
  const platform = await createPlatform({
    dataDir,
    ...(database && { database }),
    ...storeFor(dataDir),
    resourcesDir,
    engine,
    version: '0.0.0-test',
    log: (level, message, error) => logged.push(`${level} ${message} ${error ?? ''}`),
    ...overrides,
    ...(overrides.store === '' && { store: undefined }),
  } as PlatformOptions)
  const { baseUrl, metricsUrl } = await platform.listen()
  const organizationId = await platform.createOrganization('Other people')
  const foreignKey = await platform.createKey('owner', { organizationId })
  return harnessOn({
    platform,
    engine,
    baseUrl,
    metricsUrl,
    dataDir,
    operatorKey: await platform.createKey('viewer', { name: 'operator', isOperator: true }),
    foreignKey,
    logged,
    keys: await keysOf(platform),
    async close() {
      await platform.close()
      if (!overrides.dataDir) {
        await dropDatabase(dataDir)
        rmSync(dataDir, { recursive: true, force: true })
      }
      if (!overrides.resourcesDir) rmSync(resourcesDir, { recursive: true, force: true })
    },
  })
}

/** A key of each role, of the platform's own organization. */
export async function keysOf(platform: Platform): Promise<Record<Role, string>> {
  const made = await Promise.all(ROLES.map(async (role) => [role, await platform.createKey(role)] as const))
  return Object.fromEntries(made) as Record<Role, string>
}

type Calls = 'api' | 'fail' | 'createWorkflow' | 'startRun' | 'getRun' | 'upload'

/** Adds the calls that most tests make. */
export function harnessOn(on: Omit<Harness, Calls>): Harness {
  const { baseUrl, keys } = on
  const harness: Harness = {
    ...on,
    async api<T>(method: string, path: string, { key = keys.owner, body, headers = {} }: Request = {}) {
      const response = await fetch(`${baseUrl}${path.startsWith('/api/') ? '' : DEVELOPER_PREFIX}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      return {
        status: response.status,
        body: (isJson && text ? JSON.parse(text) : text) as T,
        headers: response.headers,
      }
    },
    async fail(method, path, request) {
      const { status, body } = await harness.api<ErrorBody>(method, path, request)
      return { status, error: body.error }
    },
    async createWorkflow(name, graph = countingGraph()) {
      const { body } = await harness.api<{ id: string }>('POST', '/workflows/', { body: { name, graph } })
      return body.id
    },
    async startRun(workflow) {
      const { body } = await harness.api<{ run_id: string }>('POST', `/workflows/${workflow}/run`)
      return body.run_id
    },
    getRun: async (id) => (await harness.api<WorkflowRun>('GET', `/workflow-runs/${id}`)).body,
    async upload(filename, content, content_type = 'video/mp4', key = keys.owner) {
      const body = { filename, content_type }
      const target = await harness.api<{ upload_url: string; gcs_uri: string }>('POST', '/workflows/upload-url', {
        body,
        key,
      })
      const put = await fetch(target.body.upload_url, {
        method: 'PUT',
        body: content,
        headers: { 'content-type': content_type },
      })
      if (put.status !== 204) throw new Error(`The upload was answered ${put.status}: ${await put.text()}`)
      return target.body.gcs_uri
    },
  }
  return harness
}
