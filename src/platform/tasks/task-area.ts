/** Tasks and contributions: read by callers; the work on images writes them. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { GroupHandlers } from '../http/handler.ts'
import { createTaskRepository } from './task-repository.ts'
import { createTasks, type Tasks } from './tasks.ts'

export interface TaskArea extends Area {
  tasks: Tasks
  handlers: GroupHandlers<'tasks'>
}

export function createTaskArea({ db, now }: PlatformServices): TaskArea {
  const tasks = createTasks(createTaskRepository(db), async () => new Map(), now)
  return {
    tasks,
    handlers: {
      async list({ caller, query: { limit, offset } }) {
        const { tasks: data, total } = await tasks.list(caller, limit, offset)
        return { data, pagination: { limit, offset, total, has_more: offset + data.length < total } }
      },
      contributions: ({ caller, params }) => tasks.contributions(caller, params.task_id),
    },
  }
}
