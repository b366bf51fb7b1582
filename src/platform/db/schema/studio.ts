/** The records of the Studio: batches, ground truth, labels of runs, versions of workflows, and settings of people. */
import { type CreateTableBuilder, type SchemaModule, sql } from 'kysely'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { VersionKind } from '../../../shared/graph/versions.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time, type UserId } from './columns.ts'

interface OwnedRow {
  id: string
  /** The owner; null for a record made with a key of no person. */
  user_id: UserId | null
  visibility: Visibility
  /** 16 hexadecimal digits of a hash of what its owner changes. */
  revision: string
  created_at: Time
}

const owned = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('id', 'text', primary)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('visibility', 'text', required)
    .addColumn('revision', 'text', required)
    .addColumn('created_at', 'text', required)

/** A batch, the ground truth of a video, or the labels of a run. */
export interface StudioRecordRow extends OwnedRow {
  organization_id: string
  /** What the record is about: the id that the Studio gave the batch, the hash of the video, or the id of the run. */
  subject: string
  value: Json
  updated_at: Time | null
}

async function createRecords(schema: SchemaModule, name: string, subject = required): Promise<void> {
  await owned(schema.createTable(name))
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('subject', 'text', subject)
    .addColumn('value', 'text', required)
    .addColumn('updated_at', 'text')
    .execute()
  // An owner has one record of a subject; null is an owner too.
  await schema
    .createIndex(`${name}_of_owner`)
    .unique()
    .on(name)
    .expression(sql`organization_id, coalesce(user_id, ''), subject`)
    .execute()
  await schema.createIndex(`${name}_of_user`).on(name).column('user_id').execute()
}

const createBatches = (schema: SchemaModule) => createRecords(schema, 'studio_batches')

const createTruths = (schema: SchemaModule) => createRecords(schema, 'studio_truths')

async function createRunLabels(schema: SchemaModule): Promise<void> {
  await createRecords(schema, 'studio_run_labels', partOf('workflow_runs.id'))
  await schema.createIndex('studio_run_labels_of_run').on('studio_run_labels').column('subject').execute()
}

/** An earlier state of a workflow. */
export interface StudioVersionRow extends OwnedRow {
  workflow_id: string
  kind: VersionKind
  note: string | null
  graph: Json
  layout: Json | null
  /** Version of the format of the graph. */
  graph_version: number
  /** Blocks of the graph. */
  blocks: number
  /** Changes since the version before of the same owner; null for the first. */
  changes: number | null
}

async function createVersions(schema: SchemaModule): Promise<void> {
  await owned(schema.createTable('studio_versions'))
    .addColumn('workflow_id', 'text', partOf('workflows.id'))
    .addColumn('kind', 'text', required)
    .addColumn('note', 'text')
    .addColumn('graph', 'text', required)
    .addColumn('layout', 'text')
    .addColumn('graph_version', 'integer', required)
    .addColumn('blocks', 'integer', required)
    .addColumn('changes', 'integer')
    .execute()
  await schema
    .createIndex('studio_versions_of_workflow')
    .on('studio_versions')
    .columns(['workflow_id', 'created_at', 'id'])
    .execute()
  await schema.createIndex('studio_versions_of_user').on('studio_versions').column('user_id').execute()
}

/** The settings of a person in the Studio of a server. */
export interface StudioSettingsRow {
  organization_id: string
  user_id: string
  value: Json
}

async function createSettings(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('studio_settings')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('value', 'text', required)
    .addPrimaryKeyConstraint('studio_settings_key', ['organization_id', 'user_id'])
    .execute()
  await schema.createIndex('studio_settings_of_user').on('studio_settings').column('user_id').execute()
}

export interface StudioTables {
  studio_batches: StudioRecordRow
  studio_truths: StudioRecordRow
  studio_run_labels: StudioRecordRow
  studio_versions: StudioVersionRow
  studio_settings: StudioSettingsRow
}

export const studioTables: TableGroup = [createBatches, createTruths, createRunLabels, createVersions, createSettings]
