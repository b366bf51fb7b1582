/** Displays images one at a time, each in its own size, decoded by the browser. */
import { useEffect, useRef } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'
import { FrameDeck } from './frame-deck.ts'
import { imageAt } from './frame-step.ts'
import type { ImageUrls } from './overlay-media.ts'
import type { Playback } from './playback.ts'

interface ShownImagesProps {
  inspection: {
    playback: Playback
    duration: number
    showSize: (size: Size | null) => void
    frames: { index: FrameIndex }
  }
  images: ImageUrls
  label: string
  /** Called when a file is missing or the browser can't decode it. */
  onFail: () => void
}

export function ShownImages(props: ShownImagesProps) {
  const { inspection, images, label } = props
  const { playback, duration, showSize } = inspection
  const { key } = images
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(props)
  latest.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means other images
  useEffect(() => {
    let shown: string | null = null
    let isOver = false
    const show = async (timeS: number): Promise<number> => {
      const { index } = latest.current.inspection.frames
      const at = imageAt(index, timeS)
      const url = latest.current.images.urlOf(index, at)
      if (url === null) {
        // A single image can be deleted or omitted; the others are displayed.
        const { width = 0, height = 0 } = canvas.current ?? {}
        canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
        shown = null
      } else if (url !== shown) {
        const image = new Image()
        image.src = url
        await image.decode()
        if (isOver) return timeS
        // Boxes don't fit an image that the browser rotates differently from the engine.
        const { size } = latest.current.images
        if (size && (image.naturalWidth !== size.width || image.naturalHeight !== size.height)) {
          throw new RangeError(url)
        }
        drawWhole(canvas.current, image)
        showSize({ width: image.naturalWidth, height: image.naturalHeight })
        shown = url
      }
      return at < index.frameCount ? index.timeOf(at) : timeS
    }
    const deck = new FrameDeck({
      duration: duration > 0 ? duration : Number.POSITIVE_INFINITY,
      show,
      onFail: () => latest.current.onFail(),
    })
    const detach = playback.attach(deck)
    return () => {
      isOver = true
      detach()
      deck.close()
      showSize(null)
    }
  }, [playback, showSize, duration, key])
  return <canvas ref={canvas} role="img" aria-label={label} />
}

/** Size in the image's own pixels. */
export function drawWhole(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (!canvas) return
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
}
