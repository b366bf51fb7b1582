import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageQuery, paginatedList } from './paging.ts'

export const TASK_KINDS = ['annotation', 'review'] as const
export const TASK_STATUSES = ['open', 'in_progress', 'completed'] as const

export const Task = Type.Object(
  {
    id: Type.String(),
    dataset_id: Type.String(),
    dataset: nullable(Type.String({ description: 'Its name; null once it is deleted' })),
    title: Type.String(),
    kind: Type.Enum([...TASK_KINDS]),
    status: Type.Enum([...TASK_STATUSES]),
    created_at: Type.String(),
    image_count: Type.Integer(),
    assignee_count: Type.Integer(),
  },
  { $id: 'Task' },
)
export type Task = Static<typeof Task>

export const TaskContributor = Type.Object(
  {
    user_id: Type.String(),
    full_name: nullable(Type.String()),
    images_worked: Type.Integer(),
    active_seconds: Type.Integer(),
    active_minutes: Type.Number({ description: 'To one decimal place' }),
    images_completed: Type.Integer({ description: 'Completed images that this person was the last to save' }),
    annotations_added: Type.Integer({ description: 'In the images that this person was the last to save' }),
  },
  { $id: 'TaskContributor' },
)
export type TaskContributor = Static<typeof TaskContributor>

export const TaskContributions = Type.Object(
  {
    task_id: Type.String(),
    contributors: Type.Array(TaskContributor, { description: 'Longest time first' }),
    contributor_count: Type.Integer(),
    total_images: Type.Integer(),
    images_complete: Type.Integer(),
    total_active_seconds: Type.Integer(),
  },
  { $id: 'TaskContributions' },
)
export type TaskContributions = Static<typeof TaskContributions>

export const tasks = {
  list: defineEndpoint({
    method: 'GET',
    path: '/tasks',
    role: 'viewer',
    summary: 'List tasks, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 100 }),
      },
      { additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: paginatedList(Task, 'TaskList'),
    },
    idempotent: true,
  }),
  contributions: defineEndpoint({
    method: 'GET',
    path: '/tasks/{task_id}/contributions',
    role: 'viewer',
    summary: 'Read the work of each person on a task',
    reply: { as: 'json', schema: TaskContributions },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
