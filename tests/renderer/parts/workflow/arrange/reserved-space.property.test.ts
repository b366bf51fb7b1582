import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, type Boxes } from '../../../../../src/renderer/parts/workflow/arrange/align.ts'
import { apart, covers } from '../../../../../src/renderer/parts/workflow/arrange/clearance.ts'
import { completeLayout } from '../../../../../src/renderer/parts/workflow/arrange/complete-layout.ts'
import { reservedSpaces } from '../../../../../src/renderer/parts/workflow/arrange/reserved-space.ts'
import {
  type EditorDocument,
  edgeIds,
  emptyDocument,
} from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { clipOf, pasteCommand } from '../../../../../src/renderer/screens/editor/document/clipboard.ts'
import { apply, type Command } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { quickFix } from '../../../../../src/renderer/screens/editor/document/quick-fix.ts'
import {
  planAdding,
  planInserting,
  planNodeOnEdge,
} from '../../../../../src/renderer/screens/editor/document/wiring.ts'
import { TEMPLATES } from '../../../../../src/renderer/screens/home/template-shelf.tsx'
import { BLOCK_KINDS, type BlockKindName } from '../../../../../src/shared/blocks/catalogue.ts'
import { validate } from '../../../../../src/shared/graph/validate.ts'
import { doc } from '../../../screens/editor/documents.ts'

/** Lists the pairs of overlapping blocks, at their maximum size. */
function covered(document: EditorDocument): string[] {
  const rooms = [...reservedSpaces(document)]
  return rooms.flatMap(([id, room], i) =>
    rooms.slice(i + 1).flatMap(([other, of]) => (covers(room, of) ? [`${id} and ${other}`] : [])),
  )
}

const kind = fc.constantFrom<BlockKindName>(...BLOCK_KINDS)
const place = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) })
const index = fc.nat({ max: 1000 })
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

type Edit = (doc: EditorDocument) => Command | null | undefined
const ORIGIN = { x: 0, y: 0 }

