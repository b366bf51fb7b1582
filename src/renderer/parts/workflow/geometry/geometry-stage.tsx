/** Renders lines and zones over the frame: click to draw, drag to move, double-click a side to split it; or by keys. */
import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import type { NormPoint } from '../../../../shared/domain/geometry.ts'
import { geometryColor } from '../../../../shared/domain/geometry-color.ts'
import { texts } from '../../../texts/texts.ts'
import { type GeometryKind, inFrame, MIN_POINTS, movePoint, moveShape, removePoint, splitSide } from './draft.ts'
import classes from './geometry.module.css'
import { ShapeView, type Units } from './shape-view.tsx'
import { snapped } from './snap.ts'

/** A selected shape, or one of its points. */
export interface Chosen {
  shape: number
  point: number | null
}

interface GeometryStageProps {
  aspect: number
  zoom: number
  geometries: readonly Geometry[]
  /** Colour index of the first shape. */
  firstColor: number
  chosen: Chosen | null
  onChoose(chosen: Chosen | null): void
  /** Successive changes with the same `merge` form one undo step. */
  onChange(geometries: Geometry[], merge?: string): void
  /** The kind of shape being drawn, or null while editing. */
  drawing: GeometryKind | null
  onDrawn(kind: GeometryKind, points: NormPoint[]): void
  onCancelDrawing(): void
}

/** The drag target: one point of a shape, or a whole shape with the point of the frame where the drag began. */
type Grip = Chosen & { from: NormPoint; start: readonly Geometry[] }

const NUDGES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const NUDGE = 0.001
const FAR_NUDGE = 0.02
/** Steps are coarser while drawing, when precision does not matter yet. */
const DRAWING_NUDGE = 0.01
const FAR_DRAWING_NUDGE = 0.1
const MIDDLE: NormPoint = [0.5, 0.5]
/** The shape that Enter alone draws, to be moved afterwards. */
const READY: Record<GeometryKind, NormPoint[]> = {
  line: [
    [0.2, 0.5],
    [0.8, 0.5],
  ],
  zone: [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ],
}
/** Distance at which a point snaps, as a fraction of the visible height. */
const REACH = 0.015

