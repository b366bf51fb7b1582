/** The sentences that describe a diff. */
import { describe, expect, it } from 'vitest'
import { changeItems } from '../../../../../src/renderer/parts/workflow/graph-diff/change-list.ts'
import type { Layout } from '../../../../../src/shared/graph/graph.ts'
import { doc, node } from '../../../screens/editor/documents.ts'

const line = (name: string, y = 0.5) => ({
  kind: 'line',
  name,
  points: [
    [0.1, y],
    [0.9, y],
  ],
})

function say(before: ReturnType<typeof doc>, after: ReturnType<typeof doc>) {
  return changeItems(before, after, { modelName: (id) => (id === 'm-2' ? 'Road users' : undefined) }).map((i) => i.text)
}
const titled = (made: ReturnType<typeof doc>, layout: Partial<Layout>) => ({
  ...made,
  layout: { ...made.layout, ...layout },
})

describe('the sentences of a diff', () => {
  it('name the block, the field and both values', () => {
    const of = (confidence: number) =>
      titled(doc([node('filter-1', { min_confidence: confidence })]), { titles: { 'filter-1': 'Cars only' } })
    expect(say(of(0.25), of(0.4))).toEqual(['Filter “Cars only”: minimum confidence 0.25 → 0.4'])
  })

  it('take names that every object has for what they are', () => {
    const of = (anchor: string) => doc([node('measure-1', { anchor })])
    expect(say(of('center'), of('constructor'))).toEqual(['Measure: anchor Centre → constructor'])
  })

  it('format values as the form does: units, labels, switches, names of models', () => {
    const before = doc([
      node('source-1', { sample_fps: 5 }),
      node('model-1', { model_id: 'm-1', tiled: true }),
      node('measure-1', {}),
    ])
    const after = doc([
      node('source-1', {}),
      node('model-1', { model_id: 'm-2' }),
      node('measure-1', { anchor: 'center' }),
    ])
    expect(say(before, after)).toEqual([
      'Source: sample rate 5 frames/s → none',
      'Model: model m-1 → Road users',
      'Model: tiled on → off',
      'Measure: anchor Bottom centre → Centre',
    ])
  })

  it('describe lines as drawn, and name them', () => {
    const before = doc([node('measure-1', { geometries: [line('North'), line('East')] })])
    const after = doc([node('measure-1', { geometries: [line('East', 0.7), { ...line('Yard'), kind: 'zone' }] })])
    expect(say(before, after)).toEqual([
      'Measure: line “North” removed',
      'Measure: line “East” redrawn',
      'Measure: zone “Yard” added',
    ])
  })

  it('describe rules by their number and prompts by their text', () => {
    const before = doc([
      node('condition-1', { rules: [{ subject: 'class_count', operator: '>=', threshold: 1 }] }),
      node('model-1', { model_kind: 'sam3', prompt_classes: [{ name: 'red car', output_type: 'bbox' }] }),
    ])
    const after = doc([
      node('condition-1', { rules: [{ subject: 'class_count', operator: '>=', threshold: 3 }] }),
      node('model-1', { model_kind: 'sam3', prompt_classes: [] }),
    ])
    expect(say(before, after)).toEqual(['Condition: rule 1, value 1 → 3', 'Model: prompt “red car” removed'])
  })

  it('describe added and removed blocks and wires; a removed block’s wires are part of it', () => {
    const before = doc(
      ['source-1', 'model-1', 'track-1', 'filter-1'],
      ['source-1>model-1', 'model-1>filter-1', 'model-1>track-1'],
    )
    const after = doc(['source-1', 'model-1', 'track-1', 'sink-1'], ['source-1>model-1', 'track-1>sink-1'])
    expect(say(before, after)).toEqual(['Sink added', 'Filter removed', 'Wire from Model to Track removed'])
  })

  it('describe names, switches, notes, groups and positions', () => {
    const before = titled(doc(['model-1', 'track-1', 'filter-1']), { titles: { 'model-1': 'Cars' } })
    const after = titled(doc(['model-1', 'track-1', 'filter-1']), {
      nodes: { 'model-1': { x: 0, y: 90 }, 'track-1': { x: 300, y: 0 }, 'filter-1': { x: 600, y: 50 } },
      titles: { 'model-1': 'Vehicles', 'track-1': 'Paths' },
      switches: { 'filter-1': 'muted' },
      notes: { n: { x: 0, y: 0, width: 100, height: 60, text: 'Ask Ana\nabout lanes', color: 'blue' } },
      frames: { f: { title: 'Counting', color: 'grey', members: [] } },
    })
    expect(say(before, after)).toEqual([
      'Model “Cars” renamed to “Vehicles”',
      'Track named “Paths”',
      'Filter muted: skipped by runs',
      'Note “Ask Ana” added',
      'Group “Counting” added',
      '2 blocks moved',
    ])
  })

  it('are empty for two equal graphs', () => {
    const same = doc(['source-1', 'model-1'], ['source-1>model-1'])
    expect(say(same, structuredClone(same))).toEqual([])
  })
})
