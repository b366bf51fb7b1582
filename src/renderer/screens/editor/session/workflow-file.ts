/** Exports the open workflow as a `.sightline.json` file, and opens such a file. */
import type { WorkflowFile } from '../../../../shared/graph/graph.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import type { EditorDocument } from '../../../parts/workflow/document/document.ts'

export function fileOf({ name, description, graph, layout }: EditorDocument): WorkflowFile {
  const file: WorkflowFile = { format: 'sightline-workflow', version: 1, name, graph, layout }
  return description === null ? file : { ...file, description }
}

export const fileText = (doc: EditorDocument): string => `${JSON.stringify(fileOf(doc), null, 2)}\n`

/** Returns a file name that is valid on every system. */
export const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[ .-]+|[ .-]+$/g, '') || 'workflow'}.sightline.json`

export const documentFrom = (file: WorkflowFile): EditorDocument => ({
  name: file.name.slice(0, 100),
  description: file.description ?? null,
  graph: file.graph,
  layout: completeLayout(file.graph, file.layout ?? null),
})
