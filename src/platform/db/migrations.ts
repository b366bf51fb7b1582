/**
 * The migrations of databases, in order. One that a release has shipped is never edited, nor are the tables that the first one
 * creates: each change of the tables is a migration of its own.
 */
import type { Kysely, Migration } from 'kysely'
import { annotationBatchTables } from './schema/annotation-batches.ts'
import { annotationHistoryTables } from './schema/annotation-history.ts'
import { annotationTables } from './schema/annotations.ts'
import { auditTables } from './schema/audit.ts'
import { creditTables } from './schema/credits.ts'
import { datasetTables } from './schema/datasets.ts'
import { deploymentTables } from './schema/deployments.ts'
import { evaluationTables } from './schema/evaluations.ts'
import { eventTables } from './schema/events.ts'
import { exportTables } from './schema/exports.ts'
import { imageContentTables } from './schema/image-contents.ts'
import { importTables } from './schema/imports.ts'
import { jobTables } from './schema/jobs.ts'
import { keyTables } from './schema/keys.ts'
import { limitTables } from './schema/limits.ts'
import { modelTables } from './schema/models.ts'
import { organizationTables } from './schema/organizations.ts'
import { peopleTables } from './schema/people.ts'
import { secondFactorTables } from './schema/second-factors.ts'
import { secretTables } from './schema/secrets.ts'
import { signInTables } from './schema/sign-in.ts'
import { similarImageTables } from './schema/similar-images.ts'
import { storageConnectionTables } from './schema/storage-connections.ts'
import { studioTables } from './schema/studio.ts'
import { taskTables } from './schema/tasks.ts'
import { uploadTables } from './schema/uploads.ts'
import { webhookTables } from './schema/webhooks.ts'
import { workflowTables } from './schema/workflows.ts'

/** In this order: a group may refer to those before it. */
const GROUPS = [
  organizationTables,
  peopleTables,
  signInTables,
  secondFactorTables,
  keyTables,
  secretTables,
  creditTables,
  limitTables,
  auditTables,
  jobTables,
  eventTables,
  webhookTables,
  datasetTables,
  annotationTables,
  annotationHistoryTables,
  taskTables,
  imageContentTables,
  similarImageTables,
  uploadTables,
  exportTables,
  importTables,
  storageConnectionTables,
  modelTables,
  deploymentTables,
  evaluationTables,
  annotationBatchTables,
  workflowTables,
  studioTables,
]

/** Migrations see the tables of their own time, so they are not typed by `Tables`. */
const first: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const create of GROUPS.flat()) await create(schema)
  },
}

export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
}
