import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import {
  type Labelled,
  LabellingDocument,
  type Operation,
} from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { boundsOf } from '../../../../../src/renderer/screens/data/labelling/outline/outline.ts'
import { newTool } from '../../../../../src/renderer/screens/data/labelling/stage/stage-tools.ts'
import { TOOLS } from '../../../../../src/renderer/screens/data/labelling/tools/tool.ts'
import { Annotation } from '../../../../../src/shared/domain/annotation.ts'
import { box, IMAGE, place, polygon, rectangle, toolOn } from './shapes.ts'

const START = [
  box(0, 10, 10, 80, 60),
  polygon(1, [rectangle(120, 40, 160, 160), rectangle(160, 80, 40, 40)]),
  polygon(2, [rectangle(220, 150, 100, 100)]),
]

const event = fc.record({
  does: fc.constantFrom('click', 'click', 'drag', 'finish', 'back', 'cancel', 'undo', 'redo', 'tool'),
  from: place,
  to: place,
  snaps: fc.boolean(),
  alt: fc.boolean(),
  shift: fc.boolean(),
  tool: fc.constantFrom(...TOOLS),
})

describe('any sequence of tools and gestures', () => {
  it('leaves annotations that the API accepts, inside the image, and emits them completely', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        const { context, document, operations, press } = toolOn('select', START)
        let tool = newTool('select', context)
        for (const { does, from, to, tool: name, ...keys } of events) {
          if (does === 'finish' || does === 'back' || does === 'cancel') tool[does]()
          else if (does === 'undo' || does === 'redo') document[does]()
          else if (does === 'tool') tool = newTool(name, context)
          else {
            const end = does === 'drag' ? to : from
            tool.move(press(from.x, from.y, keys), false)
            tool.down(press(from.x, from.y, keys))
            tool.move(press(end.x, end.y, keys), true)
            tool.up(press(end.x, end.y, keys))
          }
        }
        for (const { z, review, ...annotation } of document.ordered) {
          expect(Value.Errors(Annotation, annotation)).toEqual([])
          const { minX, minY, maxX, maxY } = boundsOf(annotation)
          expect(Math.min(minX, minY)).toBeGreaterThanOrEqual(-1e-9)
          expect(maxX).toBeLessThanOrEqual(IMAGE.width + 1e-9)
          expect(maxY).toBeLessThanOrEqual(IMAGE.height + 1e-9)
        }
        expect(contentAfter(operations)).toEqual([...document.ordered])
      }),
      { numRuns: 100 },
    )
  })
})

function contentAfter(operations: readonly Operation[][]): Labelled[] {
  const copy = new LabellingDocument(START)
  for (const gesture of operations) copy.gesture(gesture)
  return [...copy.ordered]
}
