/** The picture of a source at a moment, with a drawing over it; a dark field where there is none to show. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import { useHost } from '../../shell/host.ts'
import classes from './frame.module.css'

export interface FrameSize {
  width: number
  height: number
}

interface MediaFrameProps {
  source: PickedSource | null
  /** Media time of the frame, seconds. */
  timeS: number
  /** Said where the picture would be when there is no source. */
  empty: string
  className?: string | undefined
  /** Drawn over the picture, in its size. */
  children(size: FrameSize): ReactNode
}

export function MediaFrame({ source, timeS, empty, className, children }: MediaFrameProps) {
  const host = useHost()
  const [failed, setFailed] = useState<string | null>(null)
  const [natural, setNatural] = useState<(FrameSize & { uri: string }) | null>(null)
  const uri = source?.uri ?? ''
  const size = (natural?.uri === uri ? natural : source?.video) ?? { width: 16, height: 9 }
  const url = source && `${host.info.files_base}/source?uri=${encodeURIComponent(source.uri)}`
  const shows = url !== null && failed !== uri
  return (
    <div
      className={`${classes.frame} ${className ?? ''}`}
      style={{ '--ratio': size.width / size.height } as React.CSSProperties}
    >
      {shows && source?.kind === 'video' && (
        <SeekingVideo
          key={url}
          url={url}
          label={`Frame of ${source.name}`}
          // A seek to the very edge of a frame may show either neighbour.
          timeS={timeS + 0.5 / (source.video?.native_fps || 25)}
          onSize={(known) => setNatural({ ...known, uri })}
          onFail={() => setFailed(uri)}
        />
      )}
      {shows && source?.kind === 'image' && (
        <img
          src={url}
          alt={source.name}
          onLoad={({ currentTarget: i }) => setNatural({ width: i.naturalWidth, height: i.naturalHeight, uri })}
          onError={() => setFailed(uri)}
        />
      )}
      {!shows && (
        <p>
          {source
            ? 'This file can’t be shown here. What is drawn over it stands in the right place all the same.'
            : empty}
        </p>
      )}
      {children(size)}
    </div>
  )
}

interface SeekingVideoProps {
  url: string
  label: string
  timeS: number
  onSize(size: FrameSize): void
  onFail(): void
}

/** How long the first frame may take to be shown before the file is taken to start at 0: a hidden page shows none. */
const FIRST_FRAME_WITHIN_MS = 600

/**
 * Seeks to the newest time only: while one seek is under way, later ones wait and replace each other. Times count from
 * the first frame that is shown, as the engine's do; nothing is sought before it, and Chromium would go on showing it.
 */
function SeekingVideo({ url, label, timeS, onSize, onFail }: SeekingVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const wanted = useRef(timeS)
  const origin = useRef<number | null>(null)
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const seek = () => {
    const element = video.current
    if (!element || element.seeking || origin.current === null) return
    const target = Math.min(wanted.current + origin.current, Math.max(0, element.duration - 1e-3))
    if (Math.abs(element.currentTime - target) > 1e-3) element.currentTime = target
  }
  const begin = (originS: number) => {
    clearTimeout(late.current)
    origin.current ??= originS
    seek()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time is what asks for a seek
  useEffect(() => {
    wanted.current = timeS
    seek()
  }, [timeS])
  useEffect(() => () => clearTimeout(late.current), [])
  return (
    <video
      ref={video}
      src={url}
      muted
      playsInline
      preload="auto"
      aria-label={label}
      onLoadedMetadata={({ currentTarget: v }) => {
        onSize({ width: v.videoWidth, height: v.videoHeight })
        if ('requestVideoFrameCallback' in v) v.requestVideoFrameCallback((_, frame) => begin(frame.mediaTime))
      }}
      onLoadedData={({ currentTarget: v }) => {
        if (!('requestVideoFrameCallback' in v)) begin(0)
        else if (origin.current === null) late.current = setTimeout(begin, FIRST_FRAME_WITHIN_MS, 0)
      }}
      onSeeked={() => seek()}
      onError={onFail}
    />
  )
}
