/** The platform while its PostgreSQL database comes and goes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../../../../src/platform/db/postgres/open-postgres.ts'
import { eventually } from '../../../setup/eventually.ts'
import { asAdministrator, databaseFor, dropDatabase, nameOf, newPostgresUrl } from '../../support/databases.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'

const quiet = () => undefined

describe('a lost connection', () => {
  let dataDir: string
  let resourcesDir: string
  let h: Harness
  let name: string
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sightline-lost-'))
    resourcesDir = makeResources()
    name = nameOf((await databaseFor(dataDir)) as string)
    h = await startHarness({ dataDir, resourcesDir })
  })
  afterEach(async () => {
    await h.close()
    await dropDatabase(dataDir)
    for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
  })

  const lose = async () => {
    await asAdministrator(`alter database ${name} allow_connections false`)
    await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  const restore = () => asAdministrator(`alter database ${name} allow_connections true`)

  it('fails requests with 503 until it is back, and is logged once each way', async () => {
    const workflow = await h.createWorkflow('W')
    await lose()
    const calls = [
      ['GET', `/workflows/${workflow}`],
      ['POST', '/datasets/', { body: { name: 'D' } }],
      ['DELETE', `/workflows/${workflow}`],
      ['POST', `/workflows/${workflow}/run`],
    ] as const
    for (let round = 0; round < 2; round++) {
      for (const [method, path, request = {}] of calls) {
        const { status, error } = await h.fail(method, path, request)
        expect([status, error.code, error.kind]).toEqual([503, 'database_unavailable', 'ServerError'])
      }
    }
    expect((await fetch(`${h.baseUrl}/health`)).status).toBe(200)
    await restore()
    await eventually(async () => (await h.api('GET', `/workflows/${workflow}`)).status === 200)
    expect((await h.api('POST', '/datasets/', { body: { name: 'D' } })).status).toBe(201)
    expect(h.logged.filter((line) => line.includes('is lost'))).toHaveLength(1)
    expect(h.logged.filter((line) => line.includes('responds again'))).toHaveLength(1)
  })

  it('rejects a query that it interrupts with 503, and loses no end of a run', async () => {
    const workflow = await h.createWorkflow('W')
    const id = await h.startRun(workflow)
    const run = await h.engine.run(0)
    await lose()
    run.finish({ artifacts: [] })
    expect((await h.fail('GET', `/workflow-runs/${id}`)).status).toBe(503)
    await restore()
    await eventually(
      async () => (await h.api<{ status: string }>('GET', `/workflow-runs/${id}`)).body.status === 'completed',
    )
    const { owner: key } = h.keys
    await h.close()
    h = await startHarness({ dataDir, resourcesDir })
    const stored = await h.api<{ status: string }>('GET', `/workflow-runs/${id}`, { key })
    expect(stored.body.status).toBe('completed')
  })
})

describe('a database', () => {
  it('is used by one platform at a time, whose lock ends with its connection', async () => {
    const url = (await newPostgresUrl()) as string
    const first = await openPostgres(url, quiet)
    const second = openPostgres(url.replace('postgres@', 'postgres:secret@'), quiet)
    await expect(second).rejects.toThrow(
      /^Another Sightline server uses the database postgres:\/\/postgres@.*\. Stop it/,
    )
    await first.db.destroy()
    await first.release()
    const third = await openPostgres(url, quiet)
    await third.db.destroy()
    await third.release()
  })

  it('that is empty is migrated by one of two platforms that start at once', async () => {
    const url = (await newPostgresUrl('template1')) as string
    const opened = await Promise.allSettled([openPostgres(url, quiet), openPostgres(url, quiet)])
    expect(opened.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const one of opened) {
      if (one.status === 'rejected') continue
      expect(await one.value.db.selectFrom('organizations').selectAll().execute()).toEqual([])
      await one.value.db.destroy()
      await one.value.release()
    }
  })

  it.each([
    ['mysql://u:secret@localhost/x', /^The address of the database is invalid/],
    ['not an address secret', /^The address of the database is invalid/],
    [
      'postgres://u:secret@127.0.0.1:1/x',
      /^Sightline could not open the database postgres:\/\/u@127\.0\.0\.1:1\/x: .*ECONNREFUSED/,
    ],
    ['postgres://u:secret@%zz/x', /^Sightline could not open the database/],
  ])('%s is refused with its reason, without the password', async (url, reason) => {
    const failure = await openPostgres(url, quiet).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect((failure as Error).message).toMatch(reason)
    expect((failure as Error).message).not.toContain('secret')
  })

  it('that is missing is named', async () => {
    const url = ((await newPostgresUrl()) as string).replace(/sightline_\w+/, 'nowhere')
    await expect(openPostgres(url, quiet)).rejects.toThrow('database "nowhere" does not exist')
  })
})
