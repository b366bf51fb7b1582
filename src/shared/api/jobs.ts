/** Jobs: long work of the server, such as runs and extractions of frames, in one list. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { defineEndpoint, pageQuery } from './endpoint.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'parked'] as const
export type JobState = (typeof JOB_STATES)[number]

export const JobProgress = Type.Object(
  {
    done: Type.Integer({ minimum: 0 }),
    total: nullable(Type.Integer({ minimum: 0, description: 'Null until known' })),
  },
  { description: 'In units of the kind, such as frames' },
)
export type JobProgress = Static<typeof JobProgress>

export const Job = Type.Object(
  {
    id: Type.String({ description: 'Also the id of the run or extraction' }),
    kind: Type.String({ description: 'Such as workflow_run or video_extraction' }),
    subject: nullable(Type.String({ description: 'Name of the workflow, model, data set or video that it works on' })),
    state: Type.Enum([...JOB_STATES]),
    attempts: Type.Integer({ description: 'Number of times that it was started' }),
    label: nullable(Type.String({ description: 'Only workers with this label execute it' })),
    progress: nullable(JobProgress),
    error: nullable(Type.String()),
    text: Type.Optional(MessageText),
    created_at: Type.String(),
    started_at: nullable(Type.String()),
    finished_at: nullable(Type.String()),
  },
  { $id: 'Job' },
)
export type Job = Static<typeof Job>

/** Jobs of a pool only wait for slots of that pool. `runs`: runs of workflows, which use the whole machine. */
export const JOB_POOLS = ['interactive', 'short', 'long', 'runs'] as const
export type JobPool = (typeof JOB_POOLS)[number]

export const JobQueue = Type.Object(
  {
    pool: Type.Enum([...JOB_POOLS]),
    queued: Type.Integer({ minimum: 0, description: 'Jobs of the organization that wait' }),
    running: Type.Integer({ minimum: 0, description: 'Jobs of the organization that run' }),
    is_paused: Type.Boolean({ description: 'True while none of its jobs may start' }),
    others_queued: Type.Integer({
      minimum: 0,
      description: 'Waiting jobs of other organizations, with whom the slots are shared',
    }),
    slots: Type.Integer({ minimum: 0, description: 'Jobs that run at the same time, on all workers together' }),
    weight: Type.Integer({ minimum: 1, description: 'Share of the slots, relative to other organizations' }),
    at_most: nullable(
      Type.Integer({ minimum: 0, description: 'Jobs of the organization that may run at the same time' }),
    ),
    label: nullable(Type.String({ description: 'Only workers with this label execute its jobs' })),
  },
  { $id: 'JobQueue' },
)
export type JobQueue = Static<typeof JobQueue>

export const JobWorker = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Of its machine' }),
    kind: Type.Enum(['server', 'worker']),
    version: Type.String(),
    slots: Type.Record(Type.Enum([...JOB_POOLS]), Type.Integer({ minimum: 0 }), {
      description: 'Jobs that run at the same time in it, by pool',
    }),
    labels: Type.Array(Type.String(), {
      description: 'It also executes the jobs that only workers with such a label may execute',
    }),
    running: Type.Integer({ minimum: 0, description: 'Jobs that run in it, of all organizations' }),
    is_lost: Type.Boolean({ description: 'True when it has not been heard of for 15 seconds' }),
    started_at: Type.String(),
    seen_at: Type.String({ description: 'When it was last heard of' }),
  },
  { $id: 'JobWorker' },
)
export type JobWorker = Static<typeof JobWorker>

export const jobs = {
  list: defineEndpoint({
    method: 'GET',
    path: '/jobs',
    role: 'viewer',
    summary: 'List the jobs of the organization, newest first',
    query: Type.Object(
      {
        state: Type.Optional(Type.Enum([...JOB_STATES])),
        ...pageQuery({ limit: 50, max: 200 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(Job) },
    idempotent: true,
  }),
  queues: defineEndpoint({
    method: 'GET',
    path: '/jobs/queues',
    role: 'viewer',
    summary: 'Read the queues: the jobs of the organization in each pool, and the slots that it shares',
    reply: { as: 'json', schema: Type.Array(JobQueue) },
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/jobs/{job_id}',
    role: 'viewer',
    summary: 'Read a job',
    reply: { as: 'json', schema: Job },
    errors: ['not_found'],
    idempotent: true,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/jobs/{job_id}/cancel',
    role: 'member',
    summary: 'Cancel a queued or running job; a running one stops a moment later. 409 when it has ended',
    reply: { as: 'json', schema: Job },
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: '/jobs/{job_id}/retry',
    role: 'member',
    summary:
      'Execute a failed, cancelled or parked job again. Returns the job that does so: for a run, that of a new run',
    reply: { as: 'json', schema: Job },
    errors: ['insufficient_credits', 'not_found', 'wrong_state', 'storage_quota_reached'],
    idempotent: false,
  }),
} as const
