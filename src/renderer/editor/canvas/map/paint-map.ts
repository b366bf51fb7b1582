/** Draws the map: what can be told apart from afar, in as few strokes as there are colours. */
import { blockColor } from '../../block-icons.tsx'
import type { MapBlock, MapShapes } from './map-shapes.ts'

/** How blocks stand out from their kind's colour. */
export interface MapMarks {
  failed: string | null
  /** Blocks that no run reaches. */
  idle: ReadonlySet<string>
  severityOf(id: string): 'error' | 'warning' | undefined
  titleOf(block: MapBlock): string
}

export interface MapView {
  width: number
  height: number
  /** Where the canvas' origin stands, and how large: as React Flow has it. */
  transform: readonly [x: number, y: number, zoom: number]
  /** Value of one of the theme's colours. */
  color(name: string): string
  font: string
}

/** On the screen, in pixels. */
const NAME_SIZE = 9.5
const LINE = 11
/** A block narrower than this has no room for a name. */
const NAMED_FROM = 34
const WIRE = 1
const BADGE = 3.5

export function paintMap(context: CanvasRenderingContext2D, shapes: MapShapes, marks: MapMarks, view: MapView): void {
  const [x, y, zoom] = view.transform
  context.save()
  context.clearRect(0, 0, view.width, view.height)
  context.translate(x, y)
  context.scale(zoom, zoom)
  paintWires(context, shapes, view)
  const inView = shapes.blocks.filter(
    (b) =>
      (b.x + b.width) * zoom + x > 0 &&
      b.x * zoom + x < view.width &&
      (b.y + b.height) * zoom + y > 0 &&
      b.y * zoom + y < view.height,
  )
  paintBlocks(context, inView, marks, view)
  context.restore()
  for (const block of inView) paintName(context, block, marks, view)
  for (const block of inView) paintBadge(context, block, marks, view)
}

function paintWires(context: CanvasRenderingContext2D, { wires }: MapShapes, { transform, color }: MapView) {
  const [, , zoom] = transform
  for (const { color: flows, selected, off, path } of wires) {
    context.strokeStyle = flows ?? color('bad')
    context.globalAlpha = off ? 0.35 : selected ? 1 : 0.8
    context.lineWidth = (selected ? 2 * WIRE : WIRE) / zoom
    context.setLineDash(flows === null ? [24, 20] : off ? [16, 20] : [])
    context.stroke(path)
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

/** Blocks that look alike are filled and outlined at once: telling a canvas its colour takes longer than a box. */
function paintBlocks(context: CanvasRenderingContext2D, blocks: readonly MapBlock[], marks: MapMarks, view: MapView) {
  const { color, transform } = view
  const pixel = 1 / transform[2]
  const markOf = ({ id, selected }: MapBlock) => (marks.failed === id ? 'bad' : selected ? 'accent' : '')
  const alike = new Map<string, [MapBlock, ...MapBlock[]]>()
  for (const block of blocks) {
    const look = `${block.kind} ${marks.idle.has(block.id)} ${markOf(block)}`
    const group = alike.get(look)
    if (group) group.push(block)
    else alike.set(look, [block])
  }
  for (const group of alike.values()) {
    const [first] = group
    const [own, mark] = [blockColor(first.kind), markOf(first)]
    context.beginPath()
    for (const { x, y, width, height } of group) context.rect(x, y, width, height)
    context.fillStyle = `color-mix(in srgb, ${own} ${marks.idle.has(first.id) ? 15 : 55}%, ${color('raised')})`
    context.fill()
    context.strokeStyle = mark ? color(mark) : `color-mix(in srgb, ${own} 80%, ${color('text')})`
    context.lineWidth = mark ? 2 * pixel : pixel
    context.stroke()
  }
}

function paintName(context: CanvasRenderingContext2D, block: MapBlock, marks: MapMarks, view: MapView) {
  const [left, top, zoom] = view.transform
  const width = block.width * zoom
  if (width < NAMED_FROM) return
  context.font = `600 ${NAME_SIZE}px ${view.font}`
  context.textBaseline = 'middle'
  context.fillStyle = view.color('text')
  const most = Math.max(1, Math.floor((block.height * zoom - 4) / LINE))
  const lines = wrapped(context, marks.titleOf(block), width - 6, most)
  const x = block.x * zoom + left + 3
  const middle = (block.y + block.height / 2) * zoom + top
  for (const [i, line] of lines.entries()) context.fillText(line, x, middle + (i - (lines.length - 1) / 2) * LINE)
}

const known = new Map<string, readonly string[]>()
const KNOWN_MOST = 5_000

/** A name on as many lines as there are, the last one cut; the same names are asked for in each frame. */
function wrapped(context: CanvasRenderingContext2D, name: string, room: number, most: number): readonly string[] {
  const key = `${Math.round(room)} ${most} ${name}`
  const before = known.get(key)
  if (before) return before
  const lines = ['']
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    const fits = lines.length === most || lines.at(-1) === '' || context.measureText(longer).width <= room
    if (fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const cut = lines.map((line) => shortened(context, line, room))
  // Each zoom has its own.
  if (known.size >= KNOWN_MOST) known.clear()
  known.set(key, cut)
  return cut
}

function shortened(context: CanvasRenderingContext2D, line: string, room: number): string {
  let text = line
  for (let end = line.length - 1; end > 0 && context.measureText(text).width > room; end--) {
    text = `${line.slice(0, end).trimEnd()}…`
  }
  return text
}

function paintBadge(context: CanvasRenderingContext2D, block: MapBlock, marks: MapMarks, view: MapView) {
  const severity = marks.severityOf(block.id)
  if (!severity) return
  const [left, top, zoom] = view.transform
  context.beginPath()
  context.arc((block.x + block.width) * zoom + left, block.y * zoom + top, BADGE, 0, 2 * Math.PI)
  context.fillStyle = view.color(severity === 'error' ? 'bad' : 'warn')
  context.fill()
  context.strokeStyle = view.color('canvas')
  context.lineWidth = 1
  context.stroke()
}