export function GeometryStage(props: GeometryStageProps) {
  const { aspect, zoom, geometries, firstColor, chosen, onChoose, onChange, drawing, onDrawn, onCancelDrawing } = props
  const svg = useRef<SVGSVGElement>(null)
  const grip = useRef<Grip | null>(null)
  const [moved, setMoved] = useState<Geometry[] | null>(null)
  const [points, setPoints] = useState<NormPoint[]>([])
  const [hover, setHover] = useState<NormPoint | null>(null)
  const units: Units = { width: 1000 * aspect, height: 1000 }
  const reach = REACH / zoom

  const pointOf = (e: { clientX: number; clientY: number }): NormPoint => {
    const box = svg.current?.getBoundingClientRect()
    return box ? inFrame([(e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height]) : [0, 0]
  }
  const drawnAt = (e: PointerEvent) =>
    snapped(pointOf(e), { aspect, reach, geometries, straightFrom: e.shiftKey ? points.at(-1) : null })
  const finish = (all: NormPoint[]) => {
    setPoints([])
    setHover(null)
    if (drawing && all.length >= MIN_POINTS[drawing]) onDrawn(drawing, all)
    else onCancelDrawing()
  }
  const isNearFirst = (p: NormPoint) => {
    const first = points[0]
    return first !== undefined && Math.hypot((p[0] - first[0]) * aspect, p[1] - first[1]) < 0.02 / zoom
  }

  const drawPoint = (e: PointerEvent) => {
    if (e.button !== 0) return
    e.stopPropagation()
    if (drawing === 'zone' && points.length >= 3 && isNearFirst(pointOf(e))) return finish(points)
    const next = [...points, drawnAt(e)]
    // A straight line is the usual case: two clicks finish it; with Ctrl the line continues.
    if (drawing === 'line' && next.length >= 2 && !e.ctrlKey && !e.metaKey) return finish(next)
    setPoints(next)
  }

  const take = (e: PointerEvent, shape: number, point: number | null) => {
    if (drawing || e.button !== 0) return
    e.stopPropagation()
    svg.current?.setPointerCapture(e.pointerId)
    svg.current?.focus({ preventScroll: true })
    grip.current = { shape, point, from: pointOf(e), start: geometries }
    onChoose({ shape, point })
  }
  const drag = (e: PointerEvent) => {
    if (drawing) return setHover(drawnAt(e))
    const held = grip.current
    if (!held) return
    const { shape, point, from, start } = held
    const here = pointOf(e)
    if (point === null) return setMoved(moveShape(start, shape, here[0] - from[0], here[1] - from[1]))
    const straightFrom = e.shiftKey ? neighbour(start[shape], point) : null
    const to = snapped(here, { aspect, reach, geometries: start, except: { shape, point }, straightFrom })
    setMoved(movePoint(start, shape, point, to))
  }
  const drop = () => {
    grip.current = null
    if (moved) onChange(moved)
    setMoved(null)
  }

  const nudge = ({ shape, point }: Chosen, key: string, far: boolean) => {
    const [x, y] = NUDGES[key] as [number, number]
    const [dx, dy] = [x * (far ? FAR_NUDGE : NUDGE), y * (far ? FAR_NUDGE : NUDGE)]
    const at = point === null ? null : geometries[shape]?.points[point]
    const next =
      point !== null && at
        ? movePoint(geometries, shape, point, [at[0] + dx, at[1] + dy])
        : moveShape(geometries, shape, dx, dy)
    onChange(next, `nudge ${shape} ${point}`)
  }
  const remove = ({ shape, point }: Chosen) => {
    if (point !== null) {
      onChange(removePoint(geometries, shape, point))
      return onChoose({ shape, point: null })
    }
    onChange(geometries.filter((_, i) => i !== shape))
    onChoose(null)
  }
  /** Cycles through the points of the shape and the shape as a whole. */
  const choosePoint = ({ shape, point }: Chosen, by: 1 | -1) => {
    const count = geometries[shape]?.points.length ?? 0
    const next = ((point ?? count) + by + count + 1) % (count + 1)
    onChoose({ shape, point: next === count ? null : next })
  }

  const setPoint = (kind: GeometryKind) => {
    const next = [...points, hover ?? MIDDLE]
    if (kind === 'line' && next.length >= 2) finish(next)
    else setPoints(next)
  }
  const moveCross = (key: string, far: boolean) => {
    const [x, y] = NUDGES[key] as [number, number]
    const by = far ? FAR_DRAWING_NUDGE : DRAWING_NUDGE
    const from = hover ?? points.at(-1) ?? MIDDLE
    setHover(inFrame([from[0] + x * by, from[1] + y * by]))
  }

  /** Returns false for keys without a meaning while drawing. */
  const drawByKey = (kind: GeometryKind, key: string, far: boolean): boolean => {
    if (key in NUDGES) moveCross(key, far)
    else if (key === ' ') setPoint(kind)
    else if (key === 'Enter') finish(points.length === 0 ? READY[kind] : points)
    else if (key === 'Escape') finish([])
    else if (key === 'Backspace') setPoints(points.slice(0, -1))
    else return false
    return true
  }
  const editByKey = (at: Chosen, key: string, far: boolean): boolean => {
    if (key in NUDGES) nudge(at, key, far)
    else if (key === 'Delete' || key === 'Backspace') remove(at)
    else if (key === 'Insert') onChange(splitSide(geometries, at.shape, at.point ?? 0))
    else if (key === ']' || key === 'PageDown') choosePoint(at, 1)
    else if (key === '[' || key === 'PageUp') choosePoint(at, -1)
    else if (key === 'Escape') onChoose(null)
    else return false
    return true
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey) return
    if (!(drawing ? drawByKey(drawing, e.key, e.shiftKey) : chosen && editByKey(chosen, e.key, e.shiftKey))) return
    e.preventDefault()
    e.stopPropagation()
  }

  const wasDrawing = useRef(drawing)
  useEffect(() => {
    // The stage takes the focus when drawing starts; in a dialog that has just opened, the dialog keeps it.
    if (drawing && wasDrawing.current !== drawing) svg.current?.focus({ preventScroll: true })
    wasDrawing.current = drawing
  }, [drawing])

  const shown = moved ?? geometries
  const draft = drawing ? [...points, ...(hover ? [hover] : [])] : []
  return (
    <>
      <VisuallyHidden role="status">
        {placeWords(geometries, chosen, drawing ? (hover ?? points.at(-1)) : null)}
      </VisuallyHidden>
      <svg
        ref={svg}
        role="application"
        aria-label={drawing ? texts.blocks.geometryStage.drawing[drawing] : texts.blocks.geometryStage.stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing surface takes the keyboard
        tabIndex={0}
        viewBox={`0 0 ${units.width} ${units.height}`}
        data-testid="geometry-stage"
        data-drawing={drawing !== null || undefined}
        // Escape cancels the drawing or the selection first, and only then closes the dialog.
        data-mantine-stop-propagation={drawing !== null || chosen !== null || undefined}
        className={classes.stage}
        onPointerDown={(e) => (drawing ? drawPoint(e) : e.button === 0 && onChoose(null))}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onDoubleClick={() => drawing && points.length > 0 && finish(points)}
        onKeyDown={onKey}
      >
        {shown.map((geometry, i) => (
          <ShapeView
            // Names change while typing.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={i}
            geometry={geometry}
            color={geometryColor(firstColor + i)}
            units={units}
            zoom={zoom}
            selected={i === chosen?.shape}
            selectedPoint={i === chosen?.shape ? chosen.point : null}
            onTakeShape={(e) => take(e, i, null)}
            onTakePoint={(e, point) => take(e, i, point)}
            onSplit={(point) => onChange(splitSide(geometries, i, point))}
            onRemovePoint={(point) => onChange(removePoint(geometries, i, point))}
          />
        ))}
        {draft.length > 0 && drawing && (
          <ShapeView
            geometry={{ kind: drawing, name: '', points: draft }}
            color={geometryColor(firstColor + geometries.length)}
            units={units}
            zoom={zoom}
            selected
          />
        )}
      </svg>
    </>
  )
}

/** Describes the position of the cross or of the selection for screen readers. */
function placeWords(
  geometries: readonly Geometry[],
  chosen: Chosen | null,
  cross: NormPoint | null | undefined,
): string {
  const { cross: place, point, shape } = texts.blocks.geometryStage
  const words = ([x, y]: NormPoint) => place(Math.round(x * 100), Math.round(y * 100))
  if (cross) return words(cross)
  const geometry = chosen && geometries[chosen.shape]
  if (!geometry) return ''
  const at = chosen.point === null ? undefined : geometry.points[chosen.point]
  if (chosen.point === null || !at) return `${shape(geometry.name)}: ${geometry.points.map(words).join('; ')}`
  return `${point(geometry.name, chosen.point + 1, geometry.points.length)}: ${words(at)}`
}

/** Returns the other end of the side at `point`: the previous point, or the next for the first point. */
const neighbour = (geometry: Geometry | undefined, point: number): NormPoint | null =>
  geometry?.points[point > 0 ? point - 1 : 1] ?? null
