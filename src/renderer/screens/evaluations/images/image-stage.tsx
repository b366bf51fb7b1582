/** The image below its annotations and detections, with zoom; a plain surface where the file is gone. */
import { type CSSProperties, useId, useState } from 'react'
import type { EvaluatedImage } from '../../../../shared/api/model-evaluations.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { exportImageUrl } from '../../../parts/studio/exports/export-images.ts'
import { ZoomPan } from '../../../parts/workflow/geometry/zoom-pan.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ShownObject } from './shown-objects.ts'
import classes from './viewer.module.css'

const words = texts.evaluations.images

interface ImageStageProps {
  image: EvaluatedImage
  exportId: string
  objects: readonly ShownObject[]
  marked: string | null
}

export function ImageStage({ image, exportId, objects, marked }: ImageStageProps) {
  const { filename, width, height, position } = image
  const url = useExportImageUrl(exportId, position)
  const [isGone, setGone] = useState(false)
  return (
    <>
      <div className={classes.stage} style={{ '--ratio': width / height } as CSSProperties}>
        <ZoomPan>
          {(zoom) => (
            <div className={classes.frame} style={{ aspectRatio: `${width} / ${height}` }}>
              {!isGone && (
                <img src={url} alt={words.view.image(filename)} draggable={false} onError={() => setGone(true)} />
              )}
              <ObjectOverlay width={width} height={height} objects={objects} marked={marked} zoom={zoom} />
            </div>
          )}
        </ZoomPan>
      </div>
      {isGone && <p className={classes.note}>{words.notShown}</p>}
    </>
  )
}

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

/**
 * Draws annotations solid and detections dashed, in the colours of their classes. Errors are hatched: annotations one
 * way, detections the other, so that a confusion is hatched both ways.
 */
function ObjectOverlay({ width, height, objects, marked, zoom }: ObjectOverlayProps) {
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

/** The name of an object: above the box of an annotation, below the box of a detection. */
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

/** The address of an image of an export at the host. */
export const useExportImageUrl = (exportId: string, position: number): string =>
  exportImageUrl(useHost().info.files_base, exportId, position)
