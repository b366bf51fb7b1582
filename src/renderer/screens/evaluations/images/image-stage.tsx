/** The image below its annotations and detections, with zoom; a plain surface where the file is gone. */
import { type CSSProperties, useState } from 'react'
import type { EvaluatedImage } from '../../../../shared/api/model-evaluations.ts'
import { ZoomPan } from '../../../parts/workflow/geometry/zoom-pan.tsx'
import { texts } from '../../../texts/texts.ts'
import { useExportImageUrl } from './export-image-url.ts'
import { ObjectOverlay } from './object-overlay.tsx'
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
