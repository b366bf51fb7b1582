/** What a playback drives: a video element, or anything else that shows frames in the same way. */

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
    /** Of what may have loaded before anyone listened. */
    readonly readyState?: number
  }
