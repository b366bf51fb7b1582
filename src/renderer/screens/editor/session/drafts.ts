/** Unsaved documents of the editor, with the revision of the workflow that they are based on. */

import { type Static, Type } from 'typebox'
import { Graph, Layout } from '../../../../shared/graph/graph.ts'
import type { StoredWorkflow } from '../../../../shared/graph/migrations.ts'
import { migrated } from '../../../../shared/graph/migrations.ts'
import { type OpenWindows, openWindows } from '../../../base/navigation/open-windows.ts'
import { createDrafts, type DraftStorage, type LeftDraft } from '../../../base/revisions/drafts.ts'
import type { EditorDocument } from '../../../parts/workflow/document/document.ts'

export const Draft = Type.Object({
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  graph: Graph,
  layout: Layout,
})

const Stored = Type.Object({
  ...Draft.properties,
  /** The workflow revision that the draft changes; drafts of early versions have none. */
  revision: Type.Optional(Type.String()),
  /** The document of a pending save; a workflow that equals it was changed by this window, not by another. */
  sent: Type.Optional(Draft),
})
export type StoredDraft = Static<typeof Stored>

export interface WorkflowDrafts {
  write(doc: EditorDocument, revision: string, sent?: EditorDocument | null): void
  clear(): void
  /** Returns the drafts of this window and of closed ones, newest first. */
  left(): Promise<LeftDraft<StoredDraft>[]>
}

export function createWorkflowDrafts(
  workflowId: string,
  storage: DraftStorage,
  windows: OpenWindows = openWindows(),
): WorkflowDrafts {
  const drafts = createDrafts(workflowId, Stored, storage, windows, currentDraft)
  return {
    write: (doc, revision, sent = null) => drafts.write({ ...bare(doc), revision, ...(sent && { sent: bare(sent) }) }),
    clear: drafts.clear,
    left: drafts.left,
  }
}

/** Migrates the document of a draft and that of its pending save. */
function currentDraft(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  const { sent } = json as { sent?: StoredWorkflow }
  return { ...migrated(json), ...(sent && { sent: migrated(sent) }) }
}

const bare = ({ name, description, graph, layout }: EditorDocument): Static<typeof Draft> => ({
  name,
  description,
  graph,
  layout,
})
