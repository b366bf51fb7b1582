import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import {
  COMPUTE_TYPES,
  DeploymentComputeOption,
  DeploymentQuote,
  GPU_TYPES,
  MAX_CONTAINERS,
  MAX_MIN_CONTAINERS,
} from './deployment-compute.ts'
import { BODY_BYTES, defineEndpoint, pageQuery } from './endpoint.ts'
import {
  InferenceConfig,
  MAX_PREDICTION_BYTES,
  PredictionOptions,
  PredictionReply,
  PredictionRequest,
} from './predictions.ts'

export const DEPLOYMENT_STATUSES = ['provisioning', 'active', 'paused', 'failed', 'terminated'] as const
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number]
/** Begins the bearer tokens of deployments. */
export const DEPLOYMENT_TOKEN_PREFIX = 'pk_deploy_'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^/]+$' })
const MicroUsd = (description: string) => Type.Integer({ description: `${description}, in micro-USD` })

export const Deployment = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    model_id: Type.String(),
    name: Type.String(),
    status: Type.Enum([...DEPLOYMENT_STATUSES]),
    compute_type: Type.Enum([...COMPUTE_TYPES]),
    gpu_type: nullable(Type.Enum([...GPU_TYPES])),
    min_containers: Type.Integer(),
    max_containers: Type.Integer(),
    scaledown_window: Type.Integer({ description: 'Seconds without a request before a container ends' }),
    endpoint_url: nullable(Type.String({ description: 'The prediction call; set once active' })),
    auth_token_prefix: nullable(Type.String()),
    inference_config: InferenceConfig,
    cost_rate_per_min: MicroUsd('For one running container'),
    cost_per_hour: nullable(MicroUsd('For one running container')),
    accrued_cost_credits: MicroUsd('Charged so far'),
    uptime_seconds: Type.Integer({ description: 'Of all containers together' }),
    created_at: nullable(Type.String()),
    started_at: nullable(Type.String()),
    error: nullable(Type.String({ description: 'Why it failed, or was paused without a call. Ours' })),
    text: Type.Optional(MessageText),
  },
  { $id: 'Deployment' },
)
export type Deployment = Static<typeof Deployment>

export const DeploymentCreate = Type.Object(
  {
    model_id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
    name: Type.Optional(Name),
    compute_type: Type.Optional(Type.Enum([...COMPUTE_TYPES], { default: 'gpu' })),
    gpu_type: Type.Optional(nullable(Type.Enum([...GPU_TYPES], { default: 't4' }))),
    min_containers: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MIN_CONTAINERS, default: 0 })),
    max_containers: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CONTAINERS, default: 1 })),
    scaledown_window: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400, default: 60 })),
    inference_config: Type.Optional(InferenceConfig),
  },
  { $id: 'DeploymentCreate', additionalProperties: false },
)
export type DeploymentCreate = Static<typeof DeploymentCreate>

export const CreatedDeployment = Type.Object(
  {
    deployment: Deployment,
    auth_token: Type.String({ description: 'The bearer token; later only signed-in people see it' }),
  },
  { $id: 'CreatedDeployment' },
)
export type CreatedDeployment = Static<typeof CreatedDeployment>

export const RevealedDeploymentToken = Type.Object(
  { deployment_id: Type.String(), auth_token: Type.String({ description: 'The bearer token' }) },
  { $id: 'RevealedDeploymentToken' },
)
export type RevealedDeploymentToken = Static<typeof RevealedDeploymentToken>

const bulkResult = <const Id extends string>($id: Id) =>
  Type.Object(
    { succeeded: Type.Array(Type.String()), not_found: Type.Array(Type.String()), count: Type.Integer() },
    { $id },
  )
export const BulkActionResult = bulkResult('BulkActionResult')
export type BulkActionResult = Static<typeof BulkActionResult>
export const BulkDeleteResult = bulkResult('BulkDeleteResult')

const BulkIds = Type.Object(
  { deployment_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 1000 }) },
  { $id: 'DeploymentBulk', additionalProperties: false },
)

/** Live figures of the server that runs the containers. Ours. */
export const DeploymentMetrics = Type.Object(
  {
    containers: Type.Integer({ description: 'Running ones' }),
    queued: Type.Integer({ description: 'Requests that wait or run' }),
    window_seconds: Type.Integer({ description: 'Time that the following figures cover' }),
    requests: Type.Integer(),
    failed: Type.Integer(),
    requests_per_second: Type.Number(),
    latency_ms: nullable(
      Type.Object({ mean: Type.Number(), p50: Type.Number(), p95: Type.Number(), p99: Type.Number() }),
    ),
  },
  { $id: 'DeploymentMetrics' },
)
export type DeploymentMetrics = Static<typeof DeploymentMetrics>

const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema }) as const

