import { type Static, Type } from 'typebox'
import { NullableConversion } from '../domain/conversion.ts'
import { nullable } from '../domain/nullable.ts'
import { WorkflowRun } from '../domain/run.ts'
import { MAX_PREVIEW_S, Preview } from '../engine-contract/preview.ts'
import { Graph, Layout } from '../graph/graph.ts'
import { Issue } from '../graph/issue.ts'
import { BODY_BYTES, defineEndpoint, pageQuery } from './endpoint.ts'

export const WORKFLOW_STATUSES = ['draft', 'ready', 'archived'] as const

export const Workflow = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    name: Type.String(),
    description: nullable(Type.String()),
    readme: nullable(Type.String()),
    graph: Graph,
    layout: nullable(Layout),
    template_key: nullable(Type.String()),
    status: Type.Enum([...WORKFLOW_STATUSES]),
    last_run_id: nullable(Type.String()),
    created_at: Type.String(),
    updated_at: nullable(Type.String()),
  },
  { $id: 'Workflow' },
)
export type Workflow = Static<typeof Workflow>

/** The state of a workflow for If-Match; every change gives it another one. */
export const revisionOf = ({ updated_at, created_at }: Pick<Workflow, 'updated_at' | 'created_at'>): string =>
  updated_at ?? created_at

export const WorkflowWithValidation = Type.Object(
  {
    ...Workflow.properties,
    validation: Type.Array(Issue, { description: 'Problems that block a run, validated on each call' }),
  },
  { $id: 'WorkflowWithValidation' },
)
export type WorkflowWithValidation = Static<typeof WorkflowWithValidation>

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Description = nullable(Type.String({ maxLength: 2000 }))
const Readme = nullable(Type.String({ maxLength: 100_000 }))

export const WorkflowCreate = Type.Object(
  {
    name: Name,
    graph: Type.Optional(Graph),
    layout: Type.Optional(nullable(Layout)),
    readme: Type.Optional(Readme),
    description: Type.Optional(Description),
    template_key: Type.Optional(Type.String({ minLength: 1 })),
  },
  { $id: 'WorkflowCreate', additionalProperties: false },
)

export const WorkflowUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    readme: Type.Optional(Readme),
    description: Type.Optional(Description),
    graph: Type.Optional(Graph),
    layout: Type.Optional(nullable(Layout)),
    status: Type.Optional(Type.Enum([...WORKFLOW_STATUSES])),
  },
  { $id: 'WorkflowUpdate', additionalProperties: false },
)

/** A graph has at most three models, and some trackers with one. */
const MAX_MODELS_TRIED = 10

export const WorkflowPreview = Type.Object(
  {
    graph: Graph,
    at_seconds: Type.Number({ minimum: 0, default: 0, description: 'Media time' }),
    window_seconds: Type.Number({
      minimum: 0,
      maximum: MAX_PREVIEW_S,
      default: 0,
      description: '0 processes one frame; a window also has tracks and counts',
    }),
    picture: Type.Boolean({ default: false, description: 'Also return the first frame as a JPEG' }),
    conversions: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), NullableConversion, {
        maxProperties: MAX_MODELS_TRIED,
        description: 'Options to try, by id of the model block, instead of those of its model. Ours',
      }),
    ),
  },
  { $id: 'WorkflowPreview', additionalProperties: false },
)
export type WorkflowPreview = Static<typeof WorkflowPreview>

export const WorkflowRunCreated = Type.Object(
  { run_id: Type.String(), deposit_micro_usd: Type.Integer(), status_url: nullable(Type.String()) },
  { $id: 'WorkflowRunCreated' },
)

const Uri = Type.String({ minLength: 1, description: 'The handle from an upload' })
export const InvokeSource = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('video'),
      gcs_uri: Uri,
      sample_fps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 240 })),
      duration_seconds: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, description: 'Process only this much from the start' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('image'), gcs_uri: Uri }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('dataset'),
      dataset: Type.String({ minLength: 1 }),
      directory_path: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
])
export type InvokeSource = Static<typeof InvokeSource>

export const UploadRequest = Type.Object(
  {
    filename: Type.String({ minLength: 1, maxLength: 255 }),
    content_type: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { $id: 'UploadRequest', additionalProperties: false },
)
export const UploadTarget = Type.Object(
  { upload_url: Type.String(), gcs_uri: Type.String({ description: 'The handle of the uploaded file' }) },
  { $id: 'UploadTarget' },
)

export const workflows = {
  create: defineEndpoint({
    method: 'POST',
    path: '/workflows/',
    role: 'member',
    summary: 'Create a workflow from a graph or a built-in template',
    body: WorkflowCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Workflow, status: 201 },
    errors: ['name_conflict', 'not_found'],
    idempotent: false,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/workflows/',
    role: 'viewer',
    summary: 'List workflows, last changed first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 100, max: 1000 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(Workflow) },
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/workflows/{workflow}',
    role: 'viewer',
    summary: 'Read a workflow with a fresh validation',
    reply: { as: 'json', schema: WorkflowWithValidation },
    errors: ['not_found'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/workflows/{workflow}',
    role: 'member',
    summary: 'Change a workflow; a graph replaces the whole graph',
    body: WorkflowUpdate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Workflow },
    ifMatch: true,
    errors: ['not_found', 'empty_update', 'name_conflict', 'stale_revision'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/workflows/{workflow}',
    role: 'member',
    summary: 'Delete a workflow; its runs are kept',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  run: defineEndpoint({
    method: 'POST',
    path: '/workflows/{workflow}/run',
    role: 'member',
    summary: 'Validate, then start a run on the source of the graph',
    reply: { as: 'json', schema: WorkflowRunCreated, status: 201 },
    errors: ['not_found', 'graph_not_runnable', 'insufficient_credits', 'storage_quota_reached'],
    idempotent: false,
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/workflows/preview',
    role: 'member',
    summary: 'Preview the results of each block for a moment of the media; nothing is stored',
    body: WorkflowPreview,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Preview },
    errors: ['graph_not_runnable'],
    idempotent: true,
  }),
  invoke: defineEndpoint({
    method: 'POST',
    path: '/workflows/{workflow}/invoke',
    role: 'member',
    summary: 'Start a run on another source; with wait=true, the call returns when it has ended (at most 300 s)',
    query: Type.Object({ wait: Type.Boolean({ default: false }) }, { additionalProperties: false }),
    body: Type.Object({ source: InvokeSource }, { $id: 'WorkflowInvoke', additionalProperties: false }),
    reply: { as: 'json', schema: Type.Union([WorkflowRunCreated, WorkflowRun]), status: 201 },
    errors: [
      'not_found',
      'graph_not_runnable',
      'invalid_source',
      'insufficient_credits',
      'wait_timeout',
      'storage_quota_reached',
    ],
    idempotent: false,
  }),
  uploadUrl: defineEndpoint({
    method: 'POST',
    path: '/workflows/upload-url',
    role: 'member',
    summary: 'Create an upload URL and a handle for a video or image',
    body: UploadRequest,
    reply: { as: 'json', schema: UploadTarget },
    errors: ['storage_quota_reached'],
    idempotent: true,
  }),
} as const
