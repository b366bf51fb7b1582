/** Renders one line or zone as SVG: its sides, its corners when selected, and a line's direction with sides A and B. */
import { IconLine, IconPolygon } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import type { NormPoint } from '../../../../shared/domain/geometry.ts'
import { geometryColor } from '../../../../shared/domain/geometry-color.ts'
import { texts } from '../../../texts/texts.ts'
import type { GeometryKind } from './draft.ts'
import classes from './shape-view.module.css'

/** Size of the SVG coordinate system; the height is always 1000. */
export interface Units {
  width: number
  height: number
}

interface ShapeViewProps {
  geometry: Geometry
  color: string
  units: Units
  /** Zoom of the frame; strokes and handles keep their size on the screen. */
  zoom?: number
  selected?: boolean
  selectedPoint?: number | null
  onTakeShape?(e: PointerEvent): void
  onTakePoint?(e: PointerEvent, point: number): void
  onSplit?(point: number): void
  onRemovePoint?(point: number): void
}

const CHOSEN = '#4a62de'
const halo = (size: number) =>
  ({ paintOrder: 'stroke', stroke: 'rgba(0,0,0,.75)', strokeWidth: size, strokeLinejoin: 'round' }) as const

export function ShapeView(props: ShapeViewProps) {
  const {
    geometry,
    color,
    units,
    zoom = 1,
    selected,
    selectedPoint,
    onTakeShape,
    onTakePoint,
    onSplit,
    onRemovePoint,
  } = props
  const place = ([x, y]: NormPoint) => ({ x: x * units.width, y: y * units.height })
  const points = geometry.points.map(place)
  const path = points.map((p) => `${p.x},${p.y}`).join(' ')
  const sides = geometry.kind === 'zone' && points.length > 2 ? points.length : points.length - 1
  const first = points[0]
  const cursor = onTakeShape ? 'move' : undefined
  return (
    <g>
      {geometry.kind === 'zone' && (
        <polygon points={path} fill={color} fillOpacity={0.22} onPointerDown={onTakeShape} style={{ cursor }} />
      )}
      {Array.from({ length: Math.max(0, sides) }, (_, i) => {
        const a = points[i]
        const b = points[(i + 1) % points.length]
        if (!a || !b) return null
        const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y }
        return (
          // A side has no identity other than its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <g key={i}>
            <line {...ends} stroke="rgba(0,0,0,.6)" strokeWidth={(selected ? 10 : 8) / zoom} strokeLinecap="round" />
            <line {...ends} stroke={color} strokeWidth={(selected ? 6 : 4) / zoom} strokeLinecap="round" />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the stage itself takes the keyboard */}
            <line
              {...ends}
              stroke="transparent"
              strokeWidth={26 / zoom}
              onPointerDown={onTakeShape}
              onDoubleClick={() => onSplit?.(i)}
              style={{ cursor }}
            />
          </g>
        )
      })}
      {geometry.kind === 'line' && <Direction points={points} color={color} zoom={zoom} />}
      {first && geometry.name && (
        <text
          x={first.x + 14 / zoom}
          y={first.y - 16 / zoom}
          fill="#fff"
          fontSize={30 / zoom}
          fontWeight={600}
          {...halo(7 / zoom)}
        >
          {geometry.name}
        </text>
      )}
      {selected &&
        points.map((p, i) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the stage itself takes the keyboard
          <circle
            // A corner has no identity other than its index.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={i}
            cx={p.x}
            cy={p.y}
            r={(i === selectedPoint ? 14 : 11) / zoom}
            fill={i === selectedPoint ? CHOSEN : '#fff'}
            stroke={i === selectedPoint ? '#fff' : color}
            strokeWidth={5 / zoom}
            style={{ cursor: 'grab' }}
            onPointerDown={(e) => onTakePoint?.(e, i)}
            onDoubleClick={() => onRemovePoint?.(i)}
          />
        ))}
    </g>
  )
}

interface DirectionProps {
  points: readonly { x: number; y: number }[]
  color: string
  zoom: number
}

/** An arrow across the middle of a line from A to B, where A lies on the left of the line's direction. */
function Direction({ points, color, zoom }: DirectionProps) {
  const middle = Math.max(0, Math.ceil(points.length / 2) - 1)
  const a = points[middle]
  const b = points[middle + 1]
  if (!a || !b) return null
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length < 1) return null
  const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  // On screen y grows downwards, so the right-hand side of (dx, dy) is (-dy, dx).
  const right = { x: -(b.y - a.y) / length / zoom, y: (b.x - a.x) / length / zoom }
  const tip = { x: at.x + right.x * 44, y: at.y + right.y * 44 }
  const tail = { x: at.x - right.x * 44, y: at.y - right.y * 44 }
  const wing = (sign: number) => ({
    x: tip.x - right.x * 18 + sign * right.y * 12,
    y: tip.y - right.y * 18 - sign * right.x * 12,
  })
  const [left, other] = [wing(1), wing(-1)]
  const letter = (text: string, p: { x: number; y: number }, sign: number) => (
    <text
      x={p.x + sign * right.x * 26}
      y={p.y + sign * right.y * 26 + 10 / zoom}
      textAnchor="middle"
      fill={color}
      fontSize={32 / zoom}
      fontWeight={700}
      {...halo(7 / zoom)}
    >
      {text}
    </text>
  )
  return (
    <g pointerEvents="none">
      <line x1={tail.x} y1={tail.y} x2={tip.x} y2={tip.y} stroke={color} strokeWidth={4 / zoom} />
      <polygon points={`${tip.x},${tip.y} ${left.x},${left.y} ${other.x},${other.y}`} fill={color} />
      {letter('A', tail, -1)}
      {letter('B', tip, 1)}
    </g>
  )
}

/**
 * The symbol of a line or zone in its colour on the frame.
 * `index` is the position among all lines and zones of the workflow.
 */
export function ShapeMark({ kind, index }: { kind: GeometryKind; index: number }) {
  const Icon = kind === 'line' ? IconLine : IconPolygon
  return (
    <span className={classes.mark}>
      <i style={{ background: geometryColor(index) }} aria-hidden="true" />
      <Icon size={15} aria-label={texts.blocks.geometryDraft[kind]} />
    </span>
  )
}
