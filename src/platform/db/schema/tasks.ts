/** Tasks: frozen sets of a data set’s images, assigned to members, with the work of each. */
import type { SchemaModule } from 'kysely'
import type { TASK_KINDS, TASK_STATUSES } from '../../../shared/api/tasks.ts'
import { partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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
  /** How many of them are done. */
  images_complete: number
  /** 0 while a large set is being stored or deleted: nobody sees the task then. */
  is_ready: 0 | 1
}

async function createTasks(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('tasks')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('dataset_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .addColumn('image_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('images_complete', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_ready', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.createIndex('tasks_order').on('tasks').columns(['organization_id', 'id']).execute()
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

async function createTaskImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('task_images')
    .addColumn('task_id', 'text', partOf('tasks.id'))
    .addColumn('image_id', 'text', required)
    .addColumn('completed_at', 'text')
    .addColumn('last_saved_by', 'text')
    .addColumn('last_saved_at', 'text')
    .addColumn('annotations_added', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_removed', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('task_images_key', ['task_id', 'image_id'])
    .execute()
  await schema.createIndex('task_images_image').on('task_images').column('image_id').execute()
}

export interface TaskAssigneeRow {
  task_id: string
  user_id: string
}

async function createTaskAssignees(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('task_assignees')
    .addColumn('task_id', 'text', partOf('tasks.id'))
    .addColumn('user_id', 'text', required)
    .addPrimaryKeyConstraint('task_assignees_key', ['task_id', 'user_id'])
    .execute()
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

async function createContributions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('contributions')
    .addColumn('task_id', 'text', partOf('tasks.id'))
    .addColumn('user_id', 'text', required)
    .addColumn('image_id', 'text', required)
    .addColumn('active_seconds', 'integer', required)
    .addColumn('annotations_added', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updated_at', 'text', required)
    .addPrimaryKeyConstraint('contributions_key', ['task_id', 'user_id', 'image_id'])
    .execute()
}

/** The time up to which the work of a person on a task is counted. */
export interface TaskReportRow {
  task_id: string
  user_id: string
  counted_until: Time
}

async function createTaskReports(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('task_reports')
    .addColumn('task_id', 'text', partOf('tasks.id'))
    .addColumn('user_id', 'text', required)
    .addColumn('counted_until', 'text', required)
    .addPrimaryKeyConstraint('task_reports_key', ['task_id', 'user_id'])
    .execute()
}

export interface TaskTables {
  tasks: TaskRow
  task_images: TaskImageRow
  task_assignees: TaskAssigneeRow
  contributions: ContributionRow
  task_reports: TaskReportRow
}

export const taskTables: TableGroup = [
  createTasks,
  createTaskImages,
  createTaskAssignees,
  createContributions,
  createTaskReports,
]
