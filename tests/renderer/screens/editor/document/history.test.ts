import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EditorDocument,
  edgeIds,
  freshId,
  takenIds,
} from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { clipOf, pasteCommand } from '../../../../../src/renderer/screens/editor/document/clipboard.ts'
import type { Command } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { createDocumentStore } from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import { freshConfig, planWire } from '../../../../../src/renderer/screens/editor/document/wiring.ts'
import type { BlockKind } from '../../../../../src/shared/blocks/block.ts'
import { BLOCK_KINDS, BLOCKS } from '../../../../../src/shared/blocks/catalogue.ts'
import { doc, frozen } from '../documents.ts'

/** A clock that the test advances by hand. */
function clock() {
  let ms = 0
  return { now: () => ms, wait: (by: number) => (ms += by) }
}

const configure = (nodeId: string, config: Record<string, unknown>, field: string): Command => ({
  type: 'configure',
  nodeId,
  config,
  field,
})

describe('undo and redo', () => {
  it('merges typing in one field into one step, and starts another after a pause or in another field', () => {
    const time = clock()
    const store = createDocumentStore(doc(['sink-1']), { now: time.now })
    const { run } = store.getState()
    for (const filename of ['c', 'co', 'cou']) {
      time.wait(150)
      run(configure('sink-1', { kind: 'csv', filename }, '/filename'))
    }
    run(configure('sink-1', { kind: 'json', filename: 'cou' }, '/kind'))
    time.wait(5000)
    run(configure('sink-1', { kind: 'json', filename: 'coun' }, '/filename'))
    expect(store.getState().past).toHaveLength(3)
    store.getState().undo()
    store.getState().undo()
    expect(store.getState().doc.graph.nodes[0]?.config).toEqual({ kind: 'csv', filename: 'cou' })
  })

  it('merges slow typing in one visit into one step, and ends it after a long pause', () => {
    const time = clock()
    const store = createDocumentStore(doc(['sink-1']), { now: time.now })
    const type = (filename: string) => store.getState().run(configure('sink-1', { filename }, '/filename'))
    for (const filename of ['c', 'ca', 'car']) {
      time.wait(6000)
      type(filename)
    }
    expect(store.getState().past).toHaveLength(1)
    time.wait(60_000)
    type('cars')
    expect(store.getState().past).toHaveLength(2)
  })

  it('ends a step when the field loses focus', () => {
    const time = clock()
    const store = createDocumentStore(doc(['sink-1']), { now: time.now })
    store.getState().run(configure('sink-1', { filename: 'a' }, '/filename'))
    store.getState().seal()
    store.getState().run(configure('sink-1', { filename: 'ab' }, '/filename'))
    expect(store.getState().past).toHaveLength(2)
  })

  it('records two clicks on the same checkbox as two steps', () => {
    const store = createDocumentStore(doc(['visualize-1']), { now: () => 0 })
    store.getState().run(configure('visualize-1', { boxes: false }, '/boxes'))
    store.getState().run(configure('visualize-1', { boxes: true }, '/boxes'))
    expect(store.getState().past).toHaveLength(2)
  })

  it('keeps the selection out of the history and drops removed blocks from it', () => {
    const store = createDocumentStore(doc(['source-1']))
    const added: Command = {
      type: 'add',
      nodes: [{ node: { id: 'model-1', type: 'model', config: {} }, position: { x: 0, y: 0 } }],
      edges: [],
    }
    store.getState().run(added, { nodes: ['model-1'], edges: [] })
    store.getState().select({ nodes: ['source-1', 'model-1'], edges: [] })
    expect(store.getState().past).toHaveLength(1)
    store.getState().undo()
    expect(store.getState().selection.nodes).toEqual(['source-1'])
  })

  it('records no step for a command that changes nothing', () => {
    const store = createDocumentStore(doc(['source-1']))
    const { run } = store.getState()
    run({ type: 'move', positions: { 'source-1': { x: 0, y: 0 } } })
    run({ type: 'rename', name: '  Test ' })
    run({ type: 'title', nodeId: 'source-1', title: 'Source' })
    run({ type: 'remove', nodeIds: ['nobody'], edgeIds: [] })
    expect(store.getState().past).toEqual([])
  })

  it('clears the redo steps after a new edit', () => {
    const store = createDocumentStore(doc(['source-1']))
    store.getState().run({ type: 'rename', name: 'One' })
    store.getState().undo()
    store.getState().run({ type: 'rename', name: 'Two' })
    store.getState().redo()
    expect(store.getState().doc.name).toBe('Two')
  })

  it('names each step', () => {
    const store = createDocumentStore(doc(['source-1', 'model-1']))
    store.getState().run({ type: 'title', nodeId: 'model-1', title: 'Cars' })
    store.getState().run({ type: 'move', positions: { 'model-1': { x: 9, y: 9 } }, how: 'drag' })
    expect(store.getState().past.map((s) => s.label)).toEqual(['Rename “Model”', 'Move “Cars”'])
  })
})

