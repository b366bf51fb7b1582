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
}

/** The set is frozen: a row stays when its image is deleted. */
export interface TaskImageRow {
  task_id: string
  image_id: string
  completed_at: Time | null
  /** The user who saved the image last; null before the first save. */
  last_saved_by: string | null
  annotations_added: number
}

export interface TaskAssigneeRow {
  task_id: string
  user_id: string
}

/** The time that one person spent on one image of a task. */
export interface ContributionRow {
  task_id: string
  user_id: string
  image_id: string
  active_seconds: number
  updated_at: Time
}

export interface TasksTables {
  tasks: TaskRow
  task_images: TaskImageRow
  task_assignees: TaskAssigneeRow
  contributions: ContributionRow
}
