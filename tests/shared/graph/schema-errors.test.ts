/** The compiled checks against the declarations that they are made from, as TypeBox checks them. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { BLOCK_KINDS, BLOCKS, type BlockKindName, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { MAX_ISSUES } from '../../../src/shared/domain/limits.ts'
import { Graph, WorkflowFile } from '../../../src/shared/graph/graph.ts'
import { fileErrors, graphErrors, type SchemaError, settingsErrors } from '../../../src/shared/graph/schema-errors.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { brokenFrom } from './broken-json.ts'

const templates = new URL('../../../resources/templates/', import.meta.url)
const everyOption = new URL('../../fixtures/workflow-files/v1-every-option.sightline.json', import.meta.url)
const files: WorkflowFile[] = [...readdirSync(templates).map((name) => new URL(name, templates)), everyOption].map(
  (file) => JSON.parse(readFileSync(file, 'utf8')),
)
const settingsOf = (kind: BlockKindName): unknown[] =>
  files.flatMap((file) => file.graph.nodes.filter((node) => node.type === kind).map((node) => node.config))

/** The errors that TypeBox finds, named as the compiled checks name them. */
const declared = (schema: TSchema, json: unknown) =>
  Value.Errors(schema, json)
    .filter((e) => e.keyword !== 'additionalProperties')
    .map(({ keyword, instancePath: field, message: problem }) => ({
      keyword: keyword === 'boolean' ? 'unknown' : keyword,
      field,
      problem,
    }))
const named = (errors: readonly SchemaError[]) =>
  errors.map(({ keyword, field, problem }) => ({ keyword, field, problem }))

describe('the compiled checks', () => {
  it.each(BLOCK_KINDS)('find the errors in settings of the block %s that its declaration has', (kind) => {
    fc.assert(
      fc.property(brokenFrom([{}, ...settingsOf(kind)], 6), (json) => {
        const settings = withDefaults(kind, json)
        expect(named(settingsErrors(kind, settings))).toEqual(declared(BLOCKS[kind].config, settings))
      }),
      { numRuns: 300 },
    )
  })

  it('find the errors of a graph, and of a file, that their declarations have', () => {
    fc.assert(
      fc.property(brokenFrom(files.map((file) => file.graph)), (graph) => {
        expect(named(graphErrors(graph))).toEqual(declared(Graph, graph))
      }),
    )
    fc.assert(
      fc.property(brokenFrom(files), (file) => {
        expect(named(fileErrors(file))).toEqual(declared(WorkflowFile, file))
      }),
    )
  })

  it('accept the address of a schema in a file, if it is a text', () => {
    const [file] = files
    expect(fileErrors({ ...file, $schema: './workflow-1.json' })).toEqual([])
    expect(fileErrors({ ...file, $schema: 1 })).toMatchObject([{ field: '/$schema', problem: 'must be string' }])
  })

  it('report a few errors of a thoroughly broken value', () => {
    const wrong = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, i]))
    expect(settingsErrors('model', { ...withDefaults('model', {}), ...wrong })).toHaveLength(8)
    expect(settingsErrors('model', withDefaults('model', { draw: wrong }))).toHaveLength(8)
    const edges = Array.from({ length: 20_000 }, () => ({ sourceHandle: {}, targetHandle: 3, colour: 1 }))
    expect(graphErrors({ version: 1, nodes: [], edges })).toHaveLength(7)
    const nodes = Array.from({ length: 5_000 }, (_, i) => ({ id: `n${i}`, type: 'track', config: wrong[i] ?? {} }))
    expect(validate({ version: 1, nodes, edges }).length).toBeLessThanOrEqual(MAX_ISSUES + 1)
  })

  it('are complete after a value with many errors: the next one is checked from the start', () => {
    expect(settingsErrors('filter', { keep_classes: 3, min_confidence: 'x', union_iou: null })).toHaveLength(3)
    expect(settingsErrors('filter', withDefaults('filter', {}))).toEqual([])
  })
})
