import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  parseWorkflowFile,
  readWorkflowFile,
  workflowFileName,
  writeWorkflowFile,
} from '../../src/app/workflow-file.ts'
import { VERSION } from '../../src/shared/domain/version.ts'
import type { WorkflowFile } from '../../src/shared/graph/graph.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const FILE: WorkflowFile = {
  format: 'sightline-workflow',
  version: 1,
  name: 'Count cars',
  graph: { version: 1, nodes: [{ id: 'a', type: 'source', config: { kind: 'video' } }], edges: [] },
  layout: { nodes: { a: { x: 1, y: 2 } } },
}

describe('workflow files', () => {
  it('are read as they were saved, and nothing else is left in the folder', async () => {
    const path = join(folder, 'count.sightline.json')
    await writeWorkflowFile(path, { ...FILE, name: 'Before' })
    await writeWorkflowFile(path, FILE)
    expect(await readWorkflowFile(path)).toEqual(FILE)
    expect(readdirSync(folder)).toEqual(['count.sightline.json'])
  })

  it('may be a graph alone, which is named by the file', () => {
    expect(parseWorkflowFile('North gate.json', JSON.stringify(FILE.graph))).toEqual({
      format: 'sightline-workflow',
      version: 1,
      name: 'North gate',
      graph: FILE.graph,
    })
  })

  it('that hold a graph which can’t be read are rejected with the reason', () => {
    const graph = { ...FILE.graph, nodes: [{ id: 'constructor', type: 'source', config: {} }] }
    expect(() => parseWorkflowFile('gate.json', JSON.stringify(graph))).toThrow(
      'gate.json has a graph that can’t be read. A block can’t have the id “constructor”',
    )
  })

  it.each([
    ['{"format": ', 'it is not JSON'],
    ['{}', '"format"'],
    ['null', '"format"'],
    [JSON.stringify({ ...FILE, name: '' }), '/name'],
    [JSON.stringify({ ...FILE, colour: 'red' }), 'colour'],
    [JSON.stringify({ ...FILE, graph: { ...FILE.graph, nodes: [{ id: 'a' }] } }), '/graph/nodes/0'],
  ])('that are invalid are rejected with the reason: %s', (text, why) => {
    expect(() => parseWorkflowFile('my.sightline.json', text)).toThrow(
      /my\.sightline\.json is not a Sightline workflow/,
    )
    expect(() => parseWorkflowFile('my.sightline.json', text)).toThrow(why)
  })

  it('of a newer version are rejected with the version of Sightline that they need', () => {
    const parse = (more: object) => () => parseWorkflowFile('my.sightline.json', JSON.stringify({ ...FILE, ...more }))
    expect(parse({ version: 2, requires: '0.3.0' })).toThrow(
      `my.sightline.json is a workflow of version 2, which needs Sightline 0.3.0 or later. This is Sightline ${VERSION}.`,
    )
    expect(parse({ version: 2 })).toThrow(
      `my.sightline.json is a workflow of version 2. Sightline ${VERSION} reads workflows up to version 1. Update Sightline to open it.`,
    )
  })

  it('that are missing, or folders, are rejected with a sentence', async () => {
    await expect(readWorkflowFile(join(folder, 'gone.sightline.json'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(readWorkflowFile(folder)).rejects.toThrow('it is a folder')
  })

  it('may name their schema for an editor, which is not kept', () => {
    const $schema = 'https://example.org/workflow-1.json'
    expect(parseWorkflowFile('x.json', JSON.stringify({ $schema, ...FILE }))).toEqual(FILE)
    expect(parseWorkflowFile('x.json', JSON.stringify({ $schema, ...FILE.graph })).graph).toEqual(FILE.graph)
    expect(() => parseWorkflowFile('x.json', JSON.stringify({ $schema: 1, ...FILE }))).toThrow('/$schema')
  })

  it('can be read with a byte order mark of an editor', () => {
    expect(parseWorkflowFile('x', `\uFEFF${JSON.stringify(FILE)}`)).toEqual(FILE)
  })

  it('that cannot be written leave the old one unchanged', async () => {
    writeFileSync(join(folder, 'file'), 'old')
    await expect(writeWorkflowFile(join(folder, 'file', 'x.json'), FILE)).rejects.toMatchObject({
      code: 'file_unwritable',
    })
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('get a name that every system allows', () => {
    expect(workflowFileName('Cars/lorries: 9 to 5?')).toBe('Cars lorries 9 to 5.sightline.json')
    expect(workflowFileName('../..')).toBe('workflow.sightline.json')
  })
})
