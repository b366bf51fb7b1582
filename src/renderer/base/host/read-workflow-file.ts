/** Reads a workflow from a `.sightline.json` file, from a run's results, or from a graph alone. */

import { VERSION } from '../../../shared/domain/version.ts'
import { bareGraphIn, fileOfGraph } from '../../../shared/graph/bare-graph.ts'
import { headOf, workflowOfResults } from '../../../shared/graph/embedded-workflow.ts'
import type { WorkflowFile } from '../../../shared/graph/graph.ts'
import { migratedFile, newerFile, withoutSchemaAddress } from '../../../shared/graph/migrations.ts'
import { fileErrors } from '../../../shared/graph/schema-errors.ts'
import { messageText } from '../../texts/message-text.ts'
import { texts } from '../../texts/texts.ts'

export type ReadFile = { ok: true; file: WorkflowFile } | { ok: false; reason: string }

/** Far above the size of any workflow; long results name their workflow near the beginning. */
const READ_BYTES = 20 * 1024 * 1024

export const readPicked = async (file: File): Promise<ReadFile> =>
  readWorkflowFile(await file.slice(0, READ_BYTES).text(), file.name)

/** Returns the workflow in a file's text, or the reason why there is none. A graph alone is named by its file. */
export function readWorkflowFile(text: string, fileName: string): ReadFile {
  const head = headOf(text)
  if (head === undefined) return { ok: false, reason: texts.shell.workflowFile.notJson }
  const json = migratedFile(withoutSchemaAddress(head))
  const [first] = fileErrors(json)
  if (!first) return { ok: true, file: json as WorkflowFile }
  const within = workflowOfResults(json)
  if (within) return { ok: true, file: within }
  const bare = bareGraphIn(json)
  if (bare?.ok) return { ok: true, file: fileOfGraph(bare, fileName) }
  if (bare) return { ok: false, reason: texts.shell.workflowFile.unreadableGraph(messageText(bare.issue)) }
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format !== 'sightline-workflow') {
    return { ok: false, reason: texts.shell.workflowFile.notAWorkflow }
  }
  const newer = newerFile(json)
  if (newer) {
    const { requires } = newer
    const { newer: update, requires: needs } = texts.shell.workflowFile
    return { ok: false, reason: requires === null ? update : needs(requires, VERSION) }
  }
  const where = first.field === '' ? '' : texts.shell.workflowFile.at(first.field)
  return { ok: false, reason: texts.shell.workflowFile.damaged(where, first.problem) }
}
