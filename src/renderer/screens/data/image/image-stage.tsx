/** An image with its annotations. The page knows only these properties, so that an editor can take this place. */
import { useState } from 'react'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { texts } from '../../../base/messages/texts.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { ZoomPan } from '../../../parts/geometry/zoom-pan.tsx'
import classes from './image.module.css'
import { outlineOf } from './outline.ts'

const words = texts.data.image
/** The width that an image usually has on the screen, in pixels; lines keep their width at any size of an image. */
const USUAL_WIDTH = 900
/** Of a keypoint, in such pixels. */
const POINT_RADIUS = 5

interface ImageStageProps {
  url: string
  name: string
  /** Pixels, upright. */
  width: number
  height: number
  annotations: readonly Annotation[]
  /** The annotation that is pointed at in the list. */
  marked: string | null
}

export function ImageStage({ url, name, width, height, annotations, marked }: ImageStageProps) {
  const colorOf = useClassColor()
  const [goneUrl, setGoneUrl] = useState<string | null>(null)
  return (
    <div className={classes.stage}>
      <div className={classes.fit} style={{ '--ratio': width / height, aspectRatio: `${width} / ${height}` } as object}>
        <ZoomPan>
          {(zoom) => {
            const unit = width / USUAL_WIDTH / zoom
            return (
              <div className={classes.frame}>
                {goneUrl === url ? (
                  <p className={classes.gone}>{words.notShown}</p>
                ) : (
                  <img src={url} alt={words.alt(name)} draggable={false} onError={() => setGoneUrl(url)} />
                )}
                <svg className={classes.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
                  {annotations.map((annotation) => {
                    const d = outlineOf(annotation, POINT_RADIUS * unit)
                    const lineWidth = (annotation.id === marked ? 4 : 2.5) * unit
                    const color = colorOf(annotation.name)
                    const isArea = annotation.type === 'bbox' || annotation.type === 'polygon'
                    return (
                      <g key={annotation.id} opacity={marked !== null && annotation.id !== marked ? 0.35 : 1}>
                        <path d={d} fill="none" stroke="#000" strokeOpacity={0.5} strokeWidth={lineWidth + 2 * unit} />
                        <path
                          d={d}
                          fill={isArea || annotation.type === 'keypoint' ? color : 'none'}
                          fillOpacity={annotation.type === 'keypoint' ? 1 : annotation.id === marked ? 0.3 : 0.12}
                          fillRule="evenodd"
                          stroke={color}
                          strokeWidth={lineWidth}
                        />
                      </g>
                    )
                  })}
                </svg>
              </div>
            )
          }}
        </ZoomPan>
      </div>
    </div>
  )
}
