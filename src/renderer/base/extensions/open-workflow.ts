/** The workflow that is open in the editor, as other screens see it. */

import type { Graph, Layout } from '../../../shared/graph/graph.ts'
import type { Version, VersionInfo } from '../../../shared/graph/versions.ts'
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

/** The versions of the open workflow. */
export interface VersionStore {
  /** Newest first. */
  list(): Promise<VersionInfo[]>
  get(versionId: string): Promise<Version>
  /** Saves the canvas as a version under a name. */
  save(note: string): Promise<VersionInfo>
  /** Rejects with `stale_revision` if another window renamed it. @param replaces the name that this window has read */
  rename(versionId: string, note: string, replaces: string | null): Promise<VersionInfo>
  /** Rejects with `stale_revision` if another window renamed it. @param note the name that this window has read */
  delete(versionId: string, note: string | null): Promise<void>
  /** Restores the version as one undoable step. Rejects, changing nothing, if the current graph can't be saved. */
  restore(version: Version): Promise<void>
}
