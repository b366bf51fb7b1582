/** The one clock of a run page: the player writes it, tables and the chart read it and ask for jumps. */
import { useSyncExternalStore } from 'react'

export interface Playback {
  /** Media time in seconds. */
  getTime(): number
  subscribe(listener: () => void): () => void
  isPlaying(): boolean
  /** Jumps to a media time; remembered until a player is attached. */
  seek(timeS: number): void
  /** Connects the video element; returns the way to disconnect it. */
  attach(video: HTMLVideoElement): () => void
}

export function createPlayback(): Playback {
  let time = 0
  let video: HTMLVideoElement | null = null
  const listeners = new Set<() => void>()
  const tell = (next: number) => {
    if (next === time) return
    time = next
    for (const listener of [...listeners]) listener()
  }
  return {
    getTime: () => time,
    isPlaying: () => video !== null && !video.paused,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seek(timeS) {
      const end = video && Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY
      const target = Math.min(Math.max(0, timeS), end)
      if (video) video.currentTime = target
      tell(target)
    },
    attach(element) {
      video = element
      if (time > 0) element.currentTime = time
      let frame = 0
      const follow = () => {
        tell(element.currentTime)
        frame = element.paused ? 0 : requestAnimationFrame(follow)
      }
      const start = () => {
        if (!frame) follow()
      }
      const once = () => tell(element.currentTime)
      element.addEventListener('play', start)
      element.addEventListener('seeked', once)
      element.addEventListener('pause', once)
      return () => {
        cancelAnimationFrame(frame)
        element.removeEventListener('play', start)
        element.removeEventListener('seeked', once)
        element.removeEventListener('pause', once)
        if (video === element) video = null
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
