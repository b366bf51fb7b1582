/** The workflow that is open in the editor, as other screens see it. */

import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { StudioVersion, StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { Graph, Layout } from '../../../shared/graph/graph.ts'
import type { Host } from '../host/host-context.ts'

export interface WorkflowContent {
  readonly name: string
  readonly graph: Graph
  readonly layout: Layout
}

export interface OpenWorkflow {
  readonly host: Host
  readonly id: string
  content(): WorkflowContent
  /** Returns false, and shows the problems, if one of them prevents a run. @param ignored codes of other problems */
  check(ignored: ReadonlySet<string>): boolean
  /** Saves pending edits; resolves to false if they can't be saved. */
  save(): Promise<boolean>
}

/** A version, and the revision of its name that this window has read. */
export type VersionRevision = Pick<StudioVersionInfo, 'id' | 'revision'>

/** The versions of the open workflow: those of this person, and those that others share. */
export interface VersionStore {
  /** Newest first. */
  list(): Promise<StudioVersionInfo[]>
  get(versionId: string): Promise<StudioVersion>
  /** Saves the canvas as a version under a name. */
  save(note: string): Promise<StudioVersionInfo>
  /** Rejects with `stale_revision` if another window renamed it. */
  rename(version: VersionRevision, note: string): Promise<StudioVersionInfo>
  /** Rejects with `stale_revision` if another window renamed it. */
  delete(version: VersionRevision): Promise<void>
  /** Shares the version with the organization, or makes it private again. */
  share(versionId: string, visibility: Visibility): Promise<StudioVersionInfo>
  /** Restores the version as one undoable step. Rejects, changing nothing, if the current graph can't be saved. */
  restore(version: StudioVersion): Promise<void>
}
