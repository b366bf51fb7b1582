/** Tasks: a frozen set of a data set's images, which members annotate or review. */
import { ApiError } from '../../shared/api/errors.ts'
import type { Task, TaskContributions, TaskContributor } from '../../shared/api/tasks.ts'
import { message } from '../../shared/messages/message.ts'
import { newId } from '../db/ids.ts'
import type { Caller } from '../identity/caller.ts'
import type { TaskRepository } from './task-repository.ts'

export interface NewTask {
  datasetId: string
  title: string
  kind: Task['kind']
  /** Without repetitions. */
  imageIds: readonly string[]
  /** Without repetitions. */
  userIds: readonly string[]
}

/** A save of an image of a task by a person. */
export interface TaskSave {
  imageId: string
  userId: string
  /** Annotations that this save added; those of the last saver are credited. */
  annotationsAdded: number
  /** True when the image is complete with this save. */
  complete: boolean
}

export interface Tasks {
  list(caller: Caller, limit: number, offset: number): Promise<{ tasks: Task[]; total: number }>
  /** @throws ApiError not_found */
  contributions(caller: Caller, taskId: string): Promise<TaskContributions>
  /** Freezes the set of images; returns the id of the task. */
  create(caller: Caller, task: NewTask): Promise<string>
  /** Adds the seconds that a person worked on an image. @throws ApiError not_found */
  addTime(caller: Caller, taskId: string, work: { imageId: string; userId: string; seconds: number }): Promise<void>
  /** @throws ApiError not_found */
  noteSave(caller: Caller, taskId: string, save: TaskSave): Promise<void>
}

/** `namesOf` returns the full names of users by id. */
export function createTasks(
  repository: TaskRepository,
  namesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>,
  now: () => Date,
): Tasks {
  async function requireTask({ organizationId }: Caller, id: string): Promise<void> {
    if (!(await repository.exists(organizationId, id))) throw new ApiError('not_found', message('task.missing', { id }))
  }

  return {
    async list({ organizationId }, limit, offset) {
      const [tasks, total] = await Promise.all([
        repository.list(organizationId, limit, offset),
        repository.count(organizationId),
      ])
      return { tasks, total }
    },
    async contributions(caller, taskId) {
      await requireTask(caller, taskId)
      const [times, saves] = await Promise.all([repository.timeByUser(taskId), repository.imagesBySaver(taskId)])
      const work = new Map<string, Omit<TaskContributor, 'full_name' | 'active_minutes'>>()
      const workOf = (user_id: string) => {
        const none = { user_id, images_worked: 0, active_seconds: 0, images_completed: 0, annotations_added: 0 }
        return work.get(user_id) ?? none
      }
      for (const time of times) work.set(time.user_id, { ...workOf(time.user_id), ...time })
      for (const { last_saved_by: user, completed, annotations_added } of saves) {
        if (user !== null) work.set(user, { ...workOf(user), images_completed: completed, annotations_added })
      }
      const names = await namesOf([...work.keys()])
      const contributors = [...work.values()]
        .map((w) => ({ ...w, full_name: names.get(w.user_id) ?? null, active_minutes: minutes(w.active_seconds) }))
        .sort((a, b) => b.active_seconds - a.active_seconds || (a.user_id < b.user_id ? -1 : 1))
      return {
        task_id: taskId,
        contributors,
        contributor_count: contributors.length,
        total_images: sum(saves, (s) => s.images),
        images_complete: sum(saves, (s) => s.completed),
        total_active_seconds: sum(contributors, (c) => c.active_seconds),
      }
    },
    async create({ organizationId, userId }, { datasetId, title, kind, imageIds, userIds }) {
      const id = newId()
      const row = {
        id,
        organization_id: organizationId,
        dataset_id: datasetId,
        title,
        kind,
        status: 'open' as const,
        created_by: userId,
        created_at: now().toISOString(),
      }
      await repository.insert(row, imageIds, userIds)
      return id
    },
    async addTime(caller, taskId, { imageId, userId, seconds }) {
      await requireTask(caller, taskId)
      await repository.addTime({
        task_id: taskId,
        image_id: imageId,
        user_id: userId,
        active_seconds: seconds,
        updated_at: now().toISOString(),
      })
    },
    async noteSave(caller, taskId, { imageId, userId, annotationsAdded, complete }) {
      await requireTask(caller, taskId)
      await repository.noteSave({
        task_id: taskId,
        image_id: imageId,
        last_saved_by: userId,
        annotations_added: annotationsAdded,
        completed_at: complete ? now().toISOString() : null,
      })
    },
  }
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)
