import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { BLOCK_KINDS, BLOCKS, isBlockKind, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { WORKFLOW_VERSION, WorkflowFile } from '../../../src/shared/graph/graph.ts'
import { MIGRATIONS, type Migration, migrated, migratedFile, newerFile } from '../../../src/shared/graph/migrations.ts'
import { validate } from '../../../src/shared/graph/validate.ts'

const folder = fileURLToPath(new URL('../../fixtures/workflow-files/', import.meta.url))
const textOf = (name: string) => readFileSync(folder + name, 'utf8')
const jsonOf = (name: string): unknown => JSON.parse(textOf(name))

/** Files that Sightline wrote in each version. They are never edited: users have such files. */
const WRITTEN: Record<string, string> = {
  'v1-defaults.sightline.json': 'a3a2a4b2325c1da896d33434447685fa181da160e9e9c2e08967b7671e0893f6',
  'v1-every-option.sightline.json': '614142ecadebd92e969c0c61201787886b403dd23e8148293ecd97e91fb0b186',
  'v1-run.sightline.json': '30de42933f1260cf9787b1b9bf69bd98fda72d9889cf62ef7d1c370e9fa62d4c',
}

function opened(name: string): WorkflowFile {
  const file = migratedFile(jsonOf(name))
  if (Value.Check(WorkflowFile, file)) return file
  throw new Error(`${name}: ${JSON.stringify(Value.Errors(WorkflowFile, file))}`)
}

describe('workflow files of every version', () => {
  it('have the bytes that were written', () => {
    const digest = (name: string) => createHash('sha256').update(textOf(name).replaceAll('\r\n', '\n')).digest('hex')
    const files = readdirSync(folder).filter((name) => name.endsWith('.sightline.json'))
    expect(Object.fromEntries(files.map((name) => [name, digest(name)]))).toEqual(WRITTEN)
  })

  it('include one for each version, with every option', () => {
    for (let version = 1; version <= WORKFLOW_VERSION; version++)
      expect(jsonOf(`v${version}-every-option.sightline.json`)).toMatchObject({ version, graph: { version } })
  })

  it.each(Object.keys(WRITTEN).filter((name) => name.includes('every-option')))(
    '%s opens as the workflow of the current version, with no problem',
    (name) => {
      const file = opened(name)
      expect(file).toEqual(jsonOf(`v${WORKFLOW_VERSION}-every-option.sightline.json`))
      expect(validate(file.graph)).toEqual([])
    },
  )

  it('hold every kind of block, and every setting that version 1 had', () => {
    const { graph, layout } = opened('v1-every-option.sightline.json')
    expect([...new Set(graph.nodes.map(({ type }) => type))].sort()).toEqual([...BLOCK_KINDS].sort())
    const ofKind = (kind: string) => graph.nodes.filter(({ type }) => type === kind)
    const settings = BLOCK_KINDS.flatMap((kind) =>
      [...new Set(ofKind(kind).flatMap(({ config }) => Object.keys(config)))].map((name) => `${kind}.${name}`),
    )
    const declared = BLOCK_KINDS.flatMap((kind) =>
      Object.keys(BLOCKS[kind].config.properties).map((name) => `${kind}.${name}`),
    )
    expect(declared).toEqual(expect.arrayContaining(settings))
    expect(Object.keys(layout ?? {})).toEqual(['nodes', 'titles', 'switches', 'notes', 'frames'])
  })

  it('mean the same as before where they leave settings out', () => {
    const { nodes } = opened('v1-defaults.sightline.json').graph
    const meant = nodes.map(({ type, config }) => [type, isBlockKind(type) && withDefaults(type, config)])
    expect(Object.fromEntries(meant)).toMatchObject(jsonOf('defaults.json') as object)
  })
})

describe('the migrations', () => {
  it('lead from each earlier version to the next', () => {
    expect(MIGRATIONS.map(({ from }) => from)).toEqual(Array.from({ length: WORKFLOW_VERSION - 1 }, (_, i) => i + 1))
  })

  /** Names the measure block “count”, then moves the groups of a layout out of `frames`. */
  const PLANTED: readonly Migration[] = [
    {
      from: 1,
      sightline: '0.2.0',
      migrate: ({ graph, ...rest }) => {
        const { nodes, ...others } = graph as { nodes: { type: string }[] }
        const renamed = nodes.map((node) => (node.type === 'measure' ? { ...node, type: 'count' } : node))
        return { ...rest, graph: { ...others, nodes: renamed } }
      },
    },
    {
      from: 2,
      sightline: '0.3.0',
      migrate: ({ graph, layout }) => {
        const { frames, ...others } = (layout ?? {}) as { frames?: unknown }
        return { graph, layout: frames === undefined ? layout : { ...others, groups: frames } }
      },
    },
  ]

  const frozen = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
    return value
  }

  it('are applied one after the other, and leave their input as it is', () => {
    const before = frozen(jsonOf('v1-every-option.sightline.json')) as WorkflowFile
    const after = migratedFile(before, PLANTED) as WorkflowFile
    expect(after).toMatchObject({
      format: 'sightline-workflow',
      version: 3,
      name: 'Every option',
      graph: { version: 3 },
    })
    expect(after.graph.nodes.map(({ type }) => type)).toContain('count')
    expect(after.graph.edges).toEqual(before.graph.edges)
    expect(after.layout).toHaveProperty('groups', before.layout?.frames)
    expect(after.layout).not.toHaveProperty('frames')
  })

  it('start at the version of the file', () => {
    const second = { graph: { version: 2, nodes: [{ type: 'measure' }] }, layout: { frames: {} } }
    expect(migrated(second, PLANTED)).toEqual({
      graph: { version: 3, nodes: [{ type: 'measure' }] },
      layout: { groups: {} },
    })
  })

  it.each([
    ['a current file', { format: 'sightline-workflow', version: 3, graph: { version: 3 } }],
    ['a newer file', { format: 'sightline-workflow', version: 9, graph: { version: 9 } }],
    ['another format', { format: 'sightline-results', graph: { version: 1 } }],
    ['no workflow', { format: 'sightline-workflow', graph: null }],
    ['a list', [1]],
    ['nothing', null],
  ])('leave %s as it is', (_, json) => {
    expect(migratedFile(json, PLANTED)).toBe(json)
  })
})

describe('a file of a newer version', () => {
  const newer = (more: object) => newerFile({ format: 'sightline-workflow', version: WORKFLOW_VERSION + 1, ...more })

  it('names the first version of Sightline that reads it', () => {
    expect(newer({ requires: '0.3.0' })).toEqual({ version: WORKFLOW_VERSION + 1, requires: '0.3.0' })
  })

  it.each([undefined, 3, '', 'the newest', '<b>1.0.0</b>'])('may name none, or something else: %j', (requires) => {
    expect(newer({ requires })).toEqual({ version: WORKFLOW_VERSION + 1, requires: null })
  })

  it('is not a current one, and no other document', () => {
    expect(newerFile({ format: 'sightline-workflow', version: WORKFLOW_VERSION })).toBeNull()
    expect(newerFile({ format: 'sightline-results', version: 9 })).toBeNull()
    expect(newerFile(null)).toBeNull()
  })
})
