/** Reads and writes `.sightline.json` files. */

import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { cutText } from '../shared/domain/cut-text.ts'
import { VERSION } from '../shared/domain/version.ts'
import { bareGraphIn, fileOfGraph } from '../shared/graph/bare-graph.ts'
import { headOf, workflowOfResults } from '../shared/graph/embedded-workflow.ts'
import { WORKFLOW_VERSION, type WorkflowFile } from '../shared/graph/graph.ts'
import { migratedFile, type NewerFile, newerFile, withoutSchemaAddress } from '../shared/graph/migrations.ts'
import { fileErrors } from '../shared/graph/schema-errors.ts'
import { type Message, message, paramOf } from '../shared/messages/message.ts'
import { fileError } from './host-files.ts'

export const WORKFLOW_SUFFIX = '.sightline.json'

/** Far above any workflow that a person draws; keeps a video opened by mistake out of memory. */
const MAX_BYTES = 20 * 1024 * 1024

const notOne = (why: Message) => new BridgeFailure({ code: 'malformed_request', message: why })

const tooNew = (name: string, { version, requires }: NewerFile): BridgeFailure =>
  notOne(
    requires === null
      ? message('host.workflow_of_newer_version', { name, version, sightline: VERSION, known: WORKFLOW_VERSION })
      : message('host.workflow_requires_version', { name, version, requires, sightline: VERSION }),
  )

/**
 * Parses and checks the text of a workflow file, of a run's results with a workflow inside, or of a graph alone, which
 * is named by its file. Throws a `BridgeFailure` whose sentence names the error.
 */
export function parseWorkflowFile(name: string, text: string): WorkflowFile {
  const head = headOf(text.replace(/^\uFEFF/, ''))
  if (head === undefined) throw notOne(message('host.workflow_not_json', { name }))
  const json = migratedFile(withoutSchemaAddress(head))
  const [first] = fileErrors(json)
  if (!first) return json as WorkflowFile
  const within = workflowOfResults(json)
  if (within) return within
  const bare = bareGraphIn(json)
  if (bare?.ok) return fileOfGraph(bare, name)
  if (bare) throw notOne(message('host.workflow_with_invalid_graph', { name, problem: paramOf(bare.issue) }))
  const { format } = (json ?? {}) as { format?: unknown }
  if (format !== 'sightline-workflow') throw notOne(message('host.workflow_without_format', { name }))
  const newer = newerFile(json)
  if (newer) throw tooNew(name, newer)
  const { keyword, field, problem } = first
  if (keyword === 'unknown') throw notOne(message('host.workflow_with_unknown_field', { name, field }))
  if (field === '') throw notOne(message('host.workflow_invalid', { name, problem }))
  throw notOne(message('host.workflow_with_invalid_field', { name, field, problem }))
}

/** Reads a workflow file. Throws a `BridgeFailure` that names the error. */
export async function readWorkflowFile(path: string): Promise<WorkflowFile> {
  const name = basename(path)
  let text: string
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const isLines = name.toLowerCase().endsWith('.jsonl')
      if (size > MAX_BYTES && !isLines) throw notOne(message('host.workflow_too_large', { name }))
      // The first line of results holds the workflow that produced them.
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, MAX_BYTES)), { position: 0 })
      text = buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof BridgeFailure ? error : fileError('read', path, error)
  }
  return parseWorkflowFile(name, text)
}

/** Writes a workflow file atomically; others may read it if the user's own files are readable. */
export async function writeWorkflowFile(path: string, file: WorkflowFile): Promise<void> {
  try {
    await writeFileAtomic(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o666 })
  } catch (error) {
    throw fileError('write', path, error)
  }
}

/** A file name for a workflow, valid on every system. */
export function workflowFileName(title: string): string {
  const safe = title.replace(/[^\p{L}\p{N}._-]+/gu, ' ').replace(/^[. ]+|[. ]+$/g, '')
  return `${cutText(safe, 80) || 'workflow'}${WORKFLOW_SUFFIX}`
}
