/** Each cause is reported once, under its own code. */
import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { whyLeftOut } from '../../../src/shared/graph/previewable.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { graph, node, SOUND_EDGES, soundNodes } from './example-graphs.ts'
import { withConfig } from './failing-graphs.ts'

const problems = (g: Graph) => validate(g).map((i) => `${i.code} ${i.node_id ?? i.edge_index ?? ''}`.trim())
const without = (...edges: string[]) => graph(soundNodes(), ...SOUND_EDGES.filter((e) => !edges.includes(e)))

describe('validate', () => {
  it('reports a missing wire at its target block, and nothing behind it', () => {
    expect(problems(without('source>model'))).toEqual(['node.unreachable model'])
    expect(problems(without('model>track'))).toEqual(['node.unreachable track'])
    const [first] = validate(without('source>model'))
    expect(first?.message).toBe('No wire leads to this block. Connect it to the block before it, or remove it.')
  })

  it('reports a wire that does not fit, and not the missing input behind it', () => {
    const wired = (edges: string[]) => problems(graph(soundNodes(), ...edges))
    const wrong = SOUND_EDGES.map((e) => (e === 'track>draw' ? 'source>draw' : e)).filter((e) => e !== 'measure>draw')
    expect(wired(wrong)).toEqual([`edge.port_mismatch ${wrong.indexOf('source>draw')}`])
  })

  it('reports a missing source, and not that its frames reach no block', () => {
    const { nodes, edges } = without('source>model')
    expect(problems({ version: 1, nodes: nodes.filter((n) => n.id !== 'source'), edges })).toEqual(['source.missing'])
  })

  it('reports a wire from a deleted block, and not the missing input at its other end', () => {
    const { nodes, edges } = graph(soundNodes(), ...SOUND_EDGES)
    const found = problems({ version: 1, nodes: nodes.filter((n) => n.id !== 'model'), edges })
    expect(found).toEqual(['edge.dangling 0', 'edge.dangling 1'])
  })

  it('asks for a data set, a model or a file when the choice is empty', () => {
    const message = (id: string, config: Record<string, unknown>) =>
      validate(withConfig(id, config)).find((i) => i.node_id === id)?.message
    expect(message('source', { kind: 'dataset', dataset_project_id: '' })).toBe('Choose a data set.')
    expect(message('csv', { kind: 'annotations', dataset_project_id: '' })).toBe('Choose a data set.')
    expect(message('model', { model_id: '' })).toBe('Choose a model.')
    expect(message('source', { gcs_uri: '' })).toBe('Choose a file.')
  })
})

describe('whyLeftOut', () => {
  it('names the wrong setting of the source', () => {
    const why = whyLeftOut(withConfig('source', { sample_fps: -3 }), 'source')
    expect(why).toMatchObject({ node_id: 'source', field: '/sample_fps' })
    expect(why?.message).toBe('“Sample rate” must be more than 0.')
  })

  it('names the block’s own problem before those of upstream blocks', () => {
    const g = withConfig('measure', { geometries: [] })
    expect(whyLeftOut(g, 'measure')).toMatchObject({ node_id: 'measure', field: '/geometries' })
  })

  it('names the missing or wrong wire on the path to the block', () => {
    expect(whyLeftOut(without('model>track'), 'measure')).toMatchObject({ code: 'node.unreachable', node_id: 'track' })
    const wrong = graph(soundNodes(), ...SOUND_EDGES.map((e) => (e === 'model>track' ? 'source>track' : e)))
    expect(whyLeftOut(wrong, 'measure')?.node_id ?? whyLeftOut(wrong, 'measure')?.code).toBe('track')
  })

  it('returns null for a block that can be previewed', () => {
    expect(
      whyLeftOut(graph([...soundNodes(), node('f', 'filter')], ...SOUND_EDGES, 'model>f', 'f>csv'), 'f'),
    ).toBeNull()
  })
})
