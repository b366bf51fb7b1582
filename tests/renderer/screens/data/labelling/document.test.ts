import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Change,
  type Fields,
  type Labelled,
  LabellingDocument,
  MAX_UNDO_STEPS,
  type Operation,
} from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { deeper, ShapeIndex } from '../../../../../src/renderer/screens/data/labelling/document/shape-index.ts'
import { box, idOf, polygon, rectangle } from './shapes.ts'

const START = [0, 1, 2, 3, 4].map((n) => box(n, n * 10, 0, 20, 20))

const fields: fc.Arbitrary<Fields> = fc.oneof(
  fc.record({ name: fc.constantFrom('car', 'bus') }),
  fc.record({ confidence: fc.constantFrom(null, 0.5) }),
  fc.record({ review: fc.constantFrom('pending', 'rejected', null) }),
  fc.record({ z: fc.integer({ min: 0, max: 9 }) }),
  fc.integer({ min: 1, max: 50 }).map((w) => ({ bounding_box: { x: 0, y: 0, w, h: 5 } })),
)
const id = fc.integer({ min: 0, max: 9 }).map(idOf)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  id.map((id): Operation => ({ action: 'delete', id })),
  fc.tuple(id, fields).map(([id, fields]): Operation => ({ action: 'update', id, fields })),
  id.map((id): Operation => {
    const { id: _, ...fields } = box(0, 1, 2, 3, 4)
    return { action: 'create', id, fields: { ...fields, z: 5 } }
  }),
)
const gestures = fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), { maxLength: 30 })

const contentOf = (document: LabellingDocument): (Labelled | undefined)[] =>
  Array.from({ length: 10 }, (_, n) => document.get(idOf(n)))

describe('a document', () => {
  it('is as before after every gesture is undone, and as after them when they are redone', () => {
    fc.assert(
      fc.property(gestures, (gestures) => {
        const document = new LabellingDocument(START)
        const states = [contentOf(document)]
        for (const gesture of gestures) {
          document.gesture(gesture)
          states.push(contentOf(document))
        }
        while (document.undo());
        expect(contentOf(document)).toEqual(states[0])
        while (document.redo());
        expect(contentOf(document)).toEqual(states.at(-1))
      }),
    )
  })

  it('emits operations that bring another copy to the same content, undo and redo among them', () => {
    fc.assert(
      fc.property(gestures, fc.array(fc.boolean(), { maxLength: 20 }), (gestures, travels) => {
        const copy = new LabellingDocument(START)
        const document = new LabellingDocument(START, (operations) => copy.gesture(operations))
        for (const gesture of gestures) document.gesture(gesture)
        for (const back of travels) {
          if (back) document.undo()
          else document.redo()
        }
        expect(contentOf(copy)).toEqual(contentOf(document))
      }),
    )
  })

  it('keeps 200 undo steps', () => {
    const document = new LabellingDocument(START)
    for (let i = 0; i < MAX_UNDO_STEPS + 50; i++) {
      document.gesture([{ action: 'update', id: idOf(0), fields: { z: 100 + i } }])
    }
    let steps = 0
    while (document.undo()) steps++
    expect(steps).toBe(200)
    expect(document.get(idOf(0))?.z).toBe(149)
  })

  it('emits only the fields that changed, and nothing for a gesture without a change', () => {
    const emitted: Operation[][] = []
    const document = new LabellingDocument(START, (operations) => emitted.push(operations))
    document.gesture([{ action: 'update', id: idOf(0), fields: { name: 'bus', confidence: null } }])
    document.gesture([{ action: 'update', id: idOf(0), fields: { name: 'bus' } }])
    document.gesture([{ action: 'update', id: idOf(9), fields: { name: 'bus' } }])
    expect(emitted).toEqual([[{ action: 'update', id: idOf(0), fields: { name: 'bus' } }]])
    document.undo()
    expect(document.canUndo).toBe(false)
  })

  it('joins repeats of a key into one step', () => {
    const document = new LabellingDocument(START)
    for (const x of [1, 2, 3]) {
      const fields = { bounding_box: { x, y: 0, w: 20, h: 20 } }
      document.gesture([{ action: 'update', id: idOf(0), fields }], { merge: 'nudge' })
    }
    document.undo()
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { x: 0 } })
    document.redo()
    expect(document.get(idOf(0))).toMatchObject({ bounding_box: { x: 3 } })
  })

  it('restores a deleted annotation in its place of the drawing order, and selects it', () => {
    const document = new LabellingDocument(START)
    document.select([idOf(2)])
    document.gesture([{ action: 'delete', id: idOf(2) }])
    expect([...document.selection]).toEqual([])
    document.undo()
    expect(document.ordered.map((a) => a.id)).toEqual(START.map((a) => a.id))
    expect([...document.selection]).toEqual([idOf(2)])
  })

  it('draws annotations in the order of the list when they all have the same z', () => {
    const flat = START.map((a) => ({ ...a, z: 0 })).reverse()
    const document = new LabellingDocument(flat)
    expect(document.ordered.map((a) => a.id)).toEqual(flat.map((a) => a.id))
    document.gesture([{ action: 'delete', id: idOf(2) }])
    document.undo()
    expect(document.ordered.map((a) => a.id)).toEqual(flat.map((a) => a.id))
    expect(flat.map((a) => document.rankOf(a.id))).toEqual([0, 1, 2, 3, 4])
  })

  it('takes over annotations from elsewhere without emitting them, and undoes the rest of a step', () => {
    const emitted: Operation[][] = []
    const document = new LabellingDocument(START, (operations) => emitted.push(operations))
    document.gesture([
      { action: 'update', id: idOf(0), fields: { name: 'bus' } },
      { action: 'update', id: idOf(1), fields: { name: 'bus' } },
    ])
    document.replace(START.slice(1).map((a) => ({ ...a, name: 'bus' })))
    expect(emitted).toHaveLength(1)
    document.undo()
    expect(emitted[1]).toEqual([{ action: 'update', id: idOf(1), fields: { name: 'car' } }])
    expect(document.get(idOf(0))).toBeUndefined()
  })

  it('leaves out rejected annotations, but keeps them', () => {
    const document = new LabellingDocument(START)
    document.select([idOf(1)])
    document.gesture([{ action: 'update', id: idOf(1), fields: { review: 'rejected' } }])
    expect(document.ordered).toHaveLength(4)
    expect(document.selected).toEqual([])
    document.undo()
    expect(document.ordered).toHaveLength(5)
  })

  it('reports small change sets', () => {
    const document = new LabellingDocument(START)
    const changes: Change[] = []
    const stop = document.subscribe((change) => changes.push(change))
    document.select([idOf(0)])
    document.select([idOf(0)])
    document.gesture([{ action: 'update', id: idOf(3), fields: { name: 'bus' } }])
    document.hide([idOf(3)], true)
    stop()
    document.lock([idOf(3)], true)
    expect(changes).toEqual([
      { annotations: new Set(), selection: true, flags: false },
      { annotations: new Set([idOf(3)]), selection: false, flags: false },
      { annotations: new Set(), selection: false, flags: true },
    ])
    expect([...document.locked]).toEqual([idOf(3)])
  })
})

