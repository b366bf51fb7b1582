/** Workflows and their runs. */
import { type SchemaModule, sql } from 'kysely'
import type { WORKFLOW_STATUSES } from '../../../shared/api/workflows.ts'
import type { RunStatus } from '../../../shared/domain/run.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time, type UserId } from './columns.ts'

export interface WorkflowRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  description: string | null
  readme: string | null
  graph: Json
  layout: Json | null
  template_key: string | null
  status: (typeof WORKFLOW_STATUSES)[number]
  last_run_id: string | null
  created_at: Time
  updated_at: Time | null
}

async function createWorkflows(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('workflows')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('readme', 'text')
    .addColumn('graph', 'text', required)
    .addColumn('layout', 'text')
    .addColumn('template_key', 'text')
    .addColumn('status', 'text', required)
    .addColumn('last_run_id', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .addUniqueConstraint('workflows_name', ['organization_id', 'name'])
    .execute()
  await schema
    .createIndex('workflows_order')
    .on('workflows')
    .column('organization_id')
    .expression(sql`coalesce(updated_at, created_at)`)
    .column('id')
    .execute()
}

export interface RunRow {
  id: string
  organization_id: string
  created_by: UserId | null
  workflow_id: string | null
  workflow_name: string
  status: RunStatus
  /** The graph as run, with an invoked source already in place: history does not depend on the workflow. */
  graph: Json
  layout: Json | null
  source: Json | null
  sample_fps: number | null
  duration_s: number | null
  media: Json | null
  progress: Json
  nodes: Json
  counts: Json
  error: Json | null
  artifacts: Json
  inspection: Json | null
  /** 1 when another run can resume from this one. */
  resumable: 0 | 1
  /** The run that this one resumes. */
  resumed_from: string | null
  cost_micro_usd: number
  created_at: Time
  started_at: Time | null
  finished_at: Time | null
}

async function createWorkflowRuns(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('workflow_runs')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('workflow_id', 'text', (c) => c.references('workflows.id').onDelete('set null'))
    .addColumn('workflow_name', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('graph', 'text', required)
    .addColumn('layout', 'text')
    .addColumn('source', 'text')
    .addColumn('sample_fps', 'double precision')
    .addColumn('duration_s', 'double precision')
    .addColumn('media', 'text')
    .addColumn('progress', 'text', required)
    .addColumn('nodes', 'text', required)
    .addColumn('counts', 'text', required)
    .addColumn('error', 'text')
    .addColumn('artifacts', 'text', required)
    .addColumn('inspection', 'text')
    .addColumn('resumable', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('resumed_from', 'text')
    .addColumn('cost_micro_usd', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute()
  await schema.createIndex('workflow_runs_order').on('workflow_runs').columns(['organization_id', 'id']).execute()
  await schema.createIndex('workflow_runs_workflow').on('workflow_runs').columns(['workflow_id', 'id']).execute()
  await schema
    .createIndex('workflow_runs_status')
    .on('workflow_runs')
    .columns(['organization_id', 'status', 'id'])
    .execute()
}

/** A run whose video is executed in parts. */
export interface RunPartsRow {
  run_id: string
  plan: Json
}

async function createRunParts(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('run_parts')
    .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
    .addColumn('plan', 'text', required)
    .execute()
}

/** The newest log lines and the picture of a run that somebody follows on another machine. */
export interface RunLiveRow {
  run_id: string
  /** The token of the claim of the worker that wrote them. */
  token: number
  lines: Json
  picture: Json | null
}

async function createRunLive(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('run_live')
    .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
    .addColumn('token', 'integer', required)
    .addColumn('lines', 'text', required)
    .addColumn('picture', 'text')
    .execute()
}

/** Runs whose annotations are imported into data sets once they have completed. */
export interface AnnotationIntakeRow {
  run_id: string
  state: 'waiting' | 'done'
}

async function createAnnotationIntakes(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotation_intakes')
    .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
    .addColumn('state', 'text', required)
    .execute()
}

export interface WorkflowTables {
  workflows: WorkflowRow
  workflow_runs: RunRow
  run_parts: RunPartsRow
  run_live: RunLiveRow
  annotation_intakes: AnnotationIntakeRow
}

export const workflowTables: TableGroup = [
  createWorkflows,
  createWorkflowRuns,
  createRunParts,
  createRunLive,
  createAnnotationIntakes,
]
