/** Paints blocks as they appear up close, without icons, small print and ports; shown during motion. */
import { blockColor } from '../../blocks/block-icons.tsx'
import { alike, inView, type PaintMap } from './map-view.ts'
import { paintWires, wrapped } from './paint-map.ts'

/** The same as in the style sheets of blocks and wires, in canvas pixels. */
const RADIUS = 8
const BAR = 4
const WIRE = 2
/** Up close, a name takes one line above the summary; from afar it is larger, centred, and takes two. */
const LOOKS = {
  near: { icon: 32, font: 13, line: 18, middle: 22, lines: 1, gap: 10, end: 13 },
  far: { icon: 42, font: 21, line: 23, middle: 30, lines: 2, gap: 8, end: 9 },
}
const LEFT = 15
const HEAD_MIDDLE = 29

/** `isFar` is true at zooms with large names. */
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
    paintWires(context, shapes, view, WIRE)

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
