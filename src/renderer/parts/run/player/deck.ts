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
