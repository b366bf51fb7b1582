/** Tasks, the sets of images that they freeze, and the work of people on them. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { ImageListArea } from '../image-lists/image-list-area.ts'
import { removeAbandoned } from './frozen-set.ts'
import { createTasks } from './tasks.ts'

export interface TaskArea extends Area {
  handlers: Pick<Handlers, 'tasks'>
}

export function createTaskArea(
  { db, events, now }: PlatformServices,
  needs: { datasets: DatasetArea; imageLists: ImageListArea },
): TaskArea {
  const tasks = createTasks({ db, datasets: needs.datasets.datasets, lists: needs.imageLists.lists, events, now })
  return {
    handlers: {
      tasks: {
        async list({ caller, query: { limit, offset, dataset_id } }) {
          const { tasks: data, total } = await tasks.list(caller, { limit, offset }, dataset_id)
          return { data, pagination: { limit, offset, total, has_more: offset + data.length < total } }
        },
        create: ({ caller, body }) => tasks.create(caller, body),
        get: ({ caller, params }) => tasks.get(caller, params.task_id),
        update: ({ caller, params, body }) => tasks.update(caller, params.task_id, body),
        delete: ({ caller, params }) => tasks.delete(caller, params.task_id),
        images: ({ caller, params, query }) => tasks.images(caller, params.task_id, query),
        activity: ({ caller, params, body }) => tasks.report(caller, params.task_id, body),
        contributions: ({ caller, params }) => tasks.contributions(caller, params.task_id),
      },
    },
    start: () => removeAbandoned(db, now()),
  }
}
