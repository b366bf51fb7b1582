/** Shows the frame of a source at a given time with a drawing over it, or a dark field when there is none. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './frame.module.css'

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

interface SeekingVideoProps {
  url: string
  label: string
  /** Media time of the frame to show, seconds. */
  timeS: number
  fps: number
  onSize(size: FrameSize): void
  /** Called for each displayed frame; `asked` is false when something else than `timeS` moved the video. */
  onShown(timeS: number, video: HTMLVideoElement, asked: boolean): void
  onFail(): void
}

/** Timeout for the first displayed frame; then the file is assumed to start at 0. A hidden page displays no frame. */
const FIRST_FRAME_WITHIN_MS = 600
/** A seek to the exact edge of a frame may show either neighbour; this offset skips a frame only above 100 fps. */
const MAX_INTO_FRAME_S = 0.01
const SAME_S = 1e-3

/**
 * A paused video that seeks to a given time and reports the frame really on the screen.
 * Seeks to the newest time only: while a seek is pending, later ones wait and replace each other. Times are relative to
 * the first displayed frame, as in the engine; no seek precedes that frame, because Chromium would keep showing it.
 */
function SeekingVideo({ url, label, timeS, fps, onSize, onShown, onFail }: SeekingVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const wanted = useRef(timeS)
  const origin = useRef<number | null>(null)
  /** The last target of a seek by this component. */
  const sent = useRef<number | null>(null)
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const tell = useRef(onShown)
  tell.current = onShown

  /** False in a browser that does not report the displayed frame. */
  const tells = 'requestVideoFrameCallback' in HTMLVideoElement.prototype
  const isAsked = (v: HTMLVideoElement) => sent.current === null || Math.abs(v.currentTime - sent.current) <= SAME_S
  const seek = () => {
    const v = video.current
    if (!v || v.seeking || !v.paused || origin.current === null) return
    const into = Math.min(0.5 / fps, MAX_INTO_FRAME_S)
    const target = Math.min(wanted.current + origin.current + into, Math.max(0, v.duration - SAME_S))
    sent.current = target
    if (Math.abs(v.currentTime - target) > SAME_S) v.currentTime = target
  }
  const shown = (v: HTMLVideoElement, mediaTime: number) => {
    clearTimeout(late.current)
    const first = origin.current === null
    origin.current ??= mediaTime
    tell.current(mediaTime - origin.current, v, isAsked(v))
    if (first) seek()
  }
  const watch = (v: HTMLVideoElement) => {
    if (!tells) return
    v.requestVideoFrameCallback((_, { mediaTime }) => {
      if (video.current !== v) return
      shown(v, mediaTime)
      watch(v)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time triggers the seek
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
        watch(v)
      }}
      onLoadedData={({ currentTarget: v }) => {
        if (!tells) shown(v, 0)
        else if (origin.current === null) late.current = setTimeout(shown, FIRST_FRAME_WITHIN_MS, v, 0)
      }}
      onSeeked={({ currentTarget: v }) => {
        if (!tells) shown(v, v.currentTime)
        // When something else moved the video, the owner of the time is notified and follows.
        if (isAsked(v)) seek()
      }}
      onError={onFail}
    />
  )
}
