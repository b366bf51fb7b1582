/** Annotations for tests of the labelling canvas, and generators of them. */
import fc from 'fast-check'
import {
  type Labelled,
  LabellingDocument,
  type Operation,
} from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { ShapeIndex } from '../../../../../src/renderer/screens/data/labelling/document/shape-index.ts'
import type { Point } from '../../../../../src/renderer/screens/data/labelling/outline/outline.ts'
import { newTool } from '../../../../../src/renderer/screens/data/labelling/stage/stage-tools.ts'
import type {
  Outliner,
  Press,
  Refusal,
  Tool,
  ToolContext,
  ToolName,
} from '../../../../../src/renderer/screens/data/labelling/tools/tool.ts'
import type { AnnotationType } from '../../../../../src/shared/domain/annotation.ts'

export const IMAGE = { width: 400, height: 300 }

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const box = (n: number, x: number, y: number, w: number, h: number, more: Partial<Labelled> = {}): Labelled => ({
  id: idOf(n),
  name: 'car',
  type: 'bbox',
  confidence: null,
  bounding_box: { x, y, w, h },
  ...more,
})

export const polygon = (n: number, paths: readonly (readonly Point[])[], more: Partial<Labelled> = {}): Labelled => ({
  id: idOf(n),
  name: 'road',
  type: 'polygon',
  confidence: null,
  polygon: { paths: paths.map((path) => [...path]) },
  ...more,
})

export const rectangle = (x: number, y: number, w: number, h: number): Point[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

/** A ring of 3 to 12 points around a centre, which does not cross itself. */
export const ring = fc
  .record({
    x: fc.integer({ min: 60, max: 340 }),
    y: fc.integer({ min: 60, max: 240 }),
    radii: fc.array(fc.integer({ min: 8, max: 60 }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ x, y, radii }) =>
    radii.map((radius, i): Point => {
      const angle = (2 * Math.PI * i) / radii.length
      return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
    }),
  )

export const place = fc.record({ x: fc.integer({ min: -20, max: 420 }), y: fc.integer({ min: -20, max: 320 }) })

export const anyBox = (n: number) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
    )
    .map(([x, y, w, h]) => box(n, x, y, w, h))

/** A tool on a document, as the stage runs it at a scale of 1. */
export function toolOn(
  name: ToolName,
  annotations: readonly Labelled[] = [],
  outliner: Outliner | null = null,
  type: AnnotationType | null = null,
) {
  const operations: Operation[][] = []
  const refusals: Refusal[] = []
  const document = new LabellingDocument(annotations, (done) => operations.push(done))
  const index = new ShapeIndex(document)
  document.subscribe((change) => void index.update(change.annotations))
  let ids = 1000
  const context: ToolContext = {
    document,
    index,
    image: IMAGE,
    reach: () => 7,
    className: () => 'car',
    typeOf: () => type,
    outliner,
    redraw: () => {},
    newId: () => idOf(ids++),
    isEditable: () => true,
    refuse: (reason) => void refusals.push(reason),
  }
  const tool: Tool = newTool(name, context)
  const press = (x: number, y: number, more: Partial<Press> = {}): Press => ({
    at: { x, y },
    snaps: false,
    alt: false,
    shift: false,
    clicks: 1,
    ...more,
  })
  const click = (x: number, y: number, more: Partial<Press> = {}) => {
    tool.move(press(x, y, more), false)
    tool.down(press(x, y, more))
    tool.up(press(x, y, more))
  }
  const drag = (from: [number, number], to: [number, number], more: Partial<Press> = {}) => {
    tool.move(press(...from, more), false)
    tool.down(press(...from, more))
    tool.move(press((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, more), true)
    tool.move(press(...to, more), true)
    tool.up(press(...to, more))
  }
  return { tool, document, index, operations, refusals, context, press, click, drag }
}
