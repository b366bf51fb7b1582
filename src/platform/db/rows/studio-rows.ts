import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { VersionKind } from '../../../shared/graph/versions.ts'

interface OwnedRow {
  id: string
  /** The owner; null for a record made with a key of no person. */
  user_id: string | null
  visibility: Visibility
  /** 16 hexadecimal digits of a hash of what its owner changes. */
  revision: string
  created_at: string
}

/** A batch, the ground truth of a video, or the labels of a run. */
export interface StudioRecordRow extends OwnedRow {
  organization_id: string
  /** What the record is about: the id that the Studio gave the batch, the hash of the video, or the id of the run. */
  subject: string
  /** JSON. */
  value: string
  updated_at: string | null
}

/** An earlier state of a workflow. */
export interface StudioVersionRow extends OwnedRow {
  workflow_id: string
  kind: VersionKind
  note: string | null
  /** JSON. */
  graph: string
  /** JSON. */
  layout: string | null
  /** Version of the format of the graph. */
  graph_version: number
  /** Blocks of the graph. */
  blocks: number
  /** Changes since the version before of the same owner; null for the first. */
  changes: number | null
}

/** The settings of a person in the Studio of a server. */
export interface StudioSettingsRow {
  organization_id: string
  user_id: string
  /** JSON. */
  value: string
}

export interface StudioTables {
  studio_batches: StudioRecordRow
  studio_truths: StudioRecordRow
  studio_run_labels: StudioRecordRow
  studio_versions: StudioVersionRow
  studio_settings: StudioSettingsRow
}
