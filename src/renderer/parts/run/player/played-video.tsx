/** The video under an overlay, attached to the clock that drives it. */
import { useEffect, useRef } from 'react'
import type { Playback } from './playback.ts'

interface PlayedVideoProps {
  playback: Playback
  src: string
  label: string
  muted?: boolean
  /** Called when the file is missing or its video can't be decoded here. */
  onFail: () => void
}

export function PlayedVideo({ playback, src, label, muted = false, onFail }: PlayedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another start time
  useEffect(() => (video.current ? playback.attach(video.current) : undefined), [playback, src])
  return (
    <video
      key={src}
      ref={video}
      src={src}
      preload="auto"
      playsInline
      muted={muted}
      aria-label={label}
      onError={onFail}
      onLoadedMetadata={(event) => {
        // A file whose video can't be decoded here may still have sound.
        if (event.currentTarget.videoWidth === 0) onFail()
      }}
    />
  )
}
