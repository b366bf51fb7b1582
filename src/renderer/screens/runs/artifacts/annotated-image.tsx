/** An image of an annotations file, with the boxes and outlines that were written to the data set. */
import { type CSSProperties, Fragment } from 'react'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import type { AnnotationRecord } from '../../../../shared/domain/annotation-record.ts'
import { textOn } from '../../../../shared/domain/contrast.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './annotated-image.module.css'

interface AnnotatedImageProps {
  /** The record's line in the file. */
  line: string
  /** Returns the URL of an image of the run; null when the image was not kept. */
  urlOf: (name: string) => string | null
}

export function AnnotatedImage({ line, urlOf }: AnnotatedImageProps) {
  const colorOf = useClassColor()
  const record = imageRecord(line)
  const url = record?.picture ? urlOf(record.picture) : null
  if (!record || url === null) return null
  const { width, height, annotations, filename } = record
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  return (
    <figure
      className={classes.image}
      style={{ aspectRatio: width / height, '--ratio': width / height } as CSSProperties}
    >
      <img src={url} alt={texts.runs.artifacts.annotatedImage(filename, annotations.length)} />
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {annotations.map((annotation) => (
          <path key={annotation.id} d={shapeOf(annotation)} stroke={colorOf(annotation.name)} />
        ))}
      </svg>
      {annotations.map(({ id, name, bounding_box: box }) => (
        <Fragment key={id}>
          {box && (
            <figcaption
              style={{
                left: share(box.x, width),
                top: share(box.y, height),
                background: colorOf(name),
                color: textOn(colorOf(name)),
              }}
            >
              {name}
            </figcaption>
          )}
        </Fragment>
      ))}
    </figure>
  )
}

/** Returns null for the header and for every line that is not an image record. */
function imageRecord(line: string): AnnotationRecord | null {
  try {
    const record = JSON.parse(line) as AnnotationRecord
    return record.record === 'image' ? record : null
  } catch {
    return null
  }
}

function shapeOf({ polygon, bounding_box: box }: Annotation): string {
  if (polygon) return polygon.paths.map((path) => `M${path.map(({ x, y }) => `${x} ${y}`).join('L')}Z`).join('')
  return box ? `M${box.x} ${box.y}h${box.w}v${box.h}h${-box.w}Z` : ''
}
