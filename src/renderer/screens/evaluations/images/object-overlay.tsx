/**
 * Draws annotations solid and detections dashed, in the colours of their classes. Errors are hatched: annotations one
 * way, detections the other, so that a confusion is hatched both ways.
 */
import { useId } from 'react'
import { formatDecimal } from '../../../base/format/format.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import type { ShownObject } from './shown-objects.ts'
import classes from './viewer.module.css'

/** More names would cover each other; those pointed at are shown all the same. */
const MOST_NAMES = 24
/** The width that an image usually has on the screen, in pixels; lines keep their width at any size of an image. */
const USUAL_WIDTH = 900

interface ObjectOverlayProps {
  width: number
  height: number
  objects: readonly ShownObject[]
  /** The key of the object that is pointed at. */
  marked: string | null
  zoom: number
}

export function ObjectOverlay({ width, height, objects, marked, zoom }: ObjectOverlayProps) {
  const colorOf = useClassColor()
  const id = useId()
  const unit = width / USUAL_WIDTH / zoom
  const names = objects.length <= MOST_NAMES ? objects : objects.filter(({ key }) => key === marked)
  return (
    <>
      <svg className={classes.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <defs>
          {objects.map((object) => {
            const isTruth = object.kind === 'truth'
            return (
              object.outcome !== 'right' && (
                <pattern
                  key={object.key}
                  id={`${id}-${object.key}`}
                  width={9 * unit}
                  height={9 * unit}
                  patternUnits="userSpaceOnUse"
                  patternTransform={`rotate(${isTruth ? 45 : -45})`}
                >
                  <line x1={0} x2={0} y1={0} y2={9 * unit} stroke="#000" strokeOpacity={0.45} strokeWidth={5 * unit} />
                  <line x1={0} x2={0} y1={0} y2={9 * unit} stroke={colorOf(object.className)} strokeWidth={3 * unit} />
                </pattern>
              )
            )
          })}
        </defs>
        {objects.map((object) => (
          <Outline
            key={object.key}
            object={object}
            unit={unit}
            color={colorOf(object.className)}
            fill={object.outcome === 'right' ? 'none' : `url(#${id}-${object.key})`}
            isMarked={object.key === marked}
            isDimmed={marked !== null && object.key !== marked}
          />
        ))}
      </svg>
      {names.map((object) => (
        <Name
          key={object.key}
          object={object}
          width={width}
          height={height}
          zoom={zoom}
          isDimmed={marked !== null && object.key !== marked}
        />
      ))}
    </>
  )
}

interface OutlineProps {
  object: ShownObject
  unit: number
  color: string
  fill: string
  isMarked: boolean
  isDimmed: boolean
}

function Outline({ object, unit, color, fill, isMarked, isDimmed }: OutlineProps) {
  const d = outlineOf(object)
  const strokeWidth = (isMarked ? 4 : 2.5) * unit
  return (
    <g opacity={isDimmed ? 0.35 : 1} data-kind={object.kind} data-outcome={object.outcome}>
      <path d={d} fill="none" stroke="#000" strokeOpacity={0.6} strokeWidth={strokeWidth + 2.5 * unit} />
      <path
        d={d}
        fill={fill}
        fillRule="evenodd"
        fillOpacity={0.75}
        stroke={color}
        strokeWidth={strokeWidth}
        strokeDasharray={object.kind === 'truth' ? undefined : `${8 * unit} ${6 * unit}`}
      />
    </g>
  )
}

function outlineOf({ box: { x, y, w, h }, paths }: ShownObject): string {
  if (!paths) return `M${x} ${y}h${w}v${h}h${-w}Z`
  return paths.map((path) => `M${path.map((at) => `${at.x} ${at.y}`).join('L')}Z`).join('')
}

interface NameProps {
  object: ShownObject
  width: number
  height: number
  zoom: number
  isDimmed: boolean
}

/** Of an annotation above its box, of a detection below it. */
function Name({ object, width, height, zoom, isDimmed }: NameProps) {
  const { kind, className, confidence, box } = object
  const isTruth = kind === 'truth'
  return (
    <span
      className={classes.name}
      data-kind={kind}
      aria-hidden="true"
      style={{
        left: `${(100 * box.x) / width}%`,
        top: `${(100 * (isTruth ? box.y : box.y + box.h)) / height}%`,
        transform: `scale(${1 / zoom}) translateY(${isTruth ? '-100%' : '0'})`,
        opacity: isDimmed ? 0.35 : 1,
      }}
    >
      {isTruth ? className : `${className} ${formatDecimal(confidence ?? 0, 2)}`}
    </span>
  )
}
