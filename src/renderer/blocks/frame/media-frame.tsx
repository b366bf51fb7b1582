/** The picture of a source at a moment, with a drawing over it; a dark field where there is none to show. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import { texts } from '../../messages/texts.ts'
import { useHost } from '../../shell/host.ts'
import classes from './frame.module.css'
import { SeekingVideo } from './seeking-video.tsx'

export interface FrameSize {
  width: number
  height: number
}

/** A picture that came on the screen. */
export interface ShownPicture {
  /** Null where the browser can't show it. */
  element: HTMLVideoElement | HTMLImageElement | null
  /** Null where it stands for every moment. */
  timeS: number | null
  /** How long it lasts, seconds. */
  lastsS: number
}

interface MediaFrameProps {
  source: PickedSource | null
  /** Shown instead of the source's own picture: one of a data set. */
  still?: { url: string; name: string } | null | undefined
  /** Media time of the frame, seconds. */
  timeS: number
  /** Something else than `timeS` moved the video: what is looked at has to follow. */
  onMoved(timeS: number): void
  onPicture?: ((picture: ShownPicture) => void) | undefined
  /** Said where the picture would be when there is no source. */
  empty: string
  className?: string | undefined
  /** Drawn over the picture, in its size; `isShown` says whether the picture on the screen is that of a media time. */
  children(size: FrameSize, isShown: (timeS: number) => boolean): ReactNode
}

const RATE_IF_UNKNOWN = 25
const UNKNOWN: FrameSize = { width: 16, height: 9 }

export function MediaFrame(props: MediaFrameProps) {
  const { source, still, timeS, onMoved, onPicture, empty, className, children } = props
  const host = useHost()
  const [failed, setFailed] = useState<string | null>(null)
  const [natural, setNatural] = useState<(FrameSize & { url: string }) | null>(null)
  const [shown, setShown] = useState<{ url: string; timeS: number } | null>(null)
  const url = still ? still.url : source && `${host.info.files_base}/source?uri=${encodeURIComponent(source.uri)}`
  const isVideo = !still && source?.kind === 'video'
  // From one still to the next the frame keeps its shape.
  const size = (still || natural?.url === url ? natural : source?.video) ?? UNKNOWN
  const fps = source?.video?.native_fps || RATE_IF_UNKNOWN
  const shows = url !== null && failed !== url
  const isShown = (at: number) =>
    !shows || (isVideo ? shown?.url === url && Math.abs(shown.timeS - at) < 0.5 / fps : natural?.url === url)

  const told = useRef(onPicture)
  told.current = onPicture
  // Boxes stand in the right place where there is no picture, too.
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
