/** The work of each person on a task, as the API returns it. */
import type { TaskContributions, TaskContributor } from '../../../shared/api/tasks.ts'
import type { ListedTask, SavedImages, TaskRepository, WorkedTime } from './task-repository.ts'

type Work = Omit<TaskContributor, 'full_name' | 'active_minutes'>

/** Longest time first. */
function workOfEach(times: readonly WorkedTime[], saves: readonly SavedImages[]): Work[] {
  const work = new Map<string, Work>()
  const workOf = (user_id: string): Work =>
    work.get(user_id) ?? { user_id, images_worked: 0, active_seconds: 0, images_completed: 0, annotations_added: 0 }
  for (const time of times) work.set(time.user_id, { ...workOf(time.user_id), ...time })
  for (const { last_saved_by: user, completed, annotations_added } of saves) {
    work.set(user, { ...workOf(user), images_completed: completed, annotations_added })
  }
  return [...work.values()].sort((a, b) => b.active_seconds - a.active_seconds || (a.user_id < b.user_id ? -1 : 1))
}

export async function contributionsTo(
  { id, image_count, images_complete }: ListedTask,
  repository: TaskRepository,
  namesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>,
): Promise<TaskContributions> {
  const [times, saves] = await Promise.all([repository.timeByUser(id), repository.imagesBySaver(id)])
  const work = workOfEach(times, saves)
  const names = await namesOf(work.map(({ user_id }) => user_id))
  return {
    task_id: id,
    contributors: work.map((of) => ({
      ...of,
      full_name: names.get(of.user_id) ?? null,
      active_minutes: minutes(of.active_seconds),
    })),
    contributor_count: work.length,
    total_images: image_count,
    images_complete,
    total_active_seconds: work.reduce((total, { active_seconds }) => total + active_seconds, 0),
  }
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10