describe('the index of shapes', () => {
  it('finds the smallest shape first, and a repeated click finds the next larger one', () => {
    const document = new LabellingDocument([
      box(0, 0, 0, 100, 100),
      polygon(1, [rectangle(10, 10, 30, 30)]),
      box(2, 5, 5, 60, 60),
    ])
    const hits = new ShapeIndex(document).at({ x: 20, y: 20 }, 5)
    expect(hits.map((a) => a.id)).toEqual([1, 2, 0].map(idOf))
    const taken = [null, idOf(1), idOf(2), idOf(0)].map((current) => deeper(hits, current))
    expect(taken).toEqual([1, 2, 0, 1].map(idOf))
    expect(deeper([], null)).toBeNull()
  })

  it('finds what a document of any history has, and nothing else', () => {
    fc.assert(
      fc.property(gestures, (gestures) => {
        const document = new LabellingDocument(START)
        const index = new ShapeIndex(document)
        document.subscribe(({ annotations }) => void index.update(annotations))
        for (const gesture of gestures) document.gesture(gesture)
        document.undo()
        const everywhere = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 }
        expect(index.within(everywhere).sort()).toEqual(document.ordered.map((a) => a.id).sort())
      }),
    )
  })

  it('does not find a point in the hole of a polygon', () => {
    const document = new LabellingDocument([polygon(0, [rectangle(0, 0, 100, 100), rectangle(30, 30, 40, 40)])])
    const index = new ShapeIndex(document)
    expect(index.at({ x: 50, y: 50 }, 3)).toEqual([])
    expect(index.at({ x: 15, y: 15 }, 3)).toHaveLength(1)
    expect(index.at({ x: 31, y: 50 }, 3)).toHaveLength(1)
  })
})
