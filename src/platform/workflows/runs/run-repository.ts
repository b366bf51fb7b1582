/** Runs as rows. A terminal status never changes: every write of a live run is fenced by the status it expects. */

import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Page } from '../../../shared/api/endpoint.ts'
import {
  type Artifact,
  isTerminal,
  type RunInspection,
  type RunStatus,
  type WorkflowRun,
} from '../../../shared/domain/run.ts'
import { createCharges, createCredits } from '../../accounts/credits/credits.ts'
import { createRunCharges, type RunCharges } from '../../accounts/credits/uptime-charges.ts'
import { countStored, requireRoom, SOMETHING } from '../../accounts/quota/quota.ts'
import { type Database, fromJson, fromJsonOrNull, isUuid, toJson, toJsonOrNull } from '../../db/database.ts'
import { LIVE_STATUSES } from '../../db/live-runs.ts'
import { pageOf } from '../../db/pages.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import type { Tables } from '../../db/tables.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Claim } from '../../work/jobs/job.ts'
import { endEvents } from './run-events.ts'
import { createRunFiles, type RunFiles } from './run-files.ts'
import { createRunObjects } from './run-objects.ts'

export interface RunFilter extends Page {
  workflowId?: string
  status?: RunStatus
}

/** The fields that an end without a worker changes. */
export type RunEnd = Pick<WorkflowRun, 'status' | 'error' | 'resumable' | 'finished_at'> &
  Partial<Pick<WorkflowRun, 'artifacts'>>

/** Queues the job of a run. */
export type EnqueueRun = (tx: Transaction<Tables>) => Promise<unknown>

export interface RunRepository {
  /**
   * Stores a run with its job and the hold of its credits, and records it as the last one of its workflow, in one
   * transaction. @throws ApiError insufficient_credits, storage_quota_reached, here and below
   */
  insert(row: RunRow, enqueue: EnqueueRun): Promise<void>
  /** Stores, as `insert` does, a run that resumes another one. False when that one has been resumed meanwhile. */
  insertResumed(row: RunRow, resumedFrom: string, enqueue: EnqueueRun): Promise<boolean>
  /** Micro-USD that were held for a run at its start. */
  deposit(run: WorkflowRun): Promise<number>
  find(organizationId: string, id: string): Promise<RunRow | null>
  /** Searches all organizations; null when there is no such run. */
  organizationOf(id: string): Promise<string | null>
  /** Newest first. */
  list(organizationId: string, filter: RunFilter): Promise<RunRow[]>
  /**
   * Writes the changing fields of a live run, and its end with the charge and the event of it. Returns the run with its
   * cost; null when it had ended before, and when another worker has claimed its job since `claim`.
   */
  save(run: WorkflowRun, claim: Claim): Promise<WorkflowRun | null>
  /** Ends a live run that no worker executes, in the transaction of the caller, as its last step. */
  endIn(tx: Transaction<Tables>, id: string, end: RunEnd): Promise<void>
  /** The same in a transaction of its own. */
  end(id: string, end: RunEnd): Promise<void>
  /** For a run that has ended. */
  replaceArtifacts(id: string, artifacts: readonly Artifact[]): Promise<void>
  /** Searches all organizations: only for the platform's own work. */
  byId(id: string): Promise<RunRow | null>
  /** A run can become resumable, or stop being so, after its end: by being resumed. */
  setResumable(id: string, resumable: boolean): Promise<void>
  /** The newest remaining run becomes the workflow's last one. */
  delete(run: Pick<WorkflowRun, 'id' | 'workflow_id'>): Promise<void>
  /** Runs of all organizations that a dead process was executing, without those that were about to be cancelled. */
  listInterrupted(): Promise<RunRow[]>
  /** Runs that a dead process was executing, and whose jobs wait again, are queued. */
  requeueWaiting(): Promise<void>
}

