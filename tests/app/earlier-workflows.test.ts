import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseWorkflowFile } from '../../src/app/workflow-file.ts'
import { loadWorkflow } from '../../src/cli/local-workflow.ts'
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

  it('in the database', () => {
    const row = { graph: JSON.stringify(earlierGraph), layout: '{"nodes":{}}' }
    expect(storedWorkflow(row)).toEqual({ graph: currentGraph, layout: { nodes: {} } })
    expect(storedGraph(row.graph)).toEqual(currentGraph)
  })
})
