/** Lines and zones over the frame: click to draw, drag to move, double-click a side to split it, keys to nudge. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Geometry } from '../../../shared/blocks/measure.ts'
import type { NormPoint } from '../../../shared/domain/geometry.ts'
import { type GeometryKind, inFrame, LEAST_POINTS, movePoint, moveShape, removePoint, splitSide } from './draft.ts'
import { ShapeView, type Units } from './shape-view.tsx'

interface GeometryStageProps {
  aspect: number
  geometries: readonly Geometry[]
  selected: number | null
  onSelect(index: number | null): void
  onChange(geometries: Geometry[]): void
  /** What is being drawn, or null while editing. */
  drawing: GeometryKind | null
  onDrawn(kind: GeometryKind, points: NormPoint[]): void
  onCancelDrawing(): void
}

/** What the pointer holds: a point of a shape, or the whole shape by a point of the frame. */
type Grip = { shape: number; point: number | null; from: NormPoint; start: readonly Geometry[] }

const NUDGES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function GeometryStage(props: GeometryStageProps) {
  const { aspect, geometries, selected, onSelect, onChange, drawing, onDrawn, onCancelDrawing } = props
  const svg = useRef<SVGSVGElement>(null)
  const grip = useRef<Grip | null>(null)
  const [moved, setMoved] = useState<Geometry[] | null>(null)
  const [points, setPoints] = useState<NormPoint[]>([])
  const [hover, setHover] = useState<NormPoint | null>(null)
  const units: Units = { width: 1000 * aspect, height: 1000 }

  const pointOf = (e: { clientX: number; clientY: number }): NormPoint => {
    const box = svg.current?.getBoundingClientRect()
    return box ? inFrame([(e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height]) : [0, 0]
  }
  const finish = (all: NormPoint[]) => {
    setPoints([])
    setHover(null)
    if (drawing && all.length >= LEAST_POINTS[drawing]) onDrawn(drawing, all)
    else onCancelDrawing()
  }
  const isNearFirst = (p: NormPoint) => {
    const first = points[0]
    return first !== undefined && Math.hypot((p[0] - first[0]) * aspect, p[1] - first[1]) < 0.02
  }

  const drawPoint = (e: PointerEvent) => {
    if (!drawing || e.button !== 0) return
    const p = pointOf(e)
    if (drawing === 'zone' && points.length >= 3 && isNearFirst(p)) return finish(points)
    const next = [...points, p]
    // A straight line is the usual case: two clicks and it stands; Shift goes on with more points.
    if (drawing === 'line' && next.length >= 2 && !e.shiftKey) return finish(next)
    setPoints(next)
  }

  const take = (e: PointerEvent, shape: number, point: number | null) => {
    if (drawing || e.button !== 0) return
    e.stopPropagation()
    svg.current?.setPointerCapture(e.pointerId)
    grip.current = { shape, point, from: pointOf(e), start: geometries }
    onSelect(shape)
  }
  const drag = (e: PointerEvent) => {
    const here = pointOf(e)
    if (drawing) return setHover(here)
    const held = grip.current
    if (!held) return
    const { shape, point, from, start } = held
    setMoved(
      point === null
        ? moveShape(start, shape, here[0] - from[0], here[1] - from[1])
        : movePoint(start, shape, point, here),
    )
  }
  const drop = () => {
    grip.current = null
    if (moved) onChange(moved)
    setMoved(null)
  }

  const onKey = (e: KeyboardEvent) => {
    if (drawing && e.key === 'Enter') finish(points)
    else if (drawing && e.key === 'Escape') finish([])
    else if (drawing && e.key === 'Backspace') setPoints(points.slice(0, -1))
    else if (selected !== null && e.key in NUDGES) {
      const [dx, dy] = NUDGES[e.key] as [number, number]
      const step = e.shiftKey ? 0.02 : 0.002
      onChange(moveShape(geometries, selected, dx * step, dy * step))
    } else if (selected !== null && (e.key === 'Delete' || e.key === 'Backspace')) {
      onChange(geometries.filter((_, i) => i !== selected))
      onSelect(null)
    } else return
    e.preventDefault()
    e.stopPropagation()
  }

  const shown = moved ?? geometries
  const preview = drawing ? [...points, ...(hover ? [hover] : [])] : []
  return (
    <svg
      ref={svg}
      role="application"
      aria-label={
        drawing
          ? `Drawing a ${drawing}: click its points, Enter to finish, Escape to stop`
          : 'Lines and zones on the frame; arrow keys move the selected one, Delete removes it'
      }
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing surface takes the keyboard
      tabIndex={0}
      viewBox={`0 0 ${units.width} ${units.height}`}
      data-testid="geometry-stage"
      style={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        cursor: drawing ? 'crosshair' : 'default',
        touchAction: 'none',
        outlineOffset: -2,
      }}
      onPointerDown={(e) => (drawing ? drawPoint(e) : onSelect(null))}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => drawing && points.length > 0 && finish(points)}
      onKeyDown={onKey}
    >
      {shown.map((geometry, i) => (
        <ShapeView
          key={geometry.name}
          geometry={geometry}
          units={units}
          selected={i === selected}
          onTakeShape={(e) => take(e, i, null)}
          onTakePoint={(e, point) => take(e, i, point)}
          onSplit={(point) => onChange(splitSide(geometries, i, point))}
          onRemovePoint={(point) => onChange(removePoint(geometries, i, point))}
        />
      ))}
      {preview.length > 0 && drawing && (
        <ShapeView
          geometry={{ kind: drawing, name: '', points: preview }}
          units={units}
          selected
          onTakeShape={() => undefined}
          onTakePoint={() => undefined}
          onSplit={() => undefined}
          onRemovePoint={() => undefined}
        />
      )}
    </svg>
  )
}
