/** The video under an overlay, connected to the clock that drives it. */
import { useEffect, useRef } from 'react'
import type { Playback } from './playback.ts'

interface PlayedVideoProps {
  playback: Playback
  src: string
  label: string
  muted?: boolean
  /** The file is gone, or its picture can't be decoded here. */
  onFail: () => void
}

export function PlayedVideo({ playback, src, label, muted = false, onFail }: PlayedVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts at another time
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
        // A file whose picture can't be decoded here may still have sound.
        if (event.currentTarget.videoWidth === 0) onFail()
      }}
    />
  )
}
