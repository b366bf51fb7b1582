import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { IMAGE_STATUSES } from './datasets.ts'
import { BODY_BYTES, defineEndpoint, pageQuery, paginatedList } from './endpoint.ts'
import { ImageIds } from './image-batches.ts'
import { ImageFilter } from './image-lists.ts'

export const TASK_KINDS = ['annotation', 'review'] as const
export const TASK_STATUSES = ['open', 'in_progress', 'completed'] as const
/** Seconds of one report of work. */
export const MAX_ACTIVE_SECONDS = 3600

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
    images_complete: Type.Integer({ description: 'Images that are done' }),
  },
  { $id: 'Task' },
)
export type Task = Static<typeof Task>

export const TaskDetail = Type.Object(
  {
    ...Task.properties,
    created_by: nullable(Type.String()),
    updated_at: nullable(Type.String()),
    assignees: Type.Array(Type.Object({ user_id: Type.String(), full_name: nullable(Type.String()) })),
  },
  { $id: 'TaskDetail' },
)
export type TaskDetail = Static<typeof TaskDetail>

export const TaskImage = Type.Object(
  {
    image_id: Type.String(),
    filename: Type.String(),
    directory_path: Type.String(),
    status: Type.Enum([...IMAGE_STATUSES]),
    is_done: Type.Boolean(),
    completed_at: nullable(Type.String({ description: 'When it was done; null while it is not' })),
    last_saved_by: nullable(Type.String({ description: 'User id; null before the first save' })),
    last_saved_at: nullable(Type.String()),
    annotations_added: Type.Integer({ description: 'By the person who saved last' }),
  },
  { $id: 'TaskImage' },
)
export type TaskImage = Static<typeof TaskImage>

export const TaskImagePage = Type.Object(
  {
    data: Type.Array(TaskImage),
    next_cursor: nullable(Type.String({ description: 'For the next page; null on the last one' })),
  },
  { $id: 'TaskImagePage' },
)
export type TaskImagePage = Static<typeof TaskImagePage>

const title = Type.String({ minLength: 1, maxLength: 200 })

/** Assignees of one task. */
const MAX_ASSIGNEES = 200
const assignee_ids = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: MAX_ASSIGNEES,
  description: 'User ids of members',
})

const { sort: _sort, archived: _archived, recursive: _recursive, ...conditions } = ImageFilter.properties

export const TaskRequest = Type.Object(
  {
    dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
    title,
    kind: Type.Enum([...TASK_KINDS], { default: 'annotation' }),
    image_ids: Type.Optional(ImageIds),
    filter: Type.Optional(
      Type.Object(
        { ...conditions, archived: Type.Optional(Type.Boolean()), recursive: Type.Optional(Type.Boolean()) },
        {
          additionalProperties: false,
          description: 'Instead of ids: the conditions of the list of images; {} is all that are not archived',
        },
      ),
    ),
    assignee_ids: Type.Optional(assignee_ids),
  },
  { $id: 'TaskRequest', additionalProperties: false },
)
export type TaskRequest = Static<typeof TaskRequest>

export const TaskUpdate = Type.Object(
  {
    title: Type.Optional(title),
    status: Type.Optional(Type.Enum([...TASK_STATUSES])),
    assignee_ids: Type.Optional(assignee_ids),
  },
  { $id: 'TaskUpdate', additionalProperties: false },
)
export type TaskUpdate = Static<typeof TaskUpdate>

export const TaskActivity = Type.Object(
  {
    credited_seconds: Type.Integer({ description: 'Of those reported: no more than passed since the last report' }),
    active_seconds: Type.Integer({ description: 'Of this person on this image, together' }),
  },
  { $id: 'TaskActivity' },
)
export type TaskActivity = Static<typeof TaskActivity>

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
        dataset_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only tasks of this data set' })),
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
  create: defineEndpoint({
    method: 'POST',
    path: '/tasks',
    role: 'member',
    summary: 'Create a task: freeze a set of images of a data set, and assign it to members',
    body: TaskRequest,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: TaskDetail, status: 201 },
    errors: ['not_found'],
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/tasks/{task_id}',
    role: 'viewer',
    summary: 'Read a task',
    reply: { as: 'json', schema: TaskDetail },
    errors: ['not_found'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/tasks/{task_id}',
    role: 'member',
    summary: 'Change the title, status or assignees of a task',
    body: TaskUpdate,
    reply: { as: 'json', schema: TaskDetail },
    errors: ['not_found', 'empty_update'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/tasks/{task_id}',
    role: 'admin',
    summary: 'Delete a task and the record of the work on it',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  images: defineEndpoint({
    method: 'GET',
    path: '/tasks/{task_id}/images',
    role: 'viewer',
    summary: 'List the images of a task in pages',
    query: Type.Object(
      {
        done: Type.Optional(Type.Boolean({ description: 'Only those that are done, or are not' })),
        limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        cursor: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'The next_cursor of the page before' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: TaskImagePage },
    errors: ['not_found'],
    idempotent: true,
  }),
  activity: defineEndpoint({
    method: 'POST',
    path: '/tasks/{task_id}/activity',
    role: 'member',
    summary: 'Report the time that the caller worked on an image of a task since the last report',
    body: Type.Object(
      {
        image_id: Type.String({ minLength: 1, maxLength: 100 }),
        active_seconds: Type.Integer({
          minimum: 0,
          maximum: MAX_ACTIVE_SECONDS,
          description: 'Time with input; pauses of more than a minute do not count',
        }),
      },
      { $id: 'TaskActivityReport', additionalProperties: false },
    ),
    reply: { as: 'json', schema: TaskActivity },
    errors: ['not_found', 'key_without_user', 'wrong_state'],
    idempotent: false,
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