const SWITCHES = ['muted', 'bypassed', null] as const
const someOf = ({ graph }: EditorDocument, a: number) =>
  graph.nodes.filter((_, i) => (a >> (i % 5)) & 1).map((n) => n.id)

/** Returns a random command that fits the document, chosen by small numbers. */
function commandFor(at: EditorDocument, [what, a, b, c]: number[]): Command | null {
  const { nodes, edges } = at.graph
  const nodeAt = (i: number) => nodes[i % Math.max(1, nodes.length)]
  const first = nodeAt(a as number)
  switch ((what as number) % 20) {
    case 0: {
      const kind = BLOCK_KINDS[(a as number) % BLOCK_KINDS.length] as (typeof BLOCK_KINDS)[number]
      const id = freshId(kind, new Set(nodes.map((n) => n.id)))
      const position = { x: b as number, y: c as number }
      return { type: 'add', nodes: [{ node: { id, type: kind, config: freshConfig(kind) }, position }], edges: [] }
    }
    case 1:
      return first ? { type: 'remove', nodeIds: [first.id], edgeIds: [] } : null
    case 2:
      return { type: 'remove', nodeIds: [], edgeIds: edgeIds(edges).slice(a as number, (a as number) + 1) }
    case 3: {
      const second = nodeAt(b as number)
      if (!first || !second) return null
      const out = (BLOCKS[first.type as keyof typeof BLOCKS] as BlockKind).outputs[0]
      const input = (BLOCKS[second.type as keyof typeof BLOCKS] as BlockKind).inputs[0]
      if (!out || !input) return null
      const edge = { source: first.id, sourceHandle: out.id, target: second.id, targetHandle: input.id }
      const plan = planWire(at.graph, edge)
      return 'edge' in plan ? { type: 'connect', ...plan } : null
    }
    case 4:
      return first ? configure(first.id, { ...first.config, note: b }, '/note') : null
    case 5:
      return first ? { type: 'move', positions: { [first.id]: { x: b as number, y: c as number } }, how: 'drag' } : null
    case 6:
      return first ? { type: 'title', nodeId: first.id, title: `Block ${b}` } : null
    case 7:
      return { type: 'rename', name: `Workflow ${a}` }
    case 8:
      return { type: 'describe', description: 'x'.repeat(b as number) }
    case 9: {
      const geometry = {
        type: 'line',
        name: `Line ${b}`,
        points: [
          [(b as number) / 41, 0.1],
          [0.9, (c as number) / 41],
        ],
      }
      return first ? configure(first.id, { ...first.config, geometries: [geometry] }, '/geometries') : null
    }
    case 10:
      return { type: 'switch', nodeIds: someOf(at, a as number), to: SWITCHES[(b as number) % 3] ?? null }
    case 11: {
      const id = (a as number) % 2 ? freshId('note', takenIds(at)) : Object.keys(at.layout.notes ?? {})[0]
      const note = {
        x: b as number,
        y: c as number,
        width: 200,
        height: 100,
        text: `Text ${a}`,
        color: 'amber' as const,
      }
      return id === undefined ? null : { type: 'note', id, note }
    }
    case 12: {
      const id = freshId('frame', takenIds(at))
      const members = [...someOf(at, a as number), ...Object.keys(at.layout.notes ?? {}).slice(0, (b as number) % 3)]
      return { type: 'group', id, group: { title: `Group ${b}`, color: 'blue', members }, how: 'new' }
    }
    case 13: {
      const [id] = Object.keys(at.layout.frames ?? {})
      const group = id === undefined ? undefined : at.layout.frames?.[id]
      return id && group ? { type: 'group', id, group: { ...group, collapsed: (b as number) % 2 === 0 } } : null
    }
    case 14:
      return { type: 'ungroup', ids: Object.keys(at.layout.frames ?? {}).slice(0, 1) }
    case 15:
      return first ? { type: 'remove', nodeIds: [first.id], edgeIds: [], how: 'bridge' } : null
    case 16: {
      const items = [...someOf(at, a as number), ...Object.keys(at.layout.frames ?? {}).slice(0, 1)]
      return nodes.length < 40 ? pasteCommand(at, clipOf(at, items), { by: { x: 40, y: 40 } }, 'paste').command : null
    }
    case 17: {
      const id = edgeIds(edges)[(a as number) % Math.max(1, edges.length)]
      const edge = id === undefined ? undefined : edges[edgeIds(edges).indexOf(id)]
      return edge && first ? { type: 'reconnect', edgeId: id as string, edge: { ...edge, target: first.id } } : null
    }
    case 18: {
      const ids = [...Object.keys(at.layout.notes ?? {}), ...Object.keys(at.layout.frames ?? {})]
      return { type: 'remove', nodeIds: ids.slice((a as number) % 5, ((a as number) % 5) + 1), edgeIds: [] }
    }
    default:
      return first ? { type: 'move', positions: { [first.id]: { x: b as number, y: 0 } }, how: 'nudge' } : null
  }
}

