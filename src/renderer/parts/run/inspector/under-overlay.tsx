/** The video or image under an overlay, in the form that can be displayed, with a note when it is not the usual one. */
import { texts } from '../../../texts/texts.ts'
import { DecodedFrames } from '../player/decoded-frames.tsx'
import type { Medium } from '../player/overlay-media.ts'
import { PlayedVideo } from '../player/played-video.tsx'
import { ShownImages } from '../player/shown-images.tsx'
import type { Inspection } from './use-inspection.ts'

interface UnderOverlayProps {
  inspection: Inspection
  medium: Medium
  label: string
  muted?: boolean
  onFail: () => void
}

export function UnderOverlay({ inspection, medium, label, muted = false, onFail }: UnderOverlayProps) {
  const { playback, frames, frame, frameS, duration, showSize } = inspection
  if ('images' in medium)
    return <ShownImages inspection={inspection} label={label} onFail={onFail} images={medium.images} />
  if ('url' in medium)
    return <PlayedVideo playback={playback} label={label} muted={muted} onFail={onFail} src={medium.url} />
  return (
    <DecodedFrames
      playback={playback}
      label={label}
      frame={frame}
      frameS={frameS}
      onFail={onFail}
      uri={medium.uri}
      still={medium.still}
      durationS={duration}
      onSize={medium.still ? showSize : undefined}
      index={frames.index}
    />
  )
}

/** The note under a video that the browser can't play. */
export const frameByFrameNote = (medium: Medium): string | null =>
  'uri' in medium && !medium.still ? texts.compare.frameByFrame : null
