/** Draws one annotation in its class's colour: fill, edges and label. The context is scaled to CSS pixels. */
import { textOn } from '../../../../../shared/domain/contrast.ts'
import { isPending, type Labelled } from '../document/document.ts'
import { isClosed, labelPlace, type Point, pathsOf } from '../outline/outline.ts'
import { toStage, type View } from './view.ts'

export interface ShapeStyle {
  color: string
  /** Drawn on the active layer: selected, changed by a tool, or below the pointer. */
  emphasis: 'none' | 'hover' | 'selected'
  /** Null for no label. */
  label: string | null
}

const RIM = 'rgba(5, 7, 13, 0.6)'
const DASH = [6, 4]
const FILL = { none: '1c', hover: '2c', selected: '2c' }
const LABEL = { font: 11, height: 16, padding: 5, radius: 3 }
const POINT_PX = 4.5

export function paintShape(context: CanvasRenderingContext2D, shape: Labelled, view: View, style: ShapeStyle): void {
  const { color, emphasis, label } = style
  if (shape.keypoint) paintPoint(context, toStage(view, shape.keypoint), color, emphasis !== 'none', isPending(shape))
  else {
    context.beginPath()
    trace(context, shape, view)
    if (isClosed(shape) && !isPending(shape)) {
      context.fillStyle = color + FILL[emphasis]
      context.fill('evenodd')
    }
    context.lineJoin = 'round'
    context.setLineDash(isPending(shape) ? DASH : [])
    if (emphasis !== 'none') stroke(context, RIM, 4.5)
    stroke(context, color, emphasis === 'none' ? 1.75 : 2.25)
    context.setLineDash([])
  }
  if (label !== null) paintLabel(context, shape, view, color, label)
}

/** Adds the paths of the outline to the current path. */
function trace(context: CanvasRenderingContext2D, shape: Labelled, view: View) {
  const { scale, x, y } = view
  const { bounding_box: box } = shape
  if (box) return context.rect(box.x * scale + x, box.y * scale + y, box.w * scale, box.h * scale)
  for (const path of pathsOf(shape)) {
    path.forEach((p, i) => {
      if (i === 0) context.moveTo(p.x * scale + x, p.y * scale + y)
      else context.lineTo(p.x * scale + x, p.y * scale + y)
    })
    if (isClosed(shape)) context.closePath()
  }
}

function stroke(context: CanvasRenderingContext2D, color: string, width: number): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

function paintPoint(context: CanvasRenderingContext2D, at: Point, color: string, strong: boolean, pending: boolean) {
  const radius = strong ? POINT_PX + 1.5 : POINT_PX
  context.beginPath()
  context.arc(at.x, at.y, radius + 1.5, 0, 2 * Math.PI)
  context.fillStyle = RIM
  context.fill()
  context.beginPath()
  context.arc(at.x, at.y, radius, 0, 2 * Math.PI)
  context.fillStyle = pending ? '#ffffff' : color
  context.fill()
  context.setLineDash(pending ? [3, 2] : [])
  stroke(context, pending ? color : '#ffffff', 1.5)
  context.setLineDash([])
}

const widths = new Map<string, number>()
const MAX_WIDTHS = 2000

/** Returns the width of a label, CSS pixels; measured once for each text. */
export function labelWidth(context: CanvasRenderingContext2D, label: string, font: string): number {
  const known = widths.get(label)
  if (known !== undefined) return known
  if (widths.size > MAX_WIDTHS) widths.clear()
  context.font = `500 ${LABEL.font}px ${font}`
  const width = context.measureText(label).width + 2 * LABEL.padding
  widths.set(label, width)
  return width
}

/** Space that a label takes above its outline, CSS pixels. */
export const LABEL_HEIGHT = LABEL.height + 2

let family = 'sans-serif'
/** Sets the font family of labels. */
export const setLabelFont = (name: string): void => {
  family = name
}

function paintLabel(context: CanvasRenderingContext2D, shape: Labelled, view: View, color: string, label: string) {
  const corner = toStage(view, labelPlace(shape))
  const width = labelWidth(context, label, family)
  const x = Math.round(shape.keypoint ? corner.x + POINT_PX + 4 : corner.x - 1)
  const above = Math.round(shape.keypoint ? corner.y - LABEL.height / 2 : corner.y - LABEL.height)
  // Without room above, the label is drawn inside.
  const y = above < 0 && corner.y > -LABEL.height ? Math.round(corner.y) : above
  context.beginPath()
  context.roundRect(x, y, width, LABEL.height, LABEL.radius)
  context.fillStyle = color
  context.fill()
  context.font = `500 ${LABEL.font}px ${family}`
  context.textBaseline = 'middle'
  context.fillStyle = textOn(color)
  context.fillText(label, x + LABEL.padding, y + LABEL.height / 2 + 0.5)
}
