/** Paints the map, and blocks in motion: everything distinguishable, with as few strokes as there are colours. */
import { blockColor } from '../../blocks/block-icons.tsx'
import { alike, inView, type MapBox, type MapMarks, type MapShapes, type MapView, type PaintMap } from './map-view.ts'

/** In screen pixels. */
const NAME_SIZE = 9.5
const LINE = 11
/** Narrower blocks have no space for a name. */
const NAMED_FROM = 34
const WIRE = 1
const BADGE = 3.5

export const paintMap: PaintMap = (context, shapes, marks, view) => {
  const [x, y, zoom] = view.transform
  const blocks = inView(shapes, view)
  context.save()
  context.translate(x, y)
  context.scale(zoom, zoom)
  paintWires(context, shapes, view, WIRE / zoom)
  paintBlocks(context, blocks, marks, view)
  context.restore()
  for (const block of blocks) paintName(context, block, marks, view)
  for (const block of blocks) paintBadge(context, block, marks, view)
}

function paintBlocks(context: CanvasRenderingContext2D, blocks: readonly MapBox[], marks: MapMarks, view: MapView) {
  const { color, transform } = view
  const pixel = 1 / transform[2]
  const markOf = ({ id, selected }: MapBox) => (marks.failed === id ? 'bad' : selected ? 'accent' : '')
  for (const group of alike(blocks, (b) => `${b.kind} ${marks.idle.has(b.id)} ${markOf(b)}`)) {
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

function paintName(context: CanvasRenderingContext2D, block: MapBox, marks: MapMarks, view: MapView) {
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

function paintBadge(context: CanvasRenderingContext2D, block: MapBox, marks: MapMarks, view: MapView) {
  const level = marks.levelOf(block.id)
  if (!level || level === 'todo') return
  const [left, top, zoom] = view.transform
  context.beginPath()
  context.arc((block.x + block.width) * zoom + left, block.y * zoom + top, BADGE, 0, 2 * Math.PI)
  context.fillStyle = view.color(level === 'error' ? 'bad' : 'warn')
  context.fill()
  context.strokeStyle = view.color('canvas')
  context.lineWidth = 1
  context.stroke()
}

const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 5_000

/** Wraps a name into that number of lines and truncates the last one; cached, because each frame repeats the names. */
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
  // Each zoom level has its own entries.
  if (known.size >= MAX_KNOWN) known.clear()
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

/** Paints the wires in their colours; `width` and dashes are in canvas pixels, to which the context is scaled. */
function paintWires(context: CanvasRenderingContext2D, { wires }: MapShapes, { color }: MapView, width: number): void {
  for (const { color: flows, selected, off, path } of wires) {
    context.strokeStyle = flows ?? color('bad')
    context.globalAlpha = off ? 0.35 : selected ? 1 : 0.8
    context.lineWidth = selected ? 1.5 * width : width
    context.setLineDash(flows === null ? [3 * width, 2.5 * width] : off ? [2 * width, 2.5 * width] : [])
    context.stroke(path)
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

/** The same as in the style sheets of blocks and wires, in canvas pixels. */
const RADIUS = 8
const BAR = 4
const PASSING_WIRE = 2
/** Up close, a name takes one line above the summary; from afar it is larger, centred, and takes two. */
const LOOKS = {
  near: { icon: 32, font: 13, line: 18, middle: 22, lines: 1, gap: 10, end: 13 },
  far: { icon: 42, font: 21, line: 23, middle: 30, lines: 2, gap: 8, end: 9 },
}
const LEFT = 15
const HEAD_MIDDLE = 29

/**
 * Paints blocks as they appear up close, without icons, small print and ports; shown during motion.
 * `isFar` is true at zooms with large names.
 */
export const paintPassing =
  (isFar: (zoom: number) => boolean): PaintMap =>
  (context, shapes, marks, view) => {
    const { color, font } = view
    const [x, y, zoom] = view.transform
    const look = isFar(zoom) ? LOOKS.far : LOOKS.near
    const blocks = inView(shapes, view)
    context.save()
    context.translate(x, y)
    context.scale(zoom, zoom)
    paintWires(context, shapes, view, PASSING_WIRE)

    for (const group of alike(blocks, (b) => (marks.failed === b.id ? 'bad' : b.selected ? 'accent' : 'line-strong'))) {
      const [{ id, selected }] = group
      context.beginPath()
      for (const b of group) context.roundRect(b.x + 0.5, b.y + 0.5, b.width - 1, b.height - 1, RADIUS)
      context.fillStyle = color('raised')
      context.fill()
      const mark = marks.failed === id ? 'bad' : selected ? 'accent' : null
      context.strokeStyle = color(mark ?? 'line-strong')
      context.lineWidth = mark ? 2 : 1
      context.stroke()
    }
    for (const group of alike(blocks, (b) => b.kind)) {
      context.fillStyle = blockColor(group[0].kind)
      context.beginPath()
      for (const b of group) context.roundRect(b.x, b.y, BAR, b.height, [RADIUS, 0, 0, RADIUS])
      context.fill()
      context.globalAlpha = 0.16
      context.beginPath()
      for (const b of group) {
        context.roundRect(b.x + LEFT, b.y + HEAD_MIDDLE - look.icon / 2, look.icon, look.icon, RADIUS - 1)
      }
      context.fill()
      context.globalAlpha = 1
    }
    context.font = `600 ${look.font}px ${font}`
    context.textBaseline = 'middle'
    context.fillStyle = color('text')
    const start = LEFT + look.icon + look.gap
    for (const block of blocks) {
      const lines = wrapped(context, marks.titleOf(block), block.width - start - look.end, look.lines)
      for (const [i, line] of lines.entries()) {
        const at = look.middle + (i - (lines.length - 1) / 2) * look.line
        context.fillText(line, block.x + start, block.y + at)
      }
    }
    context.restore()
  }
