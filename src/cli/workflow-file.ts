/** Reads a workflow from disk: a `.sightline.json` file, or a bare graph. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { VERSION } from '../shared/domain/version.ts'
import { workflowNameOf } from '../shared/graph/bare-graph.ts'
import { effectiveGraph } from '../shared/graph/effective-graph.ts'
import { WORKFLOW_VERSION } from '../shared/graph/graph.ts'
import { migrated, migratedFile, newerFile } from '../shared/graph/migrations.ts'
import { withoutSchemaAddress } from '../shared/graph/schema-address.ts'
import { isWorkflowFile } from '../shared/graph/schema-errors.ts'
import { CommandFailure, EXIT } from './terminal.ts'

export interface LoadedWorkflow {
  name: string
  /** Not yet validated: any JSON. Muted and bypassed blocks are already removed. */
  graph: unknown
}

/** Raises a `CommandFailure` with exit code 2 when the file can't be read or is not JSON. */
export async function loadWorkflow(path: string): Promise<LoadedWorkflow> {
  const value = migratedFile(withoutSchemaAddress(await readJson(path)))
  const name = workflowNameOf(basename(path))
  if (typeof value !== 'object' || value === null || !('format' in value))
    return { name, ...migrated({ graph: value }) }
  if (isWorkflowFile(value)) {
    return { name: value.name, graph: effectiveGraph(value.graph, value.layout).graph }
  }
  const file = value as { format: unknown; version?: unknown; graph?: unknown; name?: unknown }
  if (file.format !== 'sightline-workflow') throw unreadable(`“${path}” is not a Sightline workflow.`)
  const newer = newerFile(value)
  if (newer) {
    const needs = newer.requires === null ? 'a newer version of Sightline' : `Sightline ${newer.requires} or later`
    throw unreadable(`“${path}” needs ${needs}. This is Sightline ${VERSION}. Update it, or save the workflow again.`)
  }
  if (file.version !== WORKFLOW_VERSION) {
    throw unreadable(`“${path}” has no version that Sightline reads. Save the workflow again.`)
  }
  return { name: typeof file.name === 'string' && file.name ? file.name : name, graph: file.graph }
}

async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw unreadable(`There is no file “${path}”.`)
    if (code === 'EISDIR') throw unreadable(`“${path}” is a folder. Name a workflow file.`)
    throw unreadable(`“${path}” can’t be read. Check that you may read it.`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const where = error instanceof Error ? ` (${error.message})` : ''
    throw unreadable(`“${path}” is not JSON${where}.`)
  }
}

const unreadable = (message: string) => new CommandFailure(message, EXIT.unreadable)
