/** The video or image under an overlay, in the form that can be displayed, with a note when it is not the usual one. */
import { IconFocusCentered } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import { FrameDeck } from '../player/frame-deck.ts'
import { imageAt, isNextOf } from '../player/frame-step.ts'
import type { ImageUrls, Medium } from '../player/overlay-media.ts'
import type { Playback } from '../player/playback.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'
import classes from './inspector.module.css'
import type { Inspection } from './use-inspection.ts'

interface UnderOverlayProps {
  inspection: Inspection
  medium: Medium
  label: string
  muted?: boolean
  onFail: () => void
}

export function UnderOverlay({ inspection, medium, label, muted = false, onFail }: UnderOverlayProps) {
  const { playback, frames, frame, frameS, duration, showSize } = inspection
  if ('images' in medium)
    return <ShownImages inspection={inspection} label={label} onFail={onFail} images={medium.images} />
  if ('url' in medium)
    return <PlayedVideo playback={playback} label={label} muted={muted} onFail={onFail} src={medium.url} />
  return (
    <DecodedFrames
      playback={playback}
      label={label}
      frame={frame}
      frameS={frameS}
      onFail={onFail}
      uri={medium.uri}
      still={medium.still}
      durationS={duration}
      onSize={medium.still ? showSize : undefined}
      index={frames.index}
    />
  )
}

/** The note under a video that the browser can't play. */
export const frameByFrameNote = (medium: Medium): string | null =>
  'uri' in medium && !medium.still ? texts.compare.frameByFrame : null

interface DecodedFramesProps {
  playback: Playback
  /** Handle of the source. */
  uri: string
  /** True for an image. */
  still?: boolean
  label: string
  frame: Size
  /** Nominal duration of a frame in seconds. */
  frameS: number
  /** 0 when unknown. */
  durationS: number
  /** Called with the size of a displayed still, and with null when it is removed. */
  onSize?: ((size: Size | null) => void) | undefined
  /** Times of the frames that the run has processed. */
  index: FrameIndex
  onFail: () => void
}

/** Rounding of times written in microseconds, with a margin. */
const SLACK_S = 0.002

/** Displays a video that the browser can't play, frame by frame as the engine decodes it. */
function DecodedFrames(props: DecodedFramesProps) {
  const { playback, uri, still = false, label, frame, frameS, durationS, onSize } = props
  const host = useHost()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const graph = onlySource(uri, still ? 'image' : 'video')
    const show = async (timeS: number): Promise<number> => {
      const { index } = latest.current
      const frameAt = async (at_seconds: number) => {
        const body = { graph, at_seconds, window_seconds: 0, picture: true }
        return (await host.api('workflows.preview', { body })).picture
      }
      const asked = frameTime(index, timeS, frameS)
      const before = index.frameAtOrBefore(timeS)
      const frame = await frameAt(asked).catch((error: unknown) => {
        // A file's stated duration may exceed its video: past the last frame, the last known one stays.
        if (before < 0 || index.timeOf(before) >= asked) throw error
        return frameAt(index.timeOf(before))
      })
      if (!frame) throw new Error('no frame at this time')
      const image = new Image()
      image.src = `data:image/jpeg;base64,${frame.jpeg}`
      await image.decode()
      const element = canvas.current
      if (still) {
        drawWhole(element, image)
        onSize?.({ width: image.naturalWidth, height: image.naturalHeight })
      } else element?.getContext('2d')?.drawImage(image, 0, 0, element.width, element.height)
      return frame.time_s
    }
    const duration = durationS > 0 ? durationS : Number.POSITIVE_INFINITY
    const deck = new FrameDeck({ duration, show, onFail: () => latest.current.onFail() })
    const detach = playback.attach(deck)
    return () => {
      detach()
      deck.close()
      onSize?.(null)
    }
  }, [playback, host, uri, still, frameS, durationS, onSize])
  // Each image has a size of its own; setting one here would clear the canvas.
  const size = still ? {} : { width: frame.width, height: frame.height }
  return <canvas ref={canvas} {...size} role="img" aria-label={label} />
}

const onlySource = (gcs_uri: string, kind: 'image' | 'video'): Graph => ({
  version: 1,
  nodes: [{ id: 'source', type: 'source', config: { kind, gcs_uri } }],
  edges: [],
})

/**
 * Start time of the frame shown at a time, because the engine returns the first frame at or after the requested time.
 * Between frames that the run skipped, the start is derived from the file's frame rate.
 */
function frameTime(index: FrameIndex, timeS: number, frameS: number): number {
  const before = index.frameAtOrBefore(timeS)
  // When no frames were skipped, the first frame stays visible until the second, however long that takes.
  const known = before >= 0 && (timeS - index.timeOf(before) < frameS || isNextOf(index, before, frameS))
  return known ? index.timeOf(before) : Math.max(0, timeS - frameS + SLACK_S)
}

interface PlayedVideoProps {
  playback: Playback
  src: string
  label: string
  muted?: boolean
  /** Called when the file is missing or its video can't be decoded here. */
  onFail: () => void
}

/** The video under an overlay, attached to the clock that drives it. */
function PlayedVideo({ playback, src, label, muted = false, onFail }: PlayedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another start time
  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback, src])
  return (
    <video
      key={src}
      ref={video}
      src={src}
      preload="auto"
      playsInline
      muted={muted}
      aria-label={label}
      onError={onFail}
      onLoadedMetadata={(event) => {
        // A file whose video can't be decoded here may still have sound.
        if (event.currentTarget.videoWidth === 0) onFail()
      }}
    />
  )
}

/** The placeholder for an overlay without data. */
export function NoFrames({ run: { inspection, status }, error }: { run: WorkflowRun; error: string | null }) {
  const words = texts.runs.inspector.noFrames
  if (status !== 'completed') {
    return (
      <div className={classes.none}>
        <p>{texts.runs.failurePanel.noResults}</p>
      </div>
    )
  }
  return (
    <div className={classes.none}>
      <IconFocusCentered size={18} stroke={1.6} aria-hidden />
      <p>{error ?? (inspection && inspection.frames === null ? words.nothingDetects : words.noRecord)}</p>
    </div>
  )
}

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

/** Displays images one at a time, each in its own size, decoded by the browser. */
function ShownImages(props: ShownImagesProps) {
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
function drawWhole(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (!canvas) return
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
}