export function createRunRepository(db: Database, events: Pick<Events, 'append'>, charges: RunCharges): RunRepository {
  /** Returns null, and stores nothing, unless the run is live and belongs to the claim; null claims a run without a worker. */
  async function storeEnd(tx: Transaction<Tables>, run: WorkflowRun, claim: Claim | null): Promise<WorkflowRun | null> {
    if (!(await saveIn(tx, run, claim))) return null
    const cost_micro_usd = await chargeIn(tx, run, charges)
    await countStored(tx, run.organization_id, 'runs', bytesOf(run))
    await events.append(tx, run.organization_id, endEvents(run))
    return { ...run, cost_micro_usd }
  }

  async function endIn(tx: Transaction<Tables>, id: string, end: RunEnd): Promise<void> {
    const row = await tx.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirst()
    if (row) await storeEnd(tx, { ...runOf(row), ...end }, null)
  }

  return {
    insert: (row, enqueue) =>
      db.transaction().execute(async (tx) => {
        await requireRoom(tx, row.organization_id, SOMETHING)
        await insertIn(tx, row)
        await charges.hold(tx, row)
        await enqueue(tx)
      }),
    insertResumed: (row, resumedFrom, enqueue) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('workflow_runs')
          .set({ resumable: 0 })
          .where('id', '=', resumedFrom)
          .where('resumable', '=', 1)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await requireRoom(tx, row.organization_id, SOMETHING)
        await insertIn(tx, row)
        await charges.hold(tx, row)
        await enqueue(tx)
        return true
      }),
    deposit: (run) => charges.deposit(db, run),
    async find(organizationId, id) {
      if (!isUuid(id)) return null
      const row = await db
        .selectFrom('workflow_runs')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
      return row ?? null
    },
    async organizationOf(id) {
      const found = db.selectFrom('workflow_runs').select('organization_id').where('id', '=', id)
      return (await found.executeTakeFirst())?.organization_id ?? null
    },
    list(organizationId, { workflowId, status, ...page }) {
      let query = db.selectFrom('workflow_runs').selectAll().where('organization_id', '=', organizationId)
      if (workflowId !== undefined) query = query.where('workflow_id', '=', workflowId)
      if (status !== undefined) query = query.where('status', '=', status)
      return pageOf(query.orderBy('id', 'desc'), page)
    },
    async save(run, claim) {
      if (!isTerminal(run.status)) return (await saveIn(db, run, claim)) ? run : null
      return db.transaction().execute((tx) => storeEnd(tx, run, claim))
    },
    endIn,
    end: (id, end) => db.transaction().execute((tx) => endIn(tx, id, end)),
    async replaceArtifacts(id, artifacts) {
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) return
        await tx
          .updateTable('workflow_runs')
          .set({ artifacts: toJson(artifacts) })
          .where('id', '=', id)
          .execute()
        const before = runOf(row)
        const bytes = bytesOf({ ...before, artifacts }) - bytesOf(before)
        await countStored(tx, row.organization_id, 'runs', bytes)
      })
    },
    byId: async (id) =>
      (await db.selectFrom('workflow_runs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,
    async setResumable(id, resumable) {
      await db
        .updateTable('workflow_runs')
        .set({ resumable: resumable ? 1 : 0 })
        .where('id', '=', id)
        .where('status', '=', 'error')
        .execute()
    },
    delete: ({ id, workflow_id }) =>
      db.transaction().execute(async (tx) => {
        const gone = await tx.deleteFrom('workflow_runs').where('id', '=', id).returningAll().executeTakeFirst()
        if (gone) await countStored(tx, gone.organization_id, 'runs', -bytesOf(runOf(gone)))
        if (workflow_id === null) return
        const newest = tx.selectFrom('workflow_runs').select('id').where('workflow_id', '=', workflow_id)
        const left = await newest.orderBy('id', 'desc').limit(1).executeTakeFirst()
        await noteLastRun(tx, workflow_id, left?.id ?? null)
      }),
    listInterrupted: () =>
      db
        .selectFrom('workflow_runs')
        .selectAll()
        .where('status', '=', 'processing')
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('job_leases')
                .select('job_id')
                .whereRef('job_id', '=', 'workflow_runs.id')
                .where('cancel', '=', 1),
            ),
          ),
        )
        .execute(),
    async requeueWaiting() {
      await db
        .updateTable('workflow_runs')
        .set({ status: 'queued', started_at: null })
        .where('status', '=', 'processing')
        .where((e) =>
          e.exists(
            e
              .selectFrom('jobs')
              .select('id')
              .whereRef('jobs.id', '=', 'workflow_runs.id')
              .where('state', '=', 'queued'),
          ),
        )
        .execute()
    },
  }
}

