import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { RunPicture, RunSource, RunStatus, RunUpdate, WorkflowRun } from '../domain/run.ts'
import { Graph, Layout } from '../graph/graph.ts'
import { BODY_BYTES, defineEndpoint, pageQuery } from './endpoint.ts'

export const RunQueueState = Type.Object(
  {
    paused: Type.Boolean({ description: 'No further run starts; the current one continues' }),
    run_ids: Type.Array(Type.String(), { description: 'Waiting runs, the next one first' }),
  },
  { $id: 'RunQueueState' },
)
export type RunQueueState = Static<typeof RunQueueState>

export const RunQueueUpdate = Type.Object(
  {
    paused: Type.Optional(Type.Boolean()),
    run_ids: Type.Optional(
      Type.Array(Type.String(), { maxItems: 10_000, description: 'The new order; runs that are not named follow' }),
    ),
  },
  { $id: 'RunQueueUpdate', additionalProperties: false },
)
export type RunQueueUpdate = Static<typeof RunQueueUpdate>

export const RunLoad = Type.Object(
  {
    run_id: nullable(Type.String({ description: 'The current run' })),
    processes: Type.Integer({ minimum: 0, description: 'Running engine processes, including those of previews' }),
    cpu_share: Type.Number({ minimum: 0, description: 'Of all processors together, 1 is all of them' }),
    memory_bytes: Type.Integer({ minimum: 0, description: 'Resident memory of the engine processes' }),
  },
  { $id: 'RunLoad' },
)
export type RunLoad = Static<typeof RunLoad>

/** The specification gives no paths for runs; they follow `/model-evaluations`. */
export const workflowRuns = {
  list: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs',
    role: 'viewer',
    summary: 'List runs, newest first',
    query: Type.Object(
      {
        workflow: Type.Optional(Type.String({ description: 'Name or id' })),
        status: Type.Optional(RunStatus),
        ...pageQuery({ limit: 50, max: 200 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(WorkflowRun) },
    errors: ['not_found'],
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}',
    role: 'viewer',
    summary: 'Read a run',
    reply: { as: 'json', schema: WorkflowRun },
    errors: ['not_found'],
    idempotent: true,
  }),
  graph: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}/graph',
    role: 'viewer',
    summary: 'Read the graph and layout of the run',
    reply: {
      as: 'json',
      schema: Type.Object({ graph: Graph, layout: nullable(Layout), source: nullable(RunSource) }, { $id: 'RunGraph' }),
    },
    errors: ['not_found'],
    idempotent: true,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/workflow-runs/{run_id}/cancel',
    role: 'member',
    summary: 'Cancel a run; 409 when it has ended',
    reply: { as: 'json', schema: WorkflowRun },
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: '/workflow-runs/{run_id}/resume',
    role: 'member',
    summary: 'Start a run that resumes an interrupted one; 409 when that is not resumable',
    reply: { as: 'json', schema: WorkflowRun },
    errors: ['insufficient_credits', 'not_found', 'wrong_state', 'storage_quota_reached'],
    idempotent: false,
  }),
  picture: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}/picture',
    role: 'viewer',
    summary: 'Read the next annotated frame of a live run; 409 when the run is not live',
    reply: { as: 'json', schema: RunPicture },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/workflow-runs/{run_id}',
    role: 'member',
    summary: 'Delete an ended run with its artifacts',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  queue: defineEndpoint({
    method: 'GET',
    path: '/workflow-run-queue',
    role: 'viewer',
    summary: 'List the queued runs',
    reply: { as: 'json', schema: RunQueueState },
    idempotent: true,
  }),
  load: defineEndpoint({
    method: 'GET',
    path: '/workflow-run-load',
    role: 'viewer',
    summary: 'Read the current run and the CPU and memory use of the engine',
    reply: { as: 'json', schema: RunLoad },
    idempotent: true,
  }),
  updateQueue: defineEndpoint({
    method: 'PATCH',
    path: '/workflow-run-queue',
    role: 'member',
    summary: 'Reorder the queued runs, pause the queue or resume it',
    body: RunQueueUpdate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: RunQueueState },
    errors: ['empty_update'],
    idempotent: true,
  }),
  events: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}/events',
    role: 'viewer',
    summary: 'Follow a run live (server-sent events of RunUpdate, ends with the run)',
    reply: { as: 'events', schema: RunUpdate },
    errors: ['not_found'],
    idempotent: true,
  }),
  artifact: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}/artifacts/{artifact_id}',
    role: 'viewer',
    summary: 'Download an artifact; supports range requests',
    reply: { as: 'file' },
    errors: ['not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
  deleteArtifact: defineEndpoint({
    method: 'DELETE',
    path: '/workflow-runs/{run_id}/artifacts/{artifact_id}',
    role: 'member',
    summary: 'Delete one file of an ended run; the run itself stays',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  artifactDownload: defineEndpoint({
    method: 'GET',
    path: '/workflow-runs/{run_id}/downloads/{artifact_id}',
    credential: 'signed_url',
    summary: 'Download an artifact by the URL of a webhook; supports range requests',
    query: Type.Object({ expires: Type.Integer(), signature: Type.String() }, { additionalProperties: false }),
    reply: { as: 'file' },
    errors: ['invalid_signature', 'not_found', 'range_not_satisfiable'],
    idempotent: true,
  }),
} as const
