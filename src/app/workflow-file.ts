/** Reading and writing `.sightline.json` files. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Value } from 'typebox/value'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { WorkflowFile } from '../shared/graph/graph.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { fileTrouble } from './file-trouble.ts'

export const WORKFLOW_SUFFIX = '.sightline.json'

/** Far above any workflow that a person draws; keeps a video opened by mistake out of memory. */
const MAX_BYTES = 20 * 1024 * 1024

const notOne = (name: string, why: string) =>
  new BridgeFailure({ code: 'malformed_request', message: `${name} is not a Sightline workflow: ${why}` })

/** The text of a workflow file, checked. Throws a `BridgeFailure` whose sentence names what is wrong. */
export function parseWorkflowFile(name: string, text: string): WorkflowFile {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw notOne(name, 'it is not JSON.')
  }
  if (Value.Check(WorkflowFile, json)) return json
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown }
  if (format !== 'sightline-workflow') throw notOne(name, 'it does not say "format": "sightline-workflow".')
  if (typeof version === 'number' && version > 1)
    throw notOne(name, `it has version ${version}, and this Sightline reads version 1. Update Sightline to open it.`)
  const [first] = Value.Errors(WorkflowFile, json).filter((e) => e.keyword !== 'anyOf')
  if (first?.keyword === 'boolean') throw notOne(name, `there is no field ${first.instancePath}.`)
  throw notOne(name, `${first?.instancePath || 'the file'} ${first?.message ?? 'is not as it should be'}.`)
}

/** Reads a workflow file. Throws a `BridgeFailure` that says what is wrong with it. */
export async function readWorkflowFile(path: string): Promise<WorkflowFile> {
  const name = basename(path)
  let text: string
  try {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      if (size > MAX_BYTES) throw notOne(name, 'it is far too large.')
      text = await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof BridgeFailure ? error : fileTrouble('read', path, error)
  }
  return parseWorkflowFile(name, text)
}

/** Writes a workflow file, whole or not at all. */
export async function writeWorkflowFile(path: string, file: WorkflowFile): Promise<void> {
  try {
    await writeFileAtomic(path, `${JSON.stringify(file, null, 2)}\n`)
  } catch (error) {
    throw fileTrouble('write', path, error)
  }
}

/** A file name for a workflow, allowed on every system. */
export function workflowFileName(title: string): string {
  const safe = title.replace(/[^\p{L}\p{N}._-]+/gu, ' ').replace(/^[. ]+|[. ]+$/g, '')
  return `${safe.slice(0, 80) || 'workflow'}${WORKFLOW_SUFFIX}`
}