/** Every edit that positions something. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(kind, place).map(
    ([kind, otherwise]): Edit =>
      (d) =>
        planAdding(d, { kind, otherwise })?.command,
  ),
  fc.tuple(kind, place).map(
    ([kind, at]): Edit =>
      (d) =>
        planAdding(d, { kind, at, after: null, otherwise: ORIGIN })?.command,
  ),
  fc.tuple(kind, index).map(
    ([kind, at]): Edit =>
      (d) => {
        const edge = pick(edgeIds(d.graph.edges), at)
        return edge === undefined ? null : planInserting(d, kind, edge)?.command
      },
  ),
  fc.tuple(index, index, place).map(
    ([node, at, position]): Edit =>
      (d) => {
        const [nodeId, cut] = [pick(d.graph.nodes, node)?.id, pick(edgeIds(d.graph.edges), at)]
        const edges = nodeId !== undefined && cut !== undefined ? planNodeOnEdge(d.graph, nodeId, cut) : null
        return edges && { type: 'splice', nodeId: nodeId as string, cut: cut as string, edges, position }
      },
  ),
  fc.tuple(index, place, fc.constantFrom('drag' as const, 'nudge' as const)).map(
    ([node, position, how]): Edit =>
      (d) => {
        const id = pick([...reservedSpaces(d).keys()], node)
        return id === undefined ? null : { type: 'move', positions: { [id]: position }, how }
      },
  ),
  fc.tuple(index, place).map(
    ([node, by]): Edit =>
      (d) => {
        const id = pick(d.graph.nodes, node)?.id
        return id === undefined ? null : pasteCommand(d, clipOf(d, [id]), { by }, 'duplicate').command
      },
  ),
  place.map(
    (at): Edit =>
      () => ({
        type: 'note',
        id: `note-${at.x}`,
        note: { ...at, width: 220, height: 120, text: '', color: 'amber' },
      }),
  ),
  fc.constantFrom('left' as const, 'top' as const, 'middle' as const).map(
    (to): Edit =>
      (d) => {
        const boxes: Boxes = Object.fromEntries(reservedSpaces(d))
        return Object.keys(boxes).length === 0 ? null : { type: 'move', positions: align(boxes, to), how: 'align' }
      },
  ),
  index.map(
    (at): Edit =>
      (d) => {
        const fixes = validate(d.graph).flatMap((issue) => quickFix(d, issue) ?? [])
        return pick(fixes, at)?.command
      },
  ),
)

function* afterEach(edits: readonly Edit[]): Generator<EditorDocument> {
  let now = emptyDocument()
  for (const edit of edits) {
    const command = edit(now)
    if (command) now = apply(now, command)
    yield now
  }
}

describe('the space of blocks', () => {
  it('is never covered by another block or a note, whatever is added, moved, pasted or fixed', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 14 }), (edits) => {
        for (const document of afterEach(edits)) expect(covered(document)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('is restored when an opened document has overlapping blocks, and nothing else moves', () => {
    const places = fc.array(fc.record({ kind, place }), { maxLength: 12 })
    fc.assert(
      fc.property(places, (blocks) => {
        const graph = {
          version: 1 as const,
          nodes: blocks.map(({ kind }, i) => ({ id: `${kind}-${i}`, type: kind, config: {} })),
          edges: [],
        }
        const nodes = Object.fromEntries(graph.nodes.map(({ id }, i) => [id, blocks[i]?.place ?? ORIGIN]))
        const layout = completeLayout(graph, { nodes })
        const opened = { ...emptyDocument(), graph, layout }
        expect(covered(opened)).toEqual([])
        expect(completeLayout(graph, layout)).toBe(layout)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the built-in templates', () => {
  it.each(TEMPLATES.map((t) => [t.key, t] as const))('leave every block of %s its room', (_, { file }) => {
    const layout = file.layout ?? { nodes: {} }
    expect(completeLayout(file.graph, layout)).toBe(layout)
  })
})

describe('adding a block', () => {
  const added = (d: EditorDocument, kind: BlockKindName, after?: string) => {
    const plan = planAdding(d, { kind, otherwise: ORIGIN, ...(after !== undefined && { after }) })
    return plan ? apply(d, plan.command) : d
  }
  const wires = (d: EditorDocument) => d.graph.edges.map((e) => `${e.source}>${e.target}`)

  it('wires each block to the previous one and puts it beside that', () => {
    const kinds: BlockKindName[] = ['source', 'model', 'track', 'measure', 'sink']
    const all = kinds.reduce((d, kind) => added(d, kind), emptyDocument())
    expect(wires(all)).toEqual(['source-1>model-1', 'model-1>track-1', 'track-1>measure-1', 'measure-1>sink-1'])
    const xs = kinds.map((kind) => all.layout.nodes[`${kind}-1`]?.x as number)
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    expect(new Set(Object.values(all.layout.nodes).map((p) => p.y)).size).toBe(1)
  })

  it('puts it below a block already beside the selected one', () => {
    const once = added(doc(['source-1', 'model-1'], ['source-1>model-1']), 'sink', 'model-1')
    const twice = added(once, 'sink', 'model-1')
    expect(wires(twice)).toEqual(['source-1>model-1', 'model-1>sink-1', 'model-1>sink-2'])
    const [first, second] = [twice.layout.nodes['sink-1'], twice.layout.nodes['sink-2']]
    expect(second?.x).toBe(first?.x)
    expect(second?.y).toBeGreaterThan(first?.y as number)
  })

  it('continues from the block that feeds the selected sink, since nothing follows a sink', () => {
    const start = doc(['source-1', 'model-1', 'sink-1'], ['source-1>model-1', 'model-1>sink-1'])
    expect(wires(added(start, 'track', 'sink-1'))).toContain('model-1>track-1')
  })

  it('adds a block without a wire where ports do not fit', () => {
    expect(wires(added(doc(['source-1']), 'measure', 'source-1'))).toEqual([])
  })

  it('wires a source to the models without input, to their left', () => {
    const after = added(doc(['model-1', 'model-2']), 'source')
    expect(wires(after)).toEqual(['source-1>model-1', 'source-1>model-2'])
    expect(after.layout.nodes['source-1']?.x).toBeLessThan(0)
  })
})

describe('a move', () => {
  it('of a block onto another ends beside it, and a return to the start is no edit', () => {
    const start = doc(['source-1', 'model-1'])
    const onto = apply(start, { type: 'move', positions: { 'model-1': { x: 20, y: 200 } }, how: 'drag' })
    expect(onto.layout.nodes['model-1']).toEqual({ x: 20, y: 240 })
    const close = apply(start, { type: 'move', positions: { 'model-1': { x: 232, y: 0 } }, how: 'drag' })
    expect(close.layout.nodes['model-1']).toEqual({ x: 232, y: 0 })
    expect(apply(close, { type: 'move', positions: { 'model-1': { x: 222, y: 0 } }, how: 'drag' })).toBe(close)
  })

  it('by a key skips past an obstacle', () => {
    const start = doc(['source-1', 'model-1'])
    const near = apply(start, { type: 'move', positions: { 'source-1': { x: 70, y: 0 } }, how: 'drag' })
    const past = apply(near, { type: 'move', positions: { 'source-1': { x: 80, y: 0 } }, how: 'nudge' })
    expect(past.layout.nodes['source-1']?.y).toBe(0)
    expect(past.layout.nodes['source-1']?.x).toBeGreaterThan(300 + 212)
  })

  it('aligning the blocks of one row on the left stacks them in a column', () => {
    const boxes = new Map(['a', 'b', 'c'].map((id) => [id, { x: 0, y: 0, width: 10, height: 10 }]))
    expect(apart(boxes)).toEqual({ b: { x: 0, y: 30 }, c: { x: 0, y: 60 } })
  })
})
