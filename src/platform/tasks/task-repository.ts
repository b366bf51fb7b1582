/** Tasks and the work on them, as rows. */
import type { Database } from '../db/database.ts'
import type { ContributionRow, TaskImageRow, TaskRow } from '../db/rows/tasks-rows.ts'

export interface ListedTask extends Omit<TaskRow, 'organization_id' | 'created_by'> {
  dataset: string | null
  image_count: number
  assignee_count: number
}

export interface WorkedTime {
  user_id: string
  images_worked: number
  active_seconds: number
}

export interface SavedImages {
  last_saved_by: string | null
  images: number
  completed: number
  annotations_added: number
}

export interface TaskRepository {
  /** Newest first. */
  list(organizationId: string, limit: number, offset: number): Promise<ListedTask[]>
  count(organizationId: string): Promise<number>
  exists(organizationId: string, id: string): Promise<boolean>
  insert(task: TaskRow, imageIds: readonly string[], userIds: readonly string[]): Promise<void>
  /** Adds the time of a person on an image. */
  addTime(work: ContributionRow): Promise<void>
  /** Credits a save to the person who saved last. */
  noteSave(save: TaskImageRow): Promise<void>
  timeByUser(taskId: string): Promise<WorkedTime[]>
  /** The images of a task in groups of their last savers. */
  imagesBySaver(taskId: string): Promise<SavedImages[]>
}

export function createTaskRepository(db: Database): TaskRepository {
  return {
    async list(organizationId, limit, offset) {
      const rows = await db
        .selectFrom('tasks')
        .leftJoin('datasets', 'datasets.id', 'tasks.dataset_id')
        .select(['tasks.id', 'tasks.dataset_id', 'tasks.title', 'tasks.kind', 'tasks.status', 'tasks.created_at'])
        .select('datasets.name as dataset')
        .select((eb) => [
          eb
            .selectFrom('task_images')
            .whereRef('task_images.task_id', '=', 'tasks.id')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('image_count'),
          eb
            .selectFrom('task_assignees')
            .whereRef('task_assignees.task_id', '=', 'tasks.id')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('assignee_count'),
        ])
        .where('tasks.organization_id', '=', organizationId)
        .orderBy('tasks.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({
        ...row,
        image_count: Number(row.image_count),
        assignee_count: Number(row.assignee_count),
      }))
    },
    async count(organizationId) {
      const { count } = await db
        .selectFrom('tasks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async exists(organizationId, id) {
      const found = await db
        .selectFrom('tasks')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return found !== undefined
    },
    insert: (task, imageIds, userIds) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('tasks').values(task).execute()
        const fresh = { task_id: task.id, completed_at: null, last_saved_by: null, annotations_added: 0 }
        for (const ids of slices(imageIds)) {
          const rows = ids.map((image_id) => ({ ...fresh, image_id }))
          await tx.insertInto('task_images').values(rows).execute()
        }
        for (const ids of slices(userIds)) {
          const rows = ids.map((user_id) => ({ task_id: task.id, user_id }))
          await tx.insertInto('task_assignees').values(rows).execute()
        }
      }),
    async addTime({ active_seconds, updated_at, ...key }) {
      await db
        .insertInto('contributions')
        .values({ ...key, active_seconds, updated_at })
        .onConflict((c) =>
          c.columns(['task_id', 'user_id', 'image_id']).doUpdateSet((eb) => ({
            active_seconds: eb('contributions.active_seconds', '+', active_seconds),
            updated_at,
          })),
        )
        .execute()
    },
    async noteSave({ task_id, image_id, ...save }) {
      await db
        .updateTable('task_images')
        .set(save)
        .where('task_id', '=', task_id)
        .where('image_id', '=', image_id)
        .execute()
    },
    async timeByUser(taskId) {
      const rows = await db
        .selectFrom('contributions')
        .select(({ fn }) => [
          'user_id' as const,
          fn.countAll<number>().as('images_worked'),
          fn.sum<number>('active_seconds').as('active_seconds'),
        ])
        .where('task_id', '=', taskId)
        .groupBy('user_id')
        .execute()
      return rows.map(({ user_id, images_worked, active_seconds }) => ({
        user_id,
        images_worked: Number(images_worked),
        active_seconds: Number(active_seconds),
      }))
    },
    async imagesBySaver(taskId) {
      const rows = await db
        .selectFrom('task_images')
        .select(({ fn }) => [
          'last_saved_by' as const,
          fn.countAll<number>().as('images'),
          fn.count<number>('completed_at').as('completed'),
          fn.sum<number>('annotations_added').as('annotations_added'),
        ])
        .where('task_id', '=', taskId)
        .groupBy('last_saved_by')
        .execute()
      return rows.map((row) => ({
        last_saved_by: row.last_saved_by,
        images: Number(row.images),
        completed: Number(row.completed),
        annotations_added: Number(row.annotations_added),
      }))
    },
  }
}

/** Rows of one statement: their values stay below the number of parameters that a database takes. */
const ROWS_AT_ONCE = 500

function slices<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) parts.push(all.slice(start, start + ROWS_AT_ONCE))
  return parts
}

/** Full names of users by their ids. */
export const namesOf =
  (db: Database) =>
  async (userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
    if (userIds.length === 0) return new Map()
    const rows = await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', userIds).execute()
    return new Map(rows.map((row) => [row.id, row.full_name]))
  }
