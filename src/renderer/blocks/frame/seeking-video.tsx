/** A video that stands still at a moment, and tells which picture is really on the screen. */
import { useEffect, useRef } from 'react'
import type { FrameSize } from './media-frame.tsx'

interface SeekingVideoProps {
  url: string
  label: string
  /** Media time of the frame to show, seconds. */
  timeS: number
  fps: number
  onSize(size: FrameSize): void
  /** Each picture as it comes on the screen; not `asked` for when something else than `timeS` moved the video. */
  onShown(timeS: number, picture: HTMLVideoElement, asked: boolean): void
  onFail(): void
}

/** How long the first frame may take to be shown before the file is taken to start at 0: a hidden page shows none. */
const FIRST_FRAME_WITHIN_MS = 600
/** A seek to the very edge of a frame may show either neighbour; so far behind it, only a frame of 100 a second could. */
const MOST_INTO_FRAME_S = 0.01
const SAME_S = 1e-3

/**
 * Seeks to the newest time only: while one seek is under way, later ones wait and replace each other. Times count from
 * the first frame that is shown, as the engine's do; nothing is sought before it, and Chromium would go on showing it.
 */
export function SeekingVideo({ url, label, timeS, fps, onSize, onShown, onFail }: SeekingVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const wanted = useRef(timeS)
  const origin = useRef<number | null>(null)
  /** Where this component sent the video last. */
  const sent = useRef<number | null>(null)
  const late = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const tell = useRef(onShown)
  tell.current = onShown

  /** False in a browser that does not say which picture is on the screen. */
  const tells = 'requestVideoFrameCallback' in HTMLVideoElement.prototype
  const isAsked = (v: HTMLVideoElement) => sent.current === null || Math.abs(v.currentTime - sent.current) <= SAME_S
  const seek = () => {
    const v = video.current
    if (!v || v.seeking || !v.paused || origin.current === null) return
    const into = Math.min(0.5 / fps, MOST_INTO_FRAME_S)
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
        watch(v)
      }}
      onLoadedData={({ currentTarget: v }) => {
        if (!tells) shown(v, 0)
        else if (origin.current === null) late.current = setTimeout(shown, FIRST_FRAME_WITHIN_MS, v, 0)
      }}
      onSeeked={({ currentTarget: v }) => {
        if (!tells) shown(v, v.currentTime)
        // Where something else moved it, the owner of the time hears of it and follows.
        if (isAsked(v)) seek()
      }}
      onError={onFail}
    />
  )
}
