/** Images as cards with their counts; a card opens its image. */
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { texts } from '../../../texts/texts.ts'
import { useExportImageUrl } from './export-image-url.ts'
import classes from './images.module.css'

const words = texts.evaluations.images

interface ImageGridProps {
  images: readonly ImageScore[]
  exportId: string
  onOpen(index: number): void
}

export function ImageGrid({ images, exportId, onOpen }: ImageGridProps) {
  return (
    <ul className={classes.grid} aria-label={words.title}>
      {images.map((image, i) => (
        <li key={image.position}>
          <button type="button" onClick={() => onOpen(i)} aria-label={words.open(image.filename)}>
            <Thumbnail exportId={exportId} position={image.position} />
            <span className={classes.file} title={image.filename}>
              {image.filename}
            </span>
            <span className={classes.counts}>{words.counts(image.tp, image.fp, image.fn)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ exportId, position }: { exportId: string; position: number }) {
  const url = useExportImageUrl(exportId, position)
  const [isGone, setGone] = useState(false)
  if (isGone) {
    return (
      <span className={classes.gone}>
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
      </span>
    )
  }
  return <img src={url} alt="" loading="lazy" onError={() => setGone(true)} />
}
