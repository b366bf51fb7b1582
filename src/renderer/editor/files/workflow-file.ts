/** `.sightline.json` files: writing one of a document, and reading one with a reason when it can't be. */
import { Value } from 'typebox/value'
import { WorkflowFile } from '../../../shared/graph/graph.ts'
import { texts } from '../../messages/texts.ts'
import { completeLayout } from '../arrange/complete-layout.ts'
import type { EditorDocument } from '../document/document.ts'

export function fileOf({ name, description, graph, layout }: EditorDocument): WorkflowFile {
  const file: WorkflowFile = { format: 'sightline-workflow', version: 1, name, graph, layout }
  return description === null ? file : { ...file, description }
}

export const fileText = (doc: EditorDocument): string => `${JSON.stringify(fileOf(doc), null, 2)}\n`

/** A file name that every system takes. */
export const fileNameOf = (name: string): string =>
  `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[ .-]+|[ .-]+$/g, '') || 'workflow'}.sightline.json`

export const documentFrom = (file: WorkflowFile): EditorDocument => ({
  name: file.name.slice(0, 100),
  description: file.description ?? null,
  graph: file.graph,
  layout: completeLayout(file.graph, file.layout ?? null),
})

export type ReadFile = { ok: true; file: WorkflowFile } | { ok: false; problem: string }

export function readWorkflowFile(text: string): ReadFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problem: texts.editor.files.workflow.notJson }
  }
  if (Value.Check(WorkflowFile, json)) return { ok: true, file: json }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  if (format !== 'sightline-workflow') {
    return { ok: false, problem: texts.editor.files.workflow.notAWorkflow }
  }
  if (version !== 1) {
    return {
      ok: false,
      problem: texts.editor.files.workflow.otherVersion(String(version)),
    }
  }
  const [first] = Value.Errors(WorkflowFile, json)
  return {
    ok: false,
    problem: texts.editor.files.workflow.damaged(
      first?.instancePath || texts.editor.files.workflow.top,
      first?.message,
    ),
  }
}
