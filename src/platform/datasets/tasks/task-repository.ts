/** Tasks and the work on them, as rows. A task whose set is still being stored, or deleted, is seen by nobody. */
import type { Page } from '../../../shared/api/endpoint.ts'
import type { Database } from '../../db/database.ts'
import type { TaskImageRow, TaskRow } from '../../db/schema/tasks.ts'

export interface ListedTask extends TaskRow {
  /** The name of the data set. */
  dataset: string | null
  assignee_count: number
}

export interface WorkedTime {
  user_id: string
  images_worked: number
  active_seconds: number
}

export interface SavedImages {
  last_saved_by: string
  completed: number
  annotations_added: number
}

export type ListedImage = Omit<TaskImageRow, 'task_id' | 'is_removed'> & {
  filename: string
  directory_path: string
  status: 'new' | 'annotate' | 'review' | 'complete'
}

export interface TaskRepository {
  /** Newest first, here and below of one data set or of all. */
  list(organizationId: string, page: Page, datasetId?: string): Promise<ListedTask[]>
  count(organizationId: string, datasetId?: string): Promise<number>
  find(organizationId: string, id: string): Promise<ListedTask | null>
  assignees(taskId: string): Promise<{ user_id: string; full_name: string | null }[]>
  /** In the order of their ids, after one of them. */
  images(taskId: string, of: { after: string; limit: number; done: boolean | undefined }): Promise<ListedImage[]>
  timeByUser(taskId: string): Promise<WorkedTime[]>
  /** The images of a task in groups of their last savers. */
  imagesBySaver(taskId: string): Promise<SavedImages[]>
}

export function createTaskRepository(db: Database): TaskRepository {
  const tasks = (organizationId: string, datasetId?: string) => {
    const all = db.selectFrom('tasks').where('tasks.organization_id', '=', organizationId)
    const ready = all.where('tasks.is_ready', '=', 1)
    return datasetId === undefined ? ready : ready.where('tasks.dataset_id', '=', datasetId)
  }
  const listed = (organizationId: string, datasetId?: string) =>
    tasks(organizationId, datasetId)
      .leftJoin('datasets', 'datasets.id', 'tasks.dataset_id')
      .selectAll('tasks')
      .select('datasets.name as dataset')
      .select((eb) =>
        eb
          .selectFrom('task_assignees')
          .whereRef('task_assignees.task_id', '=', 'tasks.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('assignee_count'),
      )
  const shown = <T extends { assignee_count: unknown }>(row: T) => ({
    ...row,
    assignee_count: Number(row.assignee_count),
  })

  return {
    async list(organizationId, page, datasetId) {
      const rows = listed(organizationId, datasetId).orderBy('tasks.id', 'desc')
      return (await rows.limit(page.limit).offset(page.offset).execute()).map(shown)
    },
    async count(organizationId, datasetId) {
      const { count } = await tasks(organizationId, datasetId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async find(organizationId, id) {
      const row = await listed(organizationId).where('tasks.id', '=', id).executeTakeFirst()
      return row ? shown(row) : null
    },
    assignees: (taskId) =>
      db
        .selectFrom('task_assignees as a')
        .leftJoin('users as u', 'u.id', 'a.user_id')
        .select(['a.user_id', 'u.full_name'])
        .where('a.task_id', '=', taskId)
        .orderBy('a.user_id')
        .execute(),
    images(taskId, { after, limit, done }) {
      const rows = db
        .selectFrom('task_images as t')
        .innerJoin('images as i', 'i.id', 't.image_id')
        .select(['t.image_id', 't.completed_at', 't.last_saved_by', 't.last_saved_at', 't.annotations_added'])
        .select(['i.filename', 'i.directory_path', 'i.status'])
        .where('t.task_id', '=', taskId)
        .where('t.image_id', '>', after)
        .orderBy('t.image_id')
        .limit(limit)
      if (done === undefined) return rows.execute()
      return rows.where('t.completed_at', done ? 'is not' : 'is', null).execute()
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
          fn.count<number>('completed_at').as('completed'),
          fn.sum<number>('annotations_added').as('annotations_added'),
        ])
        .where('task_id', '=', taskId)
        .where('last_saved_by', 'is not', null)
        .groupBy('last_saved_by')
        .execute()
      return rows.map((row) => ({
        last_saved_by: row.last_saved_by as string,
        completed: Number(row.completed),
        annotations_added: Number(row.annotations_added),
      }))
    },
  }
}

/** Full names of users by their ids. */
export const namesOf =
  (db: Database) =>
  async (userIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
    if (userIds.length === 0) return new Map()
    const rows = await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', userIds).execute()
    return new Map(rows.map((row) => [row.id, row.full_name]))
  }