export const deployments = {
  computeOptions: defineEndpoint({
    method: 'GET',
    path: '/deployments/compute-options',
    role: 'viewer',
    summary: 'List the tiers of compute, with their prices',
    reply: json(Type.Array(DeploymentComputeOption)),
    idempotent: true,
  }),
  quote: defineEndpoint({
    method: 'GET',
    path: '/deployments/quote',
    role: 'viewer',
    summary: 'Price a deployment',
    query: Type.Object(
      {
        compute_type: Type.Enum([...COMPUTE_TYPES], { default: 'gpu' }),
        gpu_type: Type.Optional(Type.Enum([...GPU_TYPES], { description: 'Required for gpu' })),
        min_containers: Type.Integer({ minimum: 0, maximum: MAX_MIN_CONTAINERS, default: 0 }),
      },
      { additionalProperties: false },
    ),
    reply: json(DeploymentQuote),
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/deployments/',
    role: 'member',
    summary: 'Deploy a model; the token is returned once',
    body: DeploymentCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: CreatedDeployment, status: 201 },
    errors: ['not_found', 'wrong_state', 'name_conflict', 'insufficient_credits'],
    secretReply: true,
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/deployments/{deployment}',
    role: 'viewer',
    summary: 'Read a deployment by name or id',
    reply: json(Deployment),
    errors: ['not_found'],
    idempotent: true,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/deployments/',
    role: 'viewer',
    summary: 'List deployments, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        status: Type.Optional(Type.Enum([...DEPLOYMENT_STATUSES])),
        model_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      },
      { additionalProperties: false },
    ),
    reply: json(Type.Array(Deployment)),
    idempotent: true,
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/deployments/{deployment}/metrics',
    role: 'viewer',
    summary: 'Read the throughput and latency of the last minute',
    reply: json(DeploymentMetrics),
    errors: ['not_found'],
    idempotent: true,
  }),
  pause: defineEndpoint({
    method: 'POST',
    path: '/deployments/{deployment}/pause',
    role: 'member',
    summary: 'End the containers of a deployment, and its costs; a paused one stays as it is',
    reply: json(Deployment),
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: '/deployments/{deployment}/resume',
    role: 'member',
    summary: 'Start a paused deployment again; 409 for one that is not paused',
    reply: json(Deployment),
    errors: ['not_found', 'wrong_state', 'insufficient_credits'],
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/deployments/{deployment}',
    role: 'admin',
    summary: 'Terminate a deployment; its address and token stop working at once',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  /** Ours. */
  reveal: defineEndpoint({
    method: 'POST',
    path: '/deployments/{deployment}/reveal',
    credential: 'session',
    role: 'member',
    summary: 'Show the token again, once in each session',
    reply: json(RevealedDeploymentToken),
    errors: ['not_found', 'already_revealed', 'secret_not_kept'],
    secretReply: true,
    idempotent: false,
  }),
  /** Ours. */
  rotateToken: defineEndpoint({
    method: 'POST',
    path: '/deployments/{deployment}/rotate-token',
    role: 'admin',
    summary: 'Create a new token, which replaces the present one at once',
    reply: json(RevealedDeploymentToken),
    errors: ['not_found', 'wrong_state'],
    secretReply: true,
    idempotent: false,
  }),
  /** Ours: the page of the Studio reaches no other address than its host. */
  try: defineEndpoint({
    method: 'POST',
    path: '/deployments/{deployment}/try',
    role: 'member',
    summary: 'Run the model on an image as the prediction call does, with a key or session in place of the token',
    body: PredictionRequest,
    maxBodyBytes: MAX_PREDICTION_BYTES,
    reply: json(PredictionReply),
    errors: ['not_found', 'image_unreadable', 'wrong_state', 'deployment_busy'],
    idempotent: true,
  }),
  predict: defineEndpoint({
    method: 'POST',
    base: 'api',
    path: '/deployments/{deployment_id}/predict',
    credential: 'deployment_token',
    summary: 'Run the model on an image, given as JSON or as a form with the part `file`',
    body: PredictionRequest,
    form: PredictionOptions,
    maxBodyBytes: MAX_PREDICTION_BYTES,
    reply: json(PredictionReply),
    errors: ['image_unreadable', 'wrong_state', 'deployment_busy'],
    idempotent: true,
  }),
  bulkPause: defineEndpoint({
    method: 'POST',
    path: '/deployments/bulk-pause',
    role: 'member',
    summary: 'Pause many deployments',
    body: BulkIds,
    reply: json(BulkActionResult),
    idempotent: true,
  }),
  bulkResume: defineEndpoint({
    method: 'POST',
    path: '/deployments/bulk-resume',
    role: 'member',
    summary: 'Resume many deployments',
    body: BulkIds,
    reply: json(BulkActionResult),
    errors: ['insufficient_credits'],
    idempotent: true,
  }),
  bulkDelete: defineEndpoint({
    method: 'POST',
    path: '/deployments/bulk-delete',
    role: 'admin',
    summary: 'Terminate many deployments',
    body: BulkIds,
    reply: json(BulkDeleteResult),
    idempotent: true,
  }),
} as const
