import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type EditorDocument, leftOut } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import {
  clipOf,
  clipText,
  pasteCommand,
  readClip,
} from '../../../../../src/renderer/screens/editor/document/clipboard.ts'
import { apply, type Command } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { planBlockOnEdge, wireFit } from '../../../../../src/renderer/screens/editor/document/wiring.ts'
import { type Frame, type Note, WorkflowFile } from '../../../../../src/shared/graph/graph.ts'
import { doc } from '../documents.ts'

const edited = (start: EditorDocument, ...commands: Command[]) => commands.reduce(apply, start)
const wires = ({ graph }: EditorDocument) => graph.edges.map((e) => `${e.source}>${e.target}`)
const note: Note = { x: 0, y: 300, width: 200, height: 100, text: 'Why', color: 'amber' }
const group = (...members: string[]): Frame => ({ title: 'Counting', color: 'blue', members })
const chain = doc(
  ['source-1', 'model-1', 'filter-1', 'track-1'],
  ['source-1>model-1', 'model-1>filter-1', 'filter-1>track-1'],
)

describe('groups and notes', () => {
  const grouped = edited(
    chain,
    { type: 'note', id: 'note-1', note },
    { type: 'group', id: 'frame-1', group: group('model-1', 'filter-1', 'note-1') },
  )

  it('live in the layout: the graph stays the same object', () => {
    expect(grouped.graph).toBe(chain.graph)
    expect(grouped.layout.frames?.['frame-1']?.members).toEqual(['model-1', 'filter-1', 'note-1'])
  })

  it('an item is in one group at most, and an empty group is removed', () => {
    const next = edited(grouped, {
      type: 'group',
      id: 'frame-2',
      group: group('model-1', 'filter-1', 'note-1', 'nobody'),
    })
    expect(Object.keys(next.layout.frames ?? {})).toEqual(['frame-2'])
    const bare = edited(next, { type: 'remove', nodeIds: ['model-1', 'filter-1', 'note-1'], edgeIds: [] })
    expect(bare.layout.frames).toBeUndefined()
    expect(bare.layout.notes).toBeUndefined()
  })

  it('are copied as text with their members, under fresh ids', () => {
    const read = readClip(clipText(clipOf(grouped, ['frame-1'])))
    if (!read.ok) throw new Error('no clip')
    expect(read.clip.nodes.map((n) => n.id)).toEqual(['model-1', 'filter-1'])
    const { command } = pasteCommand(grouped, read.clip, { by: { x: 40, y: 540 } }, 'paste')
    const pasted = apply(grouped, command)
    expect(pasted.layout.frames?.['frame-2']?.members).toEqual(['model-2', 'filter-2', 'note-2'])
    expect(pasted.layout.notes?.['note-2']).toEqual({ ...note, x: 40, y: 840 })
    expect(pasted.layout.frames?.['frame-1']).toEqual(grouped.layout.frames?.['frame-1'])
  })

  it('moving a note moves the note, and a switch is removed with its block', () => {
    const next = edited(
      grouped,
      { type: 'move', positions: { 'note-1': { x: 7, y: 408 } } },
      { type: 'switch', nodeIds: ['filter-1', 'model-1'], to: 'bypassed' },
    )
    expect(next.layout.notes?.['note-1']).toMatchObject({ x: 7, y: 408 })
    expect(next.layout.nodes['note-1']).toBeUndefined()
    expect(next.layout.switches).toEqual({ 'filter-1': 'bypassed' })
    expect(edited(next, { type: 'remove', nodeIds: ['filter-1'], edgeIds: [] }).layout.switches).toBeUndefined()
  })

  it('blocks fed only by a muted block are excluded with it', () => {
    const muted = edited(chain, { type: 'switch', nodeIds: ['filter-1'], to: 'muted' })
    expect([...leftOut(muted)]).toEqual(['filter-1', 'track-1'])
    expect([...leftOut(edited(chain, { type: 'switch', nodeIds: ['filter-1'], to: 'bypassed' }))]).toEqual([])
  })

  it('files from before groups and notes open unchanged', () => {
    const text = readFileSync(
      new URL('../../../../fixtures/workflows/before-groups.sightline.json', import.meta.url),
      'utf8',
    )
    expect(Value.Check(WorkflowFile, JSON.parse(text))).toBe(true)
  })
})

describe('blocks and wires', () => {
  it('removing a block in between can keep its neighbours connected', () => {
    const without = (how: 'bridge' | 'delete') =>
      wires(edited(chain, { type: 'remove', nodeIds: ['filter-1'], edgeIds: [], how }))
    expect(without('bridge')).toEqual(['source-1>model-1', 'model-1>track-1'])
    expect(without('delete')).toEqual(['source-1>model-1'])
    // Frames do not fit an input for detections: no wire is better than a wrong one.
    expect(wires(edited(chain, { type: 'remove', nodeIds: ['model-1'], edgeIds: [], how: 'bridge' }))).toEqual([
      'filter-1>track-1',
    ])
  })

  it('a block can be inserted into a wire when both ends fit', () => {
    const id = JSON.stringify(['model-1', '', 'filter-1', ''])
    expect(planBlockOnEdge(chain.graph, 'filter', 'new', id)?.edges.map((e) => `${e.source}>${e.target}`)).toEqual([
      'model-1>new',
      'new>filter-1',
    ])
    expect(planBlockOnEdge(chain.graph, 'sink', 'new', id)).toBeNull()
  })

  it('a wire being drawn shows at each port whether it fits, or why not', () => {
    const fits = wireFit(chain.graph, { nodeId: 'filter-1', port: 'detections', side: 'source' })
    const at = (nodeId: string, port: string, side: 'source' | 'target' = 'target') => fits({ nodeId, port, side })
    expect(at('filter-1', 'detections', 'source')).toBeNull()
    expect(at('model-1', 'frames')).toMatchObject({
      fits: false,
      problem: expect.stringContaining('carries detections'),
    })
    expect(at('track-1', 'detections')).toMatchObject({ fits: false, problem: 'These two are connected already.' })
    expect(at('filter-1', 'detections')).toMatchObject({ fits: false })
    const back = wireFit(chain.graph, { nodeId: 'track-1', port: 'detections', side: 'source' })
    expect(back({ nodeId: 'filter-1', port: 'detections', side: 'target' })).toMatchObject({
      fits: false,
      problem: expect.stringContaining('loop'),
    })
  })
})
