/** Records name the user who made them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { createDatasetRepository, createDatasets } from '../../../../src/platform/datasets/datasets.ts'
import { createDirectories } from '../../../../src/platform/datasets/directories/directories.ts'
import { createDirectoryChanges } from '../../../../src/platform/datasets/directories/directory-changes.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import { type Caller, jobCaller } from '../../../../src/platform/machine/identity/caller.ts'
import { newRow, resumedRow } from '../../../../src/platform/workflows/runs/run-rows.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { countingGraph } from '../../support/graphs.ts'

let folder: string
let db: Database
let caller: Caller
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-authors-'))
  db = await openPlatformDatabase(folder)
  const organizationId = await createOrganizations(db).ensureDefault()
  caller = { organizationId, role: 'member', via: 'key', userId: 'ana', keyId: 'k', sessionId: null, requestId: 'r' }
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

it('name the user of the caller, and nobody for a job without one', async () => {
  const datasets = createDatasets(createDatasetRepository(db), () => new Date())
  const directories = createDirectories(
    db,
    datasets,
    createDirectoryChanges(db, () => new Date()),
  )
  const { id } = await datasets.create(caller, { name: 'Street' })
  const train = await directories.create(caller, id, 'train')
  const unattended = await directories.create(jobCaller(caller.organizationId), id, 'test')
  const onBehalf = await directories.create(jobCaller(caller.organizationId, 'ben'), id, 'valid')
  expect([train, unattended, onBehalf].map((directory) => directory.created_by)).toEqual(['ana', null, 'ben'])
  const row = await db.selectFrom('datasets').select('created_by').executeTakeFirst()
  expect(row).toEqual({ created_by: 'ana' })
})

it('name the user who resumed a run, not the one who started it', () => {
  const source = { kind: 'video' as const, name: 'street.mp4', uri: null }
  const request = { workflowId: 'w', workflowName: 'W', graph: countingGraph(), layout: null, source }
  const started = newRow(caller, { ...request, sampleFps: null, durationS: null }, new Date())
  expect(started.created_by).toBe('ana')
  expect(resumedRow({ ...caller, userId: 'ben' }, started, new Date()).created_by).toBe('ben')
})
