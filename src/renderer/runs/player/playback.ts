/** The one clock of a run page: the player writes it, tables and the chart read it and ask for jumps. */
import { useSyncExternalStore } from 'react'
import type { Deck } from './deck.ts'

/** What buttons, keys and time lines need of something that plays. */
export interface Transport {
  /** Media time in seconds from the first frame, as the engine counts it. */
  getTime(): number
  subscribe(listener: () => void): () => void
  /** Seconds to the end; 0 until it is known. */
  getDuration(): number
  isPlaying(): boolean
  /** Called when it begins or ceases to play, and when the duration is known. */
  onState(listener: () => void): () => void
  play(): void
  pause(): void
  /** Jumps to a media time; remembered until a player is attached. */
  seek(timeS: number): void
  /** 1 is as fast as it was recorded. */
  setSpeed(speed: number): void
}

export interface Playback extends Transport {
  /** Time of the very frame that is on the screen; null before there is one. */
  shownFrame(): number | null
  /** Called as a frame comes onto the screen, before it is drawn with what belongs to it. */
  onFrame(listener: () => void): () => void
  /** The element's own time of a media time: files may start later than at 0. */
  elementTime(timeS: number): number
  /** Connects what plays; returns the way to disconnect it. */
  attach(deck: Deck): () => void
}

/** A page that is not on the screen is shown no frames; jumps must not wait for them for ever. */
const FIRST_FRAME_WITHIN_MS = 1500

/** Of jumps that follow each other as fast as this, Chromium may never tell the last one's frame. */
const HURRIED_MS = 500
/** How long a frame may take to be told after its jump has ended. */
const TOLD_WITHIN_MS = 150

export function createPlayback(): Playback {
  let time = 0
  let shown: number | null = null
  /** The element's time of the first frame; what the engine calls 0. */
  let origin = 0
  let deck: Deck | null = null
  let speed = 1
  /** False until the first frame has told the origin: a jump before that would hide it. */
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
      /** Jumps to where it is once more when hurried jumps have ended and nobody told what is shown. */
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
        // Loaded before anyone listened: its frame is told once more.
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

/** A jump to where it is: its frame comes onto the screen, and is told, anew. */
function showAgain(element: Deck): void {
  const { currentTime } = element
  element.currentTime = currentTime
}

function askingAgain(element: Deck, presented: () => number) {
  let [before, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let isOurs = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onSeeking = () => {
    clearTimeout(timer)
    if (isOurs) return
    before = last
    last = performance.now()
  }
  const onSeeked = () => {
    const asked = isOurs
    isOurs = false
    if (asked || !element.paused || last - before > HURRIED_MS) return
    const known = presented()
    timer = setTimeout(() => {
      if (presented() !== known || !element.paused) return
      isOurs = true
      showAgain(element)
    }, TOLD_WITHIN_MS)
  }
  const heard: [string, () => void][] = [
    ['seeking', onSeeking],
    ['seeked', onSeeked],
  ]
  return { heard, stop: () => clearTimeout(timer) }
}

/** A value made of the media time; the component renders only when it changes. */
export function usePlaybackValue<T extends string | number | boolean>(
  playback: Transport,
  read: (timeS: number) => T,
): T {
  return useSyncExternalStore(playback.subscribe, () => read(playback.getTime()))
}
