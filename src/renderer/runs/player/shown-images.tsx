/** Images one by one, each in its own size, as the browser decodes their files. */
import { useEffect, useRef } from 'react'
import type { ImageUrls } from '../inspector/pictures.ts'
import type { Inspection } from '../inspector/use-inspection.ts'
import { FrameDeck } from './frame-deck.ts'
import { imageAt } from './frame-step.ts'

interface ShownImagesProps {
  inspection: Inspection
  images: ImageUrls
  label: string
  /** A file is gone, or the browser can't decode it. */
  onFail: () => void
}

export function ShownImages(props: ShownImagesProps) {
  const { inspection, images, label } = props
  const { playback, duration, showSize } = inspection
  const { key } = images
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(props)
  latest.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: other images begin anew
  useEffect(() => {
    let shown: string | null = null
    let isOver = false
    const show = async (timeS: number): Promise<number> => {
      const { index } = latest.current.inspection.frames
      const at = imageAt(index, timeS)
      const url = latest.current.images.urlOf(index, at)
      if (url === null) {
        // One that was deleted, or left out: the others are there.
        const { width = 0, height = 0 } = canvas.current ?? {}
        canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
        shown = null
      } else if (url !== shown) {
        const image = new Image()
        image.src = url
        await image.decode()
        if (isOver) return timeS
        // What a browser turns otherwise than the engine is not what boxes refer to.
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

/** In the image's own pixels. */
export function drawWhole(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (!canvas) return
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
}