type StoredFiles = Pick<WorkflowRun, 'status' | 'inspection'> & { artifacts: readonly Artifact[] }

/** Bytes of the files of a run, which count as storage from its end on. */
function bytesOf({ status, artifacts, inspection }: StoredFiles): number {
  if (!isTerminal(status)) return 0
  const files = [...artifacts, inspection?.frames, inspection?.events]
  return files.reduce((sum, file) => sum + (file?.size_bytes ?? 0), 0)
}

async function saveIn(db: Database, run: WorkflowRun, claim: Claim | null): Promise<boolean> {
  const live = db
    .updateTable('workflow_runs')
    .set({
      status: run.status,
      source: toJsonOrNull(run.source),
      media: toJsonOrNull(run.media),
      progress: toJson(run.progress),
      nodes: toJson(run.nodes),
      counts: toJson(run.counts),
      error: toJsonOrNull(run.error),
      artifacts: toJson(run.artifacts),
      inspection: toJsonOrNull(run.inspection ?? null),
      resumable: run.resumable ? 1 : 0,
      started_at: run.started_at,
      finished_at: run.finished_at,
    })
    .where('id', '=', run.id)
    .where('status', 'in', LIVE_STATUSES)
  const fenced = claim ? live.where((e) => e.exists(claimed(e, claim))) : live
  return (await fenced.executeTakeFirst()).numUpdatedRows > 0n
}

/** The job of a run while it belongs to the worker with this claim. */
const claimed = (e: ExpressionBuilder<Tables, 'workflow_runs'>, { id, token }: Claim) =>
  e.selectFrom('jobs').select('id').where('id', '=', id).where('token', '=', token).where('state', '=', 'running')

/** Returns the cost, in micro-USD. */
async function chargeIn(tx: Transaction<Tables>, run: WorkflowRun, charges: RunCharges): Promise<number> {
  if (run.status !== 'completed') {
    await charges.release(tx, run)
    return 0
  }
  const cost_micro_usd = await charges.charge(tx, run)
  await tx.updateTable('workflow_runs').set({ cost_micro_usd }).where('id', '=', run.id).execute()
  return cost_micro_usd
}

async function insertIn(tx: Transaction<Tables>, row: RunRow): Promise<void> {
  await tx.insertInto('workflow_runs').values(row).execute()
  if (row.workflow_id !== null) await noteLastRun(tx, row.workflow_id, row.id)
}

async function noteLastRun(tx: Transaction<Tables>, workflowId: string, last_run_id: string | null): Promise<void> {
  await tx.updateTable('workflows').set({ last_run_id }).where('id', '=', workflowId).execute()
}

export const runOf = (row: RunRow): WorkflowRun => ({
  id: row.id,
  organization_id: row.organization_id,
  workflow_id: row.workflow_id,
  workflow_name: row.workflow_name,
  status: row.status,
  source: fromJsonOrNull(row.source),
  media: fromJsonOrNull(row.media),
  progress: fromJson(row.progress),
  nodes: fromJson(row.nodes),
  counts: fromJson(row.counts),
  error: fromJsonOrNull(row.error),
  artifacts: fromJson<Artifact[]>(row.artifacts),
  ...(row.inspection !== null && { inspection: fromJson<RunInspection>(row.inspection) }),
  resumable: row.resumable === 1,
  resumed_from: row.resumed_from,
  cost_micro_usd: row.cost_micro_usd,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
})

export interface RunRecords {
  repository: RunRepository
  files: RunFiles
}

/** Stored runs: their rows and their files. */
export const openRunRecords = ({ db, events, folders, objects, now }: PlatformServices): RunRecords => ({
  repository: createRunRepository(db, events, createRunCharges(createCharges(createCredits(now), now))),
  files: createRunFiles(folders.runs, objects ? createRunObjects(objects) : null),
})
