/** Counts the time that people report for their work on images of tasks. */
import type { TaskActivity, TaskContributions, TaskContributor } from '../../../shared/api/tasks.ts'
import type { Database } from '../../db/database.ts'
import { addWork, beginTask } from '../task-work/task-places.ts'
import type { ListedTask, SavedImages, TaskRepository, WorkedTime } from './task-repository.ts'

export interface ReportedWork {
  taskId: string
  imageId: string
  userId: string
  seconds: number
  at: Date
}

/** Seconds that the first report of a person can count: clients report at least once a minute. */
const FIRST_SECONDS = 60

/**
 * The seconds of a report that count, and the time up to which the work is counted then. `until`: that of the report before.
 * All reports of a person on a task together count no more than the time that passes, however many windows report.
 */
export function countedWork(seconds: number, until: Date | null, at: Date): { seconds: number; until: Date } {
  const passed = until === null ? FIRST_SECONDS : Math.floor((at.getTime() - until.getTime()) / 1000)
  if (passed <= 0) return { seconds: 0, until: until !== null && until < at ? until : at }
  if (until === null || seconds < passed) return { seconds: Math.min(seconds, passed), until: at }
  // The rest of a second counts with the next report.
  return { seconds: passed, until: new Date(until.getTime() + passed * 1000) }
}

/** Null when the image is not one of the task. */
export async function reportWork(db: Database, work: ReportedWork): Promise<TaskActivity | null> {
  const { taskId: task_id, imageId: image_id, userId: user_id } = work
  const found = await db
    .selectFrom('task_images')
    .select('image_id')
    .where('task_id', '=', task_id)
    .where('image_id', '=', image_id)
    .where('is_removed', '=', 0)
    .executeTakeFirst()
  if (!found) return null
  return db.transaction().execute(async (tx) => {
    const report = tx.insertInto('task_reports').values({ task_id, user_id, counted_until: '' })
    // A write of the row lets the reports of two windows be counted one after the other.
    const locked = report.onConflict((c) =>
      c.columns(['task_id', 'user_id']).doUpdateSet((e) => ({ user_id: e.ref('excluded.user_id') })),
    )
    const { counted_until } = await locked.returning('counted_until').executeTakeFirstOrThrow()
    const counted = countedWork(work.seconds, counted_until === '' ? null : new Date(counted_until), work.at)
    await tx
      .updateTable('task_reports')
      .set({ counted_until: counted.until.toISOString() })
      .where('task_id', '=', task_id)
      .where('user_id', '=', user_id)
      .execute()
    const updated_at = work.at.toISOString()
    await addWork(tx, [
      { task_id, user_id, image_id, active_seconds: counted.seconds, annotations_added: 0, updated_at },
    ])
    await beginTask(tx, task_id)
    const { active_seconds } = await tx
      .selectFrom('contributions')
      .select('active_seconds')
      .where('task_id', '=', task_id)
      .where('user_id', '=', user_id)
      .where('image_id', '=', image_id)
      .executeTakeFirstOrThrow()
    return { credited_seconds: counted.seconds, active_seconds }
  })
}

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

/** The work of each person on a task, as the API returns it. */
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
