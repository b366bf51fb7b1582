/**
 * The measured HTTP servers, each in a process of its own: the platform on a filled data folder, and a bare Fastify
 * server that replies with the same bytes. Prints its addresses as a line of JSON and serves until its stdin ends.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createEngine } from '../src/engine/host/engine-host.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { dataFolders } from '../src/platform/machine/data-folders.ts'
import { createPlatform } from '../src/platform/server.ts'
import { DEVELOPER_PREFIX } from '../src/shared/api/endpoint.ts'
import { inRoot } from './child.ts'

export interface Serving {
  workflow: string
  lists: Record<'workflows' | 'runs' | 'models', string>
  key: string
}

const ROWS = 12_000
const CHUNK = 100
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-platform-'))
const closing: (() => Promise<unknown>)[] = []

const [what, address = '', key = ''] = process.argv.slice(2)
await (what === 'bare' ? bare(address, key) : platform())
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

async function platform(): Promise<void> {
  const options = {
    dataDir,
    resourcesDir: inRoot('resources'),
    engine: createEngine({ entry: inRoot('out/node/engine.js') }),
    version: 'benchmark',
  }
  const first = await createPlatform(options)
  await first.close()
  await filled(first.organizationId)
  const served = await createPlatform({ ...options, engine: createEngine({ entry: inRoot('out/node/engine.js') }) })
  const secret = await served.createKey('viewer')
  const api = `${(await served.listen()).baseUrl}${DEVELOPER_PREFIX}`
  report({
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

/** Fills the tables with rows of the usual size. */
async function filled(organizationId: string): Promise<void> {
  const db = await openDatabase(dataFolders(dataDir).database)
  const file = JSON.parse(readFileSync(inRoot('resources/templates/count-at-a-line.sightline.json'), 'utf8'))
  const model = await db.selectFrom('models').selectAll().executeTakeFirstOrThrow()
  const graph = JSON.stringify(file.graph)
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString()
  const workflow = (i: number): Tables['workflows'] => ({
    ...{
      id: randomUUID(),
      organization_id: organizationId,
      created_by: null,
      name: `Workflow ${i}`,
      description: null,
      readme: null,
    },
    ...{ graph, layout: JSON.stringify(file.layout ?? null), template_key: null, status: 'draft', last_run_id: null },
    ...{ created_at: at(i), updated_at: i % 2 ? at(i + 60) : null },
  })
  const run = (i: number): Tables['workflow_runs'] => ({
    ...{
      id: randomUUID(),
      organization_id: organizationId,
      created_by: null,
      workflow_id: null,
      workflow_name: `Workflow ${i}`,
    },
    ...{ status: 'completed', graph, layout: null, source: null, sample_fps: null, duration_s: null, media: null },
    ...{ progress: '{"frames_done":675,"frames_total":675,"media_time_s":27,"fps":60,"seconds_left":0}', nodes: '{}' },
    ...{ counts: '{"lines":[],"zones":[]}', error: null, artifacts: '[]', inspection: null, resumable: 0 },
    ...{ resumed_from: null, cost_micro_usd: 0, created_at: at(i), started_at: at(i), finished_at: at(i) },
  })
  const copy = (i: number): Tables['models'] => ({ ...model, id: randomUUID(), name: `Model ${i}`, bundled_as: null })
  await insert(db, 'workflows', workflow)
  await insert(db, 'workflow_runs', run)
  await insert(db, 'models', copy)
  await db.destroy()
}

async function insert<T extends 'workflows' | 'workflow_runs' | 'models'>(
  db: Database,
  table: T,
  row: (i: number) => Tables[T],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < ROWS; from += CHUNK) {
      const rows = Array.from({ length: CHUNK }, (_, i) => row(from + i))
      await tx
        .insertInto(table)
        .values(rows as never)
        .execute()
    }
  })
}
