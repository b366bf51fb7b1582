/** Two players on one clock: they show the same moment and play together as long as each of them has frames. */
import type { Playback, Transport } from '../../../parts/run/player/playback.ts'

/** Beyond this distance the follower seeks; below it, the follower catches up by playing faster or slower. */
const JUMP_S = 0.35
const SAME_S = 0.015
const MAX_CATCH_UP = 0.15
const END_S = 0.05

export interface SyncedPlayback extends Transport {
  /** Call it while both are shown; returns a function that releases them. */
  hold(): () => void
}

/** @param landing maps the time at which both stop to the middle of its frame */
export function createSyncedPlayback(
  a: Playback,
  b: Playback,
  landing: { readonly current: (timeS: number) => number },
): SyncedPlayback {
  let speed = 1
  let request = 0
  const both = [a, b] as const
  /** The longer one; the other stays on its last frame after its end. */
  const leader = () => (b.getDuration() > a.getDuration() + END_S ? b : a)
  const follower = () => (leader() === a ? b : a)
  const seek = (timeS: number) => {
    for (const one of both) one.seek(timeS)
  }
  const stop = () => {
    cancelAnimationFrame(request)
    request = 0
    for (const one of both) {
      one.pause()
      one.setSpeed(speed)
    }
    const first = leader()
    seek(landing.current(first.shownFrame() ?? first.getTime()))
  }
  const follow = () => {
    const [first, second] = [leader(), follower()]
    if (!first.isPlaying()) return stop()
    const now = first.getTime()
    const ended = now >= second.getDuration() - END_S
    if (!ended) {
      if (!second.isPlaying()) second.play()
      const ahead = second.getTime() - now
      if (Math.abs(ahead) > JUMP_S * Math.max(1, speed)) second.seek(now)
      else {
        const catchUp = Math.abs(ahead) < SAME_S ? 0 : Math.min(MAX_CATCH_UP, Math.max(-MAX_CATCH_UP, -ahead))
        second.setSpeed(speed * (1 + catchUp))
      }
    }
    request = requestAnimationFrame(follow)
  }
  const toBoth = (listen: (one: Playback) => () => void) => {
    const stops = both.map(listen)
    return () => {
      for (const end of stops) end()
    }
  }
  return {
    getTime: () => leader().getTime(),
    getDuration: () => leader().getDuration(),
    isPlaying: () => leader().isPlaying(),
    subscribe: (listener) => toBoth((one) => one.subscribe(listener)),
    onState: (listener) => toBoth((one) => one.onState(listener)),
    play() {
      const first = leader()
      if (first.getTime() >= first.getDuration() - END_S) seek(0)
      for (const one of both) if (first.getTime() < one.getDuration() - END_S) one.play()
    },
    pause() {
      if (request || leader().isPlaying()) stop()
      else for (const one of both) one.pause()
    },
    seek,
    setSpeed(next) {
      speed = next
      for (const one of both) one.setSpeed(next)
    },
    hold() {
      const watch = () => {
        if (!request && leader().isPlaying()) request = requestAnimationFrame(follow)
      }
      const end = toBoth((one) => one.onState(watch))
      watch()
      return () => {
        cancelAnimationFrame(request)
        request = 0
        end()
      }
    },
  }
}
