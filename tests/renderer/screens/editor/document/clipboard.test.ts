import { describe, expect, it } from 'vitest'
import {
  type BlocksClip,
  clipOf,
  clipText,
  pasteCommand,
  readClip,
} from '../../../../../src/renderer/screens/editor/document/clipboard.ts'
import { apply } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { fileText } from '../../../../../src/renderer/screens/editor/session/file-actions.ts'
import { doc } from '../documents.ts'

const chain = {
  ...doc(['source-1', 'model-1', 'track-1'], ['source-1>model-1', 'model-1.detections>track-1']),
  layout: {
    nodes: { 'source-1': { x: 0, y: 0 }, 'model-1': { x: 300, y: 0 }, 'track-1': { x: 600, y: 100 } },
    titles: { 'model-1': 'Cars' },
  },
}

const BARE = {
  version: 1,
  nodes: [
    { id: 's', type: 'source', config: { kind: 'video', gcs_uri: 'x.mp4' } },
    { id: 'model-1', type: 'model', config: { model_kind: 'trained', model_id: 'street-detector' } },
    { id: 'j', type: 'sink', config: { kind: 'json' } },
  ],
  edges: [
    { source: 's', target: 'model-1' },
    { source: 'model-1', target: 'j' },
  ],
}

function clipIn(text: string): BlocksClip {
  const read = readClip(text)
  if (!read.ok) throw new Error(read.reason ?? 'no clip')
  return read.clip
}

describe('copy and paste', () => {
  it('includes the wires between the copied blocks, their names and settings, under new ids', () => {
    const clip = clipIn(clipText(clipOf(chain, ['model-1', 'track-1'])))
    const { command, ids } = pasteCommand(chain, clip, { by: { x: 40, y: 440 } }, 'paste')
    const after = apply(chain, command)
    expect(ids).toEqual(['model-2', 'track-2'])
    expect(after.graph.edges.at(-1)).toEqual({ source: 'model-2', sourceHandle: 'detections', target: 'track-2' })
    expect(after.graph.edges).toHaveLength(3)
    expect(after.layout.titles?.['model-2']).toBe('Cars')
    expect(after.layout.nodes['track-2']).toEqual({ x: 640, y: 540 })
  })

  it('centres the blocks at the pointer', () => {
    const { command } = pasteCommand(chain, clipOf(chain, ['model-1', 'track-1']), { at: { x: 0, y: 600 } }, 'paste')
    const after = apply(chain, command)
    expect(after.layout.nodes['model-2']).toEqual({ x: -150, y: 550 })
    expect(after.layout.nodes['track-2']).toEqual({ x: 150, y: 650 })
  })

  it('gives every block a unique id, even from a damaged clip', () => {
    const clip = clipOf(chain, ['model-1'])
    const double = { ...clip, nodes: [...clip.nodes, ...clip.nodes] }
    expect(new Set(pasteCommand(chain, double, { by: { x: 0, y: 0 } }, 'paste').ids).size).toBe(2)
  })

  it('does not share settings with the original', () => {
    const { command } = pasteCommand(chain, clipOf(chain, ['model-1']), { by: { x: 0, y: 0 } }, 'duplicate')
    const copy = apply(chain, command).graph.nodes.at(-1)
    expect(copy?.config).toEqual(chain.graph.nodes[1]?.config)
    expect(copy?.config).not.toBe(chain.graph.nodes[1]?.config)
  })

  it('accepts a whole workflow file', () => {
    expect(clipIn(fileText(chain)).nodes).toHaveLength(3)
  })

  it('accepts a graph alone, which it arranges, under new ids', () => {
    const { command, ids } = pasteCommand(chain, clipIn(JSON.stringify(BARE)), { at: { x: 0, y: 600 } }, 'paste')
    const { graph, layout } = apply(chain, command)
    expect(ids).toEqual(['source-2', 'model-2', 'sink-1'])
    expect(graph.nodes.slice(3).map(({ config }) => config)).toEqual(BARE.nodes.map(({ config }) => config))
    expect(graph.edges.slice(2)).toEqual([
      { source: 'source-2', target: 'model-2' },
      { source: 'model-2', target: 'sink-1' },
    ])
    const left = (id: string) => layout.nodes[id]?.x as number
    expect(left('source-2')).toBeLessThan(left('model-2'))
    expect(left('model-2')).toBeLessThan(left('sink-1'))
  })

  it('accepts a workflow or a graph that names its schema for an editor', () => {
    const $schema = './workflow-1.json'
    expect(clipIn(JSON.stringify({ $schema, ...JSON.parse(fileText(chain)) })).nodes).toEqual(
      clipIn(fileText(chain)).nodes,
    )
    expect(clipIn(JSON.stringify({ $schema, ...BARE }))).toEqual(clipIn(JSON.stringify(BARE)))
  })

  it.each([
    ['a graph of no version', { ...BARE, version: undefined }, 'version'],
    ['a graph with an unknown field', { ...BARE, colour: 'red' }, '/colour'],
    ['a graph with a damaged block', { ...BARE, nodes: [{ id: 1 }] }, '/nodes/0'],
    [
      'a block with a name of every object',
      { ...BARE, nodes: [{ id: 'toString', type: 'sink', config: {} }] },
      'toString',
    ],
    ['a workflow of a newer Sightline', { format: 'sightline-workflow', version: 9, name: 'x', graph: BARE }, 'newer'],
  ])('says why it can’t be pasted: %s', (_what, json, why) => {
    expect(readClip(JSON.stringify(json))).toEqual({ ok: false, reason: expect.stringContaining(why) })
  })

  it.each(['', 'hello', '{', '[]', '{"format":"sightline-blocks"}', '{"nodes":[{"id":1}]}'])(
    'ignores other text: %s',
    (text) => {
      expect(readClip(text)).toEqual({ ok: false, reason: null })
    },
  )
})
