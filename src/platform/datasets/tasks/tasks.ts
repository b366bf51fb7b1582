/** Tasks: a frozen set of a data set's images, which members annotate or review. */
import type { Transaction } from 'kysely'
import type { BodyOf, Page, QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type {
  Task,
  TaskActivity,
  TaskContributions,
  TaskDetail,
  TaskImagePage,
  TaskRequest,
  TaskUpdate,
  tasks as taskEndpoints,
} from '../../../shared/api/tasks.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, insertMany, isUuid, newId } from '../../db/database.ts'
import { invalidField, requireName } from '../../db/naming/resource-name.ts'
import type { TaskRow } from '../../db/schema/tasks.ts'
import type { Tables } from '../../db/tables.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import type { ImageLists } from '../image-lists/image-lists.ts'
import { contributionsTo, reportWork } from './activity.ts'
import { removeTask, storeTask } from './frozen-set.ts'
import { createTaskRepository, type ListedTask, namesOf } from './task-repository.ts'

export interface Tasks {
  /** Newest first; `datasetId`: only those of one data set. */
  list(caller: Caller, page: Page, datasetId?: string): Promise<{ tasks: Task[]; total: number }>
  /** Freezes the set of images. @throws ApiError not_found for the data set; invalid_field */
  create(caller: Caller, request: TaskRequest): Promise<TaskDetail>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<TaskDetail>
  /** @throws ApiError empty_update, invalid_field */
  update(caller: Caller, id: string, change: TaskUpdate): Promise<TaskDetail>
  delete(caller: Caller, id: string): Promise<void>
  /** @throws ApiError invalid_field for a cursor */
  images(caller: Caller, id: string, query: QueryOf<typeof taskEndpoints.images>): Promise<TaskImagePage>
  /** @throws ApiError key_without_user, wrong_state for a completed task */
  report(caller: Caller, id: string, work: BodyOf<typeof taskEndpoints.activity>): Promise<TaskActivity>
  contributions(caller: Caller, id: string): Promise<TaskContributions>
}

/** The ids without repetitions. @throws ApiError invalid_field for one that is not of a member */
async function assignedMembers(db: Database, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  const members = new Set(rows.map(({ user_id }) => user_id))
  const stranger = userIds.findIndex((id) => !members.has(id))
  if (stranger >= 0) throw invalidField(`/assignee_ids/${stranger}`, message('task.not_a_member'))
  return [...members].sort()
}

/** Returns those of these people who were no assignees before. */
async function replaceAssignees(
  tx: Transaction<Tables>,
  task_id: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.deleteFrom('task_assignees').where('task_id', '=', task_id).returning('user_id').execute()
  await insertMany(
    tx,
    'task_assignees',
    userIds.map((user_id) => ({ task_id, user_id })),
  )
  const before = new Set(rows.map(({ user_id }) => user_id))
  return userIds.filter((id) => !before.has(id))
}

export interface TasksOptions {
  db: Database
  datasets: Datasets
  lists: ImageLists
  events: Pick<Events, 'append' | 'wake'>
  now: () => Date
}

export function createTasks({ db, datasets, lists, events, now }: TasksOptions): Tasks {
  const repository = createTaskRepository(db)
  const names = namesOf(db)

  async function rowOf({ organizationId }: Caller, id: string): Promise<ListedTask> {
    const row = isUuid(id) ? await repository.find(organizationId, id.toLowerCase()) : null
    if (!row) throw new ApiError('not_found', message('task.missing', { id }))
    return row
  }

  async function detail(row: ListedTask): Promise<TaskDetail> {
    const { created_by, updated_at } = row
    return { ...shown(row), created_by, updated_at, assignees: await repository.assignees(row.id) }
  }

  /** Without repetitions. @throws ApiError invalid_field */
  async function chosenIds(caller: Caller, request: TaskRequest): Promise<string[]> {
    const { dataset, image_ids, filter } = request
    if ((image_ids === undefined) === (filter === undefined)) {
      throw invalidField('/image_ids', message('task.ids_or_filter'))
    }
    if (image_ids) return [...new Set(image_ids.map((id) => id.toLowerCase()))]
    const { data } = await lists.ids(caller, dataset, { archived: false, recursive: false, ...filter, sort: 'created' })
    if (data.length === 0) throw invalidField('/filter', message('task.no_images'))
    return data
  }

  /** Notifies the people, except for the one who assigns. Must be last in its transaction. */
  async function notify(tx: Transaction<Tables>, caller: Caller, task: TaskRow, people: readonly string[]) {
    const user_ids = people.filter((id) => id !== caller.userId)
    if (user_ids.length === 0) return
    const { id: task_id, title, dataset_id, image_count: images } = task
    const payload = { task_id, title, dataset_id, images, user_ids }
    await events.append(tx, caller.organizationId, [{ type: 'task.assigned', payload }])
  }

  return {
    async list({ organizationId }, page, datasetId) {
      const [rows, total] = await Promise.all([
        repository.list(organizationId, page, datasetId),
        repository.count(organizationId, datasetId),
      ])
      return { tasks: rows.map(shown), total }
    },
    async create(caller, request) {
      const dataset = await datasets.rowOf(caller, request.dataset)
      requireName(request.title, '/title')
      const people = await assignedMembers(db, caller.organizationId, request.assignee_ids ?? [])
      const ids = await chosenIds(caller, { ...request, dataset: dataset.id })
      const task: TaskRow = {
        id: newId(),
        organization_id: caller.organizationId,
        dataset_id: dataset.id,
        title: request.title,
        kind: request.kind,
        status: 'open',
        created_by: caller.userId,
        created_at: now().toISOString(),
        updated_at: null,
        image_count: 0,
        images_complete: 0,
        is_ready: 0,
      }
      await storeTask(db, task, ids, async (tx, image_count) => {
        const isAll = image_count === ids.length
        if (request.image_ids && !isAll) throw invalidField('/image_ids', message('task.images_missing'))
        if (image_count === 0) throw invalidField('/filter', message('task.no_images'))
        await replaceAssignees(tx, task.id, people)
        await notify(tx, caller, { ...task, image_count }, people)
      })
      events.wake()
      return detail(await rowOf(caller, task.id))
    },
    get: async (caller, id) => detail(await rowOf(caller, id)),
    async update(caller, id, { assignee_ids, ...change }) {
      const row = await rowOf(caller, id)
      const isEmpty = assignee_ids === undefined && Object.keys(change).length === 0
      if (isEmpty) throw new ApiError('empty_update', message('api.empty_update'))
      if (change.title !== undefined) requireName(change.title, '/title')
      const people = assignee_ids && (await assignedMembers(db, caller.organizationId, assignee_ids))
      await db.transaction().execute(async (tx) => {
        const updated_at = now().toISOString()
        await tx
          .updateTable('tasks')
          .set({ ...change, updated_at })
          .where('id', '=', row.id)
          .execute()
        if (people) await notify(tx, caller, { ...row, ...change }, await replaceAssignees(tx, row.id, people))
      })
      events.wake()
      return detail(await rowOf(caller, row.id))
    },
    delete: async (caller, id) => removeTask(db, await rowOf(caller, id)),
    async images(caller, id, { done, limit, cursor }) {
      const { id: taskId } = await rowOf(caller, id)
      const after = cursor === undefined ? '' : placeFrom(cursor)
      const rows = await repository.images(taskId, { after, limit: limit + 1, done })
      const data = rows.slice(0, limit).map((row) => ({ ...row, is_done: row.completed_at !== null }))
      const last = rows.length > limit ? data.at(-1) : undefined
      return { data, next_cursor: last ? cursorOf(last.image_id) : null }
    },
    async report(caller, id, { image_id, active_seconds }) {
      const { id: taskId, status } = await rowOf(caller, id)
      const { userId } = caller
      if (userId === null) throw new ApiError('key_without_user', message('task.needs_user'))
      if (status === 'completed') throw new ApiError('wrong_state', message('task.completed'))
      const imageId = image_id.toLowerCase()
      const result = await reportWork(db, { taskId, imageId, userId, seconds: active_seconds, at: now() })
      if (!result) throw new ApiError('not_found', message('image.missing', { id: image_id }))
      return result
    },
    contributions: async (caller, id) => contributionsTo(await rowOf(caller, id), repository, names),
  }
}

const shown = (row: ListedTask): Task => ({
  id: row.id,
  dataset_id: row.dataset_id,
  dataset: row.dataset,
  title: row.title,
  kind: row.kind,
  status: row.status,
  created_at: row.created_at,
  image_count: row.image_count,
  assignee_count: row.assignee_count,
  images_complete: row.images_complete,
})

const cursorOf = (imageId: string): string => Buffer.from(imageId).toString('base64url')

/** @throws ApiError invalid_field */
function placeFrom(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!isUuid(id)) throw invalidField('/cursor', message('invalid.cursor'))
  return id
}
