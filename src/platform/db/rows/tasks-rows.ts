/** Tasks: frozen sets of a data set's images, assigned to members, with the work of each. */
import type { TASK_KINDS, TASK_STATUSES } from '../../../shared/api/tasks.ts'

type Time = string

export interface TaskRow {
  id: string
  organization_id: string
  /** Kept when the data set is deleted. */
  dataset_id: string
  title: string
  kind: (typeof TASK_KINDS)[number]
  status: (typeof TASK_STATUSES)[number]
  created_by: string | null
  created_at: Time
  /** Null until its title, status or assignees are changed. */
  updated_at: Time | null
  /** Images of the set that are not deleted. */
  image_count: number
  /** Those of them that are done. */
  images_complete: number
  /** 0 while a large set is being stored or deleted: nobody sees the task then. */
  is_ready: 0 | 1
}

/** The set is frozen: a row stays when its image is deleted. */
export interface TaskImageRow {
  task_id: string
  image_id: string
  completed_at: Time | null
  /** The user who saved the image last; null before the first save. */
  last_saved_by: string | null
  last_saved_at: Time | null
  /** By the person who saved last. */
  annotations_added: number
  /** 1 once the image is deleted: it is not counted any more, and the work on it is. */
  is_removed: 0 | 1
}

export interface TaskAssigneeRow {
  task_id: string
  user_id: string
}

/** The work of one person on one image of a task. */
export interface ContributionRow {
  task_id: string
  user_id: string
  image_id: string
  active_seconds: number
  annotations_added: number
  updated_at: Time
}

/** The time up to which the work of a person on a task is counted. */
export interface TaskReportRow {
  task_id: string
  user_id: string
  counted_until: Time
}

export interface TasksTables {
  tasks: TaskRow
  task_images: TaskImageRow
  task_assignees: TaskAssigneeRow
  contributions: ContributionRow
  task_reports: TaskReportRow
}
