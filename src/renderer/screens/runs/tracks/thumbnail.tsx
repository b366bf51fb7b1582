/** The thumbnail of a track, cut from the video while it is visible. */
import { useEffect, useState } from 'react'
import { type Cutout, createThumbnails, type Thumbnails, useThumbnail } from './thumbnails.ts'

/** @param src video that the thumbnails are cut from; null when there is none */
export function useThumbnails(src: string | null): Thumbnails | null {
  const [thumbnails, setThumbnails] = useState<Thumbnails | null>(null)
  useEffect(() => {
    if (src === null) return
    const made = createThumbnails(src)
    setThumbnails(made)
    return () => {
      made.close()
      setThumbnails(null)
    }
  }, [src])
  return thumbnails
}

interface ThumbnailProps {
  thumbnails: Thumbnails | null
  id: number
  cutout: () => Cutout
  className: string | undefined
  /** Placed in front of waiting requests. */
  urgent?: boolean
}

export function Thumbnail({ thumbnails, id, cutout, className, urgent = false }: ThumbnailProps) {
  const url = useThumbnail(thumbnails, id, cutout, urgent)
  return <span className={className}>{url && <img src={url} alt="" />}</span>
}
