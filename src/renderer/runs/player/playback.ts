/** The one clock of a run page: the player writes it, tables and the chart read it and ask for jumps. */
import { useSyncExternalStore } from 'react'

export interface Playback {
  /** Media time in seconds from the first frame, as the engine counts it. */
  getTime(): number
  subscribe(listener: () => void): () => void
  /** Time of the very frame that is on the screen; null before there is one. */
  shownFrame(): number | null
  /** Called as a frame comes onto the screen, before it is drawn with what belongs to it. */
  onFrame(listener: () => void): () => void
  isPlaying(): boolean
  pause(): void
  /** Jumps to a media time; remembered until a player is attached. */
  seek(timeS: number): void
  /** The element's own time of a media time: files may start later than at 0. */
  elementTime(timeS: number): number
  /** Connects the video element; returns the way to disconnect it. */
  attach(video: HTMLVideoElement): () => void
}

/** A page that is not on the screen is shown no frames; jumps must not wait for them for ever. */
const FIRST_FRAME_WITHIN_MS = 1500

export function createPlayback(): Playback {
  let time = 0
  let shown: number | null = null
  /** The element's time of the first frame; what the engine calls 0. */
  let origin = 0
  let video: HTMLVideoElement | null = null
  /** False until the first frame has told the origin: a jump before that would hide it. */
  let ready = true
  const listeners = new Set<() => void>()
  const frameListeners = new Set<() => void>()
  const tell = (next: number) => {
    if (next === time) return
    time = next
    for (const listener of [...listeners]) listener()
  }
  const show = (next: number) => {
    shown = next
    for (const listener of [...frameListeners]) listener()
  }
  const listen = (all: Set<() => void>) => (listener: () => void) => {
    all.add(listener)
    return () => {
      all.delete(listener)
    }
  }
  return {
    getTime: () => time,
    shownFrame: () => shown,
    elementTime: (timeS) => timeS + origin,
    isPlaying: () => video !== null && !video.paused,
    pause: () => video?.pause(),
    subscribe: listen(listeners),
    onFrame: listen(frameListeners),
    seek(timeS) {
      const end = video && Number.isFinite(video.duration) ? video.duration - origin : Number.POSITIVE_INFINITY
      const target = Math.min(Math.max(0, timeS), Math.max(0, end))
      if (video && ready) video.currentTime = target + origin
      tell(target)
    },
    attach(element) {
      video = element
      const knowsFrames = 'requestVideoFrameCallback' in element
      ready = !knowsFrames
      origin = 0
      shown = null
      const mediaTime = () => Math.max(0, element.currentTime - origin)
      const begin = () => {
        if (ready) return
        ready = true
        if (time > 0) element.currentTime = time + origin
      }
      if (ready && time > 0) element.currentTime = time

      let request = 0
      const present: VideoFrameRequestCallback = (_now, frame) => {
        if (!ready) {
          origin = frame.mediaTime
          begin()
        }
        show(frame.mediaTime - origin)
        request = element.requestVideoFrameCallback(present)
      }
      if (knowsFrames) request = element.requestVideoFrameCallback(present)
      let late: ReturnType<typeof setTimeout> | undefined
      const onData = () => {
        late = setTimeout(begin, FIRST_FRAME_WITHIN_MS)
      }

      let frame = 0
      const follow = () => {
        if (ready) tell(mediaTime())
        frame = element.paused ? 0 : requestAnimationFrame(follow)
      }
      const start = () => {
        if (!frame) follow()
      }
      const once = () => {
        if (!ready) return
        tell(mediaTime())
        if (!knowsFrames) show(mediaTime())
      }
      element.addEventListener('loadeddata', onData)
      element.addEventListener('play', start)
      element.addEventListener('seeked', once)
      element.addEventListener('pause', once)
      return () => {
        cancelAnimationFrame(frame)
        clearTimeout(late)
        if (knowsFrames) element.cancelVideoFrameCallback(request)
        element.removeEventListener('loadeddata', onData)
        element.removeEventListener('play', start)
        element.removeEventListener('seeked', once)
        element.removeEventListener('pause', once)
        if (video === element) video = null
        if (video === null) shown = null
      }
    },
  }
}

/** A value made of the media time; the component renders only when it changes. */
export function usePlaybackValue<T extends string | number | boolean>(
  playback: Playback,
  read: (timeS: number) => T,
): T {
  return useSyncExternalStore(playback.subscribe, () => read(playback.getTime()))
}
