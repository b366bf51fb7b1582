import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVersions } from '../../src/app/versions.ts'
import { parseWorkflowFile } from '../../src/app/workflow-file.ts'
import { loadWorkflow } from '../../src/cli/workflow-file.ts'
import { storedGraph, storedWorkflow } from '../../src/platform/db/stored-workflow.ts'
import {
  currentFile,
  currentGraph,
  earlierFile,
  earlierGraph,
  plantMigration,
} from '../shared/graph/planted-migration.ts'

let folder = ''
let remove = () => {}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
  remove = plantMigration()
})
afterEach(() => {
  remove()
  rmSync(folder, { recursive: true, force: true })
})

const saved = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(value))
  return join(folder, name)
}

describe('a workflow of an earlier version is migrated', () => {
  it('in a file', () => {
    expect(parseWorkflowFile('old.sightline.json', JSON.stringify(earlierFile))).toEqual(currentFile)
  })

  it('in the results of a run', () => {
    const results = { format: 'sightline-results', workflow: { name: 'Old', graph: earlierGraph } }
    expect(parseWorkflowFile('old.jsonl', JSON.stringify(results))).toEqual(currentFile)
  })

  it('on the command line, also without a file around the graph', async () => {
    expect(await loadWorkflow(saved('old.sightline.json', earlierFile))).toMatchObject({ graph: currentGraph })
    expect(await loadWorkflow(saved('graph.json', earlierGraph))).toMatchObject({ graph: currentGraph })
  })

  it('in a kept version', async () => {
    const [workflow_id, id] = ['wf-1', '20260304T100000000Z-abcdef']
    mkdirSync(join(folder, workflow_id))
    const kept = { format: 'sightline-version', version: 1, id, workflow_id, kind: 'begin', note: null }
    const version = { ...kept, created_at: '2026-03-04T10:00:00.000Z', graph: earlierGraph, layout: null }
    saved(join(workflow_id, `${id}.json`), version)
    expect(await createVersions(folder).get(workflow_id, id)).toEqual({ ...version, graph: currentGraph })
  })

  it('in the database', () => {
    const row = { graph: JSON.stringify(earlierGraph), layout: '{"nodes":{}}' }
    expect(storedWorkflow(row)).toEqual({ graph: currentGraph, layout: { nodes: {} } })
    expect(storedGraph(row.graph)).toEqual(currentGraph)
  })
})
