/** Tasks and contributions: read by callers; the work on images writes them. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { Handlers } from '../http/handler.ts'
import { createTaskRepository, namesOf } from './task-repository.ts'
import { createTasks, type Tasks } from './tasks.ts'

export interface TaskArea extends Area {
  tasks: Tasks
  handlers: Pick<Handlers, 'tasks'>
}

export function createTaskArea({ db, now }: PlatformServices): TaskArea {
  const tasks = createTasks(createTaskRepository(db), namesOf(db), now)
  return {
    tasks,
    handlers: {
      tasks: {
        async list({ caller, query: { limit, offset } }) {
          const { tasks: data, total } = await tasks.list(caller, limit, offset)
          return { data, pagination: { limit, offset, total, has_more: offset + data.length < total } }
        },
        contributions: ({ caller, params }) => tasks.contributions(caller, params.task_id),
      },
    },
  }
}
