/** Shows the frame of a source at a given time with a drawing over it, or a dark field when there is none. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './frame.module.css'
import { SeekingVideo } from './seeking-video.tsx'

export interface FrameSize {
  width: number
  height: number
}

/** An image displayed on the screen: a video frame or a still. */
export interface ShownImage {
  /** Null when the browser can't display it. */
  element: HTMLVideoElement | HTMLImageElement | null
  /** Media time in seconds; null for an image that is valid at every time. */
  timeS: number | null
  /** Duration of the frame, seconds. */
  lastsS: number
}

interface MediaFrameProps {
  source: PickedSource | null
  /** Shown instead of the source's own image: an image of a data set. */
  still?: { url: string; name: string } | null | undefined
  /** Media time of the frame, seconds. */
  timeS: number
  /** Called when the video moved for another reason than `timeS`; the displayed time has to follow. */
  onMoved(timeS: number): void
  onShown?: ((image: ShownImage) => void) | undefined
  /** Shown in place of the image when there is no source. */
  empty: string
  className?: string | undefined
  /** Drawn over the image at its size; `isShown` returns true when the displayed frame is that of a media time. */
  children(size: FrameSize, isShown: (timeS: number) => boolean): ReactNode
}

const RATE_IF_UNKNOWN = 25
const UNKNOWN: FrameSize = { width: 16, height: 9 }

export function MediaFrame(props: MediaFrameProps) {
  const { source, still, timeS, onMoved, onShown, empty, className, children } = props
  const host = useHost()
  const [failed, setFailed] = useState<string | null>(null)
  const [natural, setNatural] = useState<(FrameSize & { url: string }) | null>(null)
  const [shown, setShown] = useState<{ url: string; timeS: number } | null>(null)
  const url = still ? still.url : source && `${host.info.files_base}/source?uri=${encodeURIComponent(source.uri)}`
  const isVideo = !still && source?.kind === 'video'
  // The frame keeps its shape while one still replaces another.
  const size = (still || natural?.url === url ? natural : source?.video) ?? UNKNOWN
  const fps = source?.video?.native_fps || RATE_IF_UNKNOWN
  const shows = url !== null && failed !== url
  const isShown = (at: number) =>
    !shows || (isVideo ? shown?.url === url && Math.abs(shown.timeS - at) < 0.5 / fps : natural?.url === url)

  const told = useRef(onShown)
  told.current = onShown
  // Reported without an image too, so that boxes are positioned correctly.
  useEffect(() => {
    if (!shows) told.current?.({ element: null, timeS: null, lastsS: 1 / fps })
  }, [shows, fps])
  return (
    <div
      className={`${classes.frame} ${className ?? ''}`}
      style={{ '--ratio': size.width / size.height } as React.CSSProperties}
    >
      {shows && isVideo && source && (
        <SeekingVideo
          key={url}
          url={url}
          label={texts.blocks.frame.of(source.name)}
          timeS={timeS}
          fps={fps}
          onSize={(known) => setNatural({ ...known, url })}
          onShown={(at, element, asked) => {
            setShown({ url, timeS: at })
            told.current?.({ element, timeS: at, lastsS: 1 / fps })
            if (!asked) onMoved(at)
          }}
          onFail={() => setFailed(url)}
        />
      )}
      {shows && !isVideo && (
        <img
          src={url}
          alt={still?.name ?? source?.name ?? ''}
          onLoad={({ currentTarget: i }) => {
            setNatural({ width: i.naturalWidth, height: i.naturalHeight, url })
            told.current?.({ element: i, timeS: null, lastsS: 1 / fps })
          }}
          onError={() => setFailed(url)}
        />
      )}
      {!shows && <p>{url === null ? empty : texts.blocks.frame.unreadable}</p>}
      {children(size, isShown)}
    </div>
  )
}
