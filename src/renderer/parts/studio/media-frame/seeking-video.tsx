/** A paused video that seeks to a given time and reports the frame really on the screen. */
import { useEffect, useRef } from 'react'
import type { FrameSize } from './media-frame.tsx'

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
 * Seeks to the newest time only: while a seek is pending, later ones wait and replace each other. Times are relative to
 * the first displayed frame, as in the engine; no seek precedes that frame, because Chromium would keep showing it.
 */
export function SeekingVideo({ url, label, timeS, fps, onSize, onShown, onFail }: SeekingVideoProps) {
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