describe('any sequence of edits', () => {
  const small = fc.nat({ max: 40 })
  const steps = fc.array(fc.array(small, { minLength: 5, maxLength: 5 }), { minLength: 20, maxLength: 120 })

  it('restores identical documents on undo and redo, and never mutates one', () => {
    fc.assert(
      fc.property(steps, (choices) => {
        const time = clock()
        const start = frozen(doc(['source-1', 'model-1', 'sink-1'], ['source-1>model-1']))
        const store = createDocumentStore(start, { now: time.now })
        for (const choice of choices) {
          time.wait((choice[4] as number) * 100)
          const command = commandFor(store.getState().doc, choice)
          if (command) store.getState().run(frozen(command))
          frozen(store.getState().doc)
        }
        const seen = [JSON.stringify(store.getState().doc)]
        while (store.getState().past.length > 0) {
          store.getState().undo()
          seen.push(JSON.stringify(store.getState().doc))
        }
        expect(store.getState().doc).toEqual(start)
        expect(seen.at(-1)).toBe(JSON.stringify(start))
        for (const text of seen.slice(0, -1).reverse()) {
          store.getState().redo()
          expect(JSON.stringify(store.getState().doc)).toBe(text)
        }
        expect(store.getState().future).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('works for ten thousand edits', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % 41
    }
    const time = clock()
    const start = doc(['source-1'])
    const store = createDocumentStore(start, { now: time.now, maxSteps: 10_000 })
    for (let i = 0; i < 10_000; i++) {
      time.wait(700)
      const command = commandFor(store.getState().doc, [random(), random(), random(), random()])
      if (command) store.getState().run(command)
    }
    const end = JSON.stringify(store.getState().doc)
    const count = store.getState().past.length
    expect(count).toBeGreaterThan(5000)
    for (let i = 0; i < count; i++) store.getState().undo()
    expect(JSON.stringify(store.getState().doc)).toBe(JSON.stringify(start))
    for (let i = 0; i < count; i++) store.getState().redo()
    expect(JSON.stringify(store.getState().doc)).toBe(end)
  })

  it('keeps no more steps than the limit', () => {
    const store = createDocumentStore(doc(['source-1']), { maxSteps: 3 })
    for (let i = 0; i < 10; i++) store.getState().run({ type: 'rename', name: `Name ${i}` })
    expect(store.getState().past).toHaveLength(3)
    for (let i = 0; i < 10; i++) store.getState().undo()
    expect(store.getState().doc.name).toBe('Name 6')
  })
})
