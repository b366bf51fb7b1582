/** The shared clock of a run page: the player updates it; tables and charts read it and request seeks. */
import { useSyncExternalStore } from 'react'

/** The interface of players for buttons, keys and time lines. */
export interface Transport {
  /** Media time in seconds from the first frame, as the engine counts it. */
  getTime(): number
  subscribe(listener: () => void): () => void
  /** Duration in seconds; 0 until known. */
  getDuration(): number
  isPlaying(): boolean
  /** Called when playback starts or stops, and when the duration becomes known. */
  onState(listener: () => void): () => void
  play(): void
  pause(): void
  /** Seeks to a media time; remembered until a player is attached. */
  seek(timeS: number): void
  /** 1 is the recorded speed. */
  setSpeed(speed: number): void
}

export interface Playback extends Transport {
  /** Time of the frame on the screen; null before the first one. */
  shownFrame(): number | null
  /** Called when a frame is displayed, before its overlay is drawn. */
  onFrame(listener: () => void): () => void
  /** Converts a media time to the element's own time, because files may start later than at 0. */
  elementTime(timeS: number): number
  /** Attaches a deck; returns a function that detaches it. */
  attach(deck: Deck): () => void
}

/** Hidden pages receive no frames; seeks must not wait for them forever. */
const FIRST_FRAME_WITHIN_MS = 1500

/** When seeks follow each other this quickly, or overlap, Chromium may never report the last one's frame. */
const HURRIED_MS = 500
/** Longest wait for the frame callback after a seek has ended. */
const REPORTED_WITHIN_MS = 150
/** Chromium skips a seek to the current time without a frame callback; this far beside it, the frame is the same. */
const BESIDE_S = 1e-4

export function createPlayback(): Playback {
  let time = 0
  let shown: number | null = null
  /** The element's time of the first frame, which is 0 for the engine. */
  let origin = 0
  let deck: Deck | null = null
  let speed = 1
  /** False until the first frame has set the origin: an earlier seek would hide that frame. */
  let ready = true
  const listeners = new Set<() => void>()
  const frameListeners = new Set<() => void>()
  const stateListeners = new Set<() => void>()
  const tell = (next: number) => {
    if (next === time) return
    time = next
    for (const listener of [...listeners]) listener()
  }
  const show = (next: number) => {
    shown = next
    for (const listener of [...frameListeners]) listener()
  }
  const tellState = () => {
    for (const listener of [...stateListeners]) listener()
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
    getDuration: () => (deck && Number.isFinite(deck.duration) ? deck.duration : 0),
    isPlaying: () => deck !== null && !deck.paused,
    play: () => void deck?.play().catch(() => {}),
    pause: () => deck?.pause(),
    setSpeed(next) {
      speed = next
      if (deck) deck.playbackRate = next
    },
    subscribe: listen(listeners),
    onFrame: listen(frameListeners),
    onState: listen(stateListeners),
    seek(timeS) {
      const end = deck && Number.isFinite(deck.duration) ? deck.duration - origin : Number.POSITIVE_INFINITY
      const target = Math.min(Math.max(0, timeS), Math.max(0, end))
      if (!Number.isFinite(target)) return
      if (deck && ready) deck.currentTime = target + origin
      tell(target)
    },
    attach(element) {
      deck = element
      element.playbackRate = speed
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
      let presented = 0
      const present: VideoFrameRequestCallback = (_now, frame) => {
        if (!ready) {
          origin = frame.mediaTime
          begin()
        }
        show(frame.mediaTime - origin)
        presented++
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
      /** Seeks once more when hurried seeks have ended without a frame callback. */
      const askAgain = askingAgain(element, () => presented)
      const heard: [string, () => void][] = [
        ...(knowsFrames ? askAgain.heard : []),
        ['loadeddata', onData],
        ['play', start],
        ['seeked', once],
        ['pause', once],
        ['play', tellState],
        ['pause', tellState],
        ['durationchange', tellState],
      ]
      for (const [type, listener] of heard) element.addEventListener(type, listener)
      if (knowsFrames && (element.readyState ?? 0) >= HAVE_FRAME) {
        // Loaded before a listener was attached: the frame callback is triggered again.
        onData()
        showAgain(element)
      }
      tellState()
      return () => {
        cancelAnimationFrame(frame)
        clearTimeout(late)
        askAgain.stop()
        if (knowsFrames) element.cancelVideoFrameCallback(request)
        for (const [type, listener] of heard) element.removeEventListener(type, listener)
        if (deck === element) deck = null
        if (deck === null) shown = null
        tellState()
      }
    },
  }
}

/** `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const HAVE_FRAME = 2

/** Seeks beside the current time, which triggers the callback of the frame again. */
function showAgain(element: Deck): void {
  const { currentTime, duration } = element
  element.currentTime = currentTime + BESIDE_S > duration ? currentTime - BESIDE_S : currentTime + BESIDE_S
}

function askingAgain(element: Deck, presented: () => number) {
  let last = Number.NEGATIVE_INFINITY
  let [isSeeking, isHurried, isOurs] = [false, false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  const onSeeking = () => {
    clearTimeout(timer)
    if (isOurs) return
    isHurried = isSeeking || performance.now() - last <= HURRIED_MS
    isSeeking = true
    last = performance.now()
  }
  const onSeeked = () => {
    const asked = isOurs
    isOurs = false
    isSeeking = false
    if (asked || !element.paused || !isHurried) return
    const known = presented()
    timer = setTimeout(() => {
      if (presented() !== known || !element.paused) return
      isOurs = true
      showAgain(element)
    }, REPORTED_WITHIN_MS)
  }
  const heard: [string, () => void][] = [
    ['seeking', onSeeking],
    ['seeked', onSeeked],
  ]
  return { heard, stop: () => clearTimeout(timer) }
}

/** Derives a value from the media time; the component renders only when the value changes. */
export function usePlaybackValue<T extends string | number | boolean>(
  playback: Transport,
  read: (timeS: number) => T,
): T {
  return useSyncExternalStore(playback.subscribe, () => read(playback.getTime()))
}

/** The interface that a playback drives: a video element, or anything else that displays frames in the same way. */

type Driven =
  | 'currentTime'
  | 'duration'
  | 'paused'
  | 'playbackRate'
  | 'play'
  | 'pause'
  | 'requestVideoFrameCallback'
  | 'cancelVideoFrameCallback'

export type Deck = Pick<HTMLVideoElement, Driven> &
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    /** For media that may have loaded before a listener was attached. */
    readonly readyState?: number
  }
